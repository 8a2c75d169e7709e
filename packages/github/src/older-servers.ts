/**
 * @module What an older GitHub Enterprise Server does not know of our queries, and the queries without it.
 *
 * A server that does not know one field refuses the whole query. Each part that may be missing here is one whose absence is read
 * as the careful end: a closed issue without a reason counts as refused, and no link counts as made by hand.
 */

import * as z from "zod/mini";

/** The parts by the platform's name of what it does not know, in the order in which they were added to it. */
const parts: readonly { readonly name: string; readonly pattern: RegExp; readonly without: string }[] = [
  { name: "stateReason", pattern: / stateReason(?:\(enableDuplicate: true\))?/g, without: "" },
  { name: "enableDuplicate", pattern: /\(enableDuplicate: true\)/g, without: "" },
  {
    name: "userLinkedOnly",
    pattern:
      /linkedByHand: closingIssuesReferences\(first: \d+, userLinkedOnly: true\) \{\s+totalCount nodes \{ number repository \{ nameWithOwner \} \}\s+\}/g,
    without: "",
  },
];

const Refusal = z.object({
  extensions: z.object({
    code: z.enum(["undefinedField", "argumentNotAccepted"]),
    fieldName: z.optional(z.string()),
    argumentName: z.optional(z.string()),
  }),
});

/** Which of the parts that may be missing a refused query failed for. */
export function unknownParts(errors: readonly unknown[]): string[] {
  const names = errors.flatMap((error) => {
    const reading = z.safeParse(Refusal, error);
    if (!reading.success) return [];
    const { code, fieldName, argumentName } = reading.data.extensions;
    return (code === "undefinedField" ? fieldName : argumentName) ?? [];
  });
  return parts.map(({ name }) => name).filter((name) => names.includes(name));
}

/** A query without the parts that a server does not know. */
export function withoutParts(query: string, unknown: ReadonlySet<string>): string {
  let rest = query;
  for (const { name, pattern, without } of parts) if (unknown.has(name)) rest = rest.replaceAll(pattern, without);
  return rest;
}
