/** @module Branch names: the shapes harnesses generate, and prefixes that only say a name (change gate, section 4.2). */

import { type BranchShape, identityTable, type KnownIdentity } from "./identity-table.ts";

const prefixes = new Map<string, KnownIdentity>();
for (const row of identityTable) if (row.branch !== undefined) prefixes.set(row.branch.prefix.slice(0, -1), row);
for (const row of identityTable) {
  if (row.kind !== "agent") continue;
  for (const name of [row.name, ...(row.logins ?? []), ...(row.botLogins ?? [])]) {
    if (!name.includes("*") && !prefixes.has(name)) prefixes.set(name, row);
  }
}

function hasShape(rest: string, shape: BranchShape): boolean {
  if (shape.rest === "anything") return rest !== "";
  if (shape.rest === "digits-first") {
    const head = rest.slice(0, shape.digits);
    return head.length === shape.digits && /^\d+$/.test(head) && rest.charAt(shape.digits) === "-";
  }
  const dash = rest.lastIndexOf("-");
  const last = rest.slice(dash + 1);
  if (dash < 1 || last.length < shape.least || last.length > shape.most) return false;
  return shape.hex === true ? /^[0-9a-f]+$/.test(last) : /^[A-Za-z0-9]+$/.test(last);
}

/** Whose generated branch a head ref is (`shape`), or whose name it merely begins with (`prefix`, which never decides). */
export function recogniseBranch(ref: string): { readonly row: KnownIdentity; readonly as: "shape" | "prefix" } | null {
  const branch = ref.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : ref;
  const slash = branch.indexOf("/");
  if (slash < 1) return null;
  const row = prefixes.get(branch.slice(0, slash).toLowerCase());
  if (row === undefined) return null;
  const { branch: shape } = row;
  const isShape =
    shape !== undefined && branch.startsWith(shape.prefix) && hasShape(branch.slice(shape.prefix.length), shape);
  return { row, as: isShape ? "shape" : "prefix" };
}
