/** @module Fields of values nobody has checked. */

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A time as RFC 3339 in UTC, or nothing. */
export function timeOf(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const at = Date.parse(value);
  return Number.isFinite(at) ? new Date(at).toISOString() : undefined;
}

/** An object as given, or as the JSON text it stands in. */
export function argumentsOf(value: unknown): Fields | null {
  if (typeof value !== "string")
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Fields)
      : { input: value };
  } catch {
    return { input: value };
  }
}
