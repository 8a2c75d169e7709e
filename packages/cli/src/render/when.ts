/** @module Points in time and amounts as people read them. Always UTC, so that the same ledger reads the same everywhere. */

import { hour, parseInstant } from "@warrant/kernel/instant";
import { outside } from "@warrant/kernel/render/outside";

function written(at: string): string | null {
  const instant = parseInstant(at);
  return instant === null ? null : new Date(instant).toISOString();
}

/** `2026-12-01 06:10 UTC`. */
export function moment(at: string): string {
  const text = written(at);
  return text === null ? outside(at, 40) : `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`;
}

/** `2026-12-01`. */
export function day(at: string): string {
  return written(at)?.slice(0, 10) ?? outside(at, 40);
}

/** `06:10` on the same day, else the day as well. */
export function timeOf(at: string, now: string): string {
  const text = written(at);
  if (text === null) return outside(at, 40);
  return day(at) === day(now) ? text.slice(11, 16) : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}

/** `70 h`, `25 min`, or null when it is over or nobody can read it. */
export function leftUntil(at: string, now: string): string | null {
  const [end, from] = [parseInstant(at), parseInstant(now)];
  if (end === null || from === null || end <= from) return null;
  const hours = (end - from) / hour;
  return hours >= 1 ? `${Math.floor(hours)} h` : `${Math.max(1, Math.floor(hours * 60))} min`;
}

/** `5.00 USD`, or that there is no limit. */
export function dollars(amount: number | "unlimited"): string {
  return amount === "unlimited" ? "any spend" : `${amount.toFixed(2)} USD`;
}
