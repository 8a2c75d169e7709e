/** @module Points in time as documents write them (RFC 3339), read so that an unreadable one never extends anything. */

const written = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** Milliseconds since 1970, or null for anything that is no whole date with time and offset. */
export function parseInstant(value: unknown): number | null {
  if (typeof value !== "string" || !written.test(value)) return null;
  const parsed = Date.parse(value);
  // Dates that do not exist, such as 30 February, are moved on by the parser instead of refused.
  if (!Number.isFinite(parsed)) return null;
  const day = Number(value.slice(8, 10));
  return day <= lastDayOf(Number(value.slice(0, 4)), Number(value.slice(5, 7))) ? parsed : null;
}

function lastDayOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

export const hour = 3_600_000;

/** The instant in the one form documents carry: UTC with milliseconds. */
export function writeInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
