/** @module What could not be read, and what a finding says of it. */

import type { Finding, Severity } from "@warrant/kernel/finding";
import { outside } from "@warrant/kernel/render/outside";
import { PlatformError, whyFailed } from "../errors.ts";
import { type DoctorRule, found } from "./rules.ts";
import type { Known, Unread } from "./seen.ts";

type UnreadRule = Extract<DoctorRule, `${string}.unreadable`>;

/** What a token needs, as the settings of fine-grained tokens name it. */
export const permissions = {
  metadata: "Metadata: read",
  contents: "Contents: read",
  changes: "Pull requests: read, Checks: read and Commit statuses: read",
  checks: "Checks: read",
  queues: "Merge queues: read",
  settings: "Administration: read, or an administrator's",
  bypass: "Administration: write, or an administrator's",
} as const;
type Permission = (typeof permissions)[keyof typeof permissions];

/** Something the platform refused to a token of this kind. */
export function refused(what: string, permission: Permission, why = "the platform refused it"): Unread {
  return { known: false, what, why, next: `Run it with a token that has ${permission}.` };
}

/** Why a request did not tell. A failure of the platform passes by itself; a refusal does not. */
export function unreadOf(error: PlatformError, what: string, permission: Permission): Unread {
  const passes = error.code === "platform-failed" || error.code === "platform-limit";
  const unread = refused(what, permission, whyFailed(error));
  return passes ? { ...unread, next: `Try again in a while; it takes a token that has ${permission}.` } : unread;
}

/** What an answer gives, or why it is not known. */
export async function known<Value>(
  what: string,
  permission: Permission,
  ask: () => Promise<Value>,
): Promise<Known<Value>> {
  try {
    return { known: true, value: await ask() };
  } catch (error) {
    if (error instanceof PlatformError) return unreadOf(error, what, permission);
    throw error;
  }
}

/** Names the thing, what came back, and what makes it known. */
export function unread(rule: UnreadRule, { what, why, next }: Unread, severity?: Severity): Finding {
  const message = `${what.charAt(0).toUpperCase()}${what.slice(1)} could not be read (${outside(why, 300)}).`;
  return found(rule, message, next, severity === undefined ? {} : { severity });
}
