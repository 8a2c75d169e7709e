/** @module GraphQL answers: data, and which parts of it could not be given. */

import * as z from "zod/mini";
import { PlatformError } from "./errors.ts";
import type { Route } from "./request-failure.ts";
import { type Headers, saysLimit } from "./waiting.ts";

/** A part of an answer that is null because of an error, by its place from the root. */
export interface GraphqlFault {
  /** The platform's own word (`NOT_FOUND`, `FORBIDDEN`), empty without one. */
  readonly type: string;
  readonly path: readonly (string | number)[];
}

export interface GraphqlAnswer<Data> {
  readonly data: Data;
  readonly faults: readonly GraphqlFault[];
}

const Fault = z.object({
  type: z.catch(z.string(), ""),
  path: z.catch(z.array(z.union([z.string(), z.number()])), []),
});

export const GraphqlEnvelope = z.object({
  data: z.optional(z.unknown()),
  errors: z.optional(z.array(Fault)),
});

/** The errors of an answer that holds no data, as they came. */
export function refusalsOf(answer: unknown): readonly unknown[] {
  const reading = z.safeParse(z.object({ data: z.optional(z.null()), errors: z.array(z.unknown()) }), answer);
  return reading.success ? reading.data.errors : [];
}

/** Whether an answer of status 200 is a refusal by a limit: by its headers, or by the platform's word for it. */
export function isLimited(data: unknown, headers: Headers): boolean {
  const envelope = GraphqlEnvelope.safeParse(data);
  if (!envelope.success || envelope.data.errors === undefined) return false;
  const { data: given, errors } = envelope.data;
  if (errors.some((error) => error.type === "RATE_LIMITED")) return true;
  return (given === undefined || given === null) && saysLimit(headers);
}

function codeOf(faults: readonly GraphqlFault[]): PlatformError["code"] {
  if (faults.some((fault) => fault.type === "NOT_FOUND")) return "platform-missing";
  if (faults.some((fault) => fault.type === "FORBIDDEN" || fault.type === "INSUFFICIENT_SCOPES"))
    return "platform-auth";
  return "platform-failed";
}

/** A type as a message repeats it: only a word of the platform's form. */
function shownType(type: string): string {
  return /^[A-Z_]{1,60}$/.test(type) ? ` (${type})` : "";
}

/** The data of an answer and its faults. @throws PlatformError when there is no data at all. */
export function readAnswer(
  { data, errors = [] }: z.infer<typeof GraphqlEnvelope>,
  asked: Route,
): GraphqlAnswer<unknown> {
  if (data !== undefined && data !== null) return { data, faults: errors };
  if (errors.length === 0) {
    throw new PlatformError({
      code: "platform-shape",
      asked: asked.text,
      came: "the answer holds no data",
      next: "Check the address of the server.",
    });
  }
  throw new PlatformError({
    code: codeOf(errors),
    asked: asked.text,
    came: `the query was refused${shownType(errors[0]?.type ?? "")}`,
    next: "Check the name, the token's permissions and that the server is a supported GitHub.",
  });
}

/** The faults at or below a place of the answer, or above it: either way nothing there can be taken for known. */
export function faultAt(
  faults: readonly GraphqlFault[],
  place: readonly (string | number)[],
): GraphqlFault | undefined {
  return faults.find((fault) => {
    const length = Math.min(fault.path.length, place.length);
    for (let index = 0; index < length; index += 1) if (fault.path[index] !== place[index]) return false;
    return true;
  });
}
