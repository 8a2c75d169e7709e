/** @module Reading a document against its schema: the value, or where and why it does not fit, in words. */

import type * as z from "zod/mini";
import en from "zod/v4/locales/en.js";

// `zod/mini` carries no messages; they are passed for each call because a library must not set the process-wide ones.
const parameters = { error: en().localeError };

/** One place of a document that does not fit: `path` as `files[3].path`, `keys` as zod gives it. */
export interface Misfit {
  readonly path: string;
  readonly keys: readonly PropertyKey[];
  readonly message: string;
}

export type DocumentReading<Document> =
  | { readonly ok: true; readonly document: Document }
  | { readonly ok: false; readonly misfits: readonly Misfit[] };

function describePath(keys: readonly PropertyKey[]): string {
  return keys.reduce<string>(
    (path, key) => (typeof key === "number" ? `${path}[${key}]` : path === "" ? String(key) : `${path}.${String(key)}`),
    "",
  );
}

/** Reads any value against a schema. Never throws; at least one misfit when it does not fit. */
export function readDocument<Document>(schema: z.ZodMiniType<Document>, value: unknown): DocumentReading<Document> {
  const parsed = schema.safeParse(value, parameters);
  if (parsed.success) return { ok: true, document: parsed.data };
  return {
    ok: false,
    misfits: parsed.error.issues.map((issue) => ({
      path: describePath(issue.path),
      keys: issue.path,
      message: issue.message.replace(/^Invalid input: /, ""),
    })),
  };
}
