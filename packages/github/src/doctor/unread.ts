/** @module What a finding says of something that could not be read. */

import type { Finding, Severity } from "@warrant/kernel/finding";
import { outside } from "@warrant/kernel/render/outside";
import { type DoctorRule, found } from "./rules.ts";
import type { Unread } from "./seen.ts";

type UnreadRule = Extract<DoctorRule, `${string}.unreadable`>;

/** Names the thing, what came back, and the permission that reads it. */
export function unread(rule: UnreadRule, { what, why, permission, passes }: Unread, severity?: Severity): Finding {
  const message = `${what.charAt(0).toUpperCase()}${what.slice(1)} could not be read (${outside(why, 300)}).`;
  const token = `a token that has ${permission}`;
  const next = passes === true ? `Try again in a while; it takes ${token}.` : `Run it with ${token}.`;
  return found(rule, message, next, severity === undefined ? {} : { severity });
}
