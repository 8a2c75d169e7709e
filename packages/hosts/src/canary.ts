/**
 * @module The canary: a call that only the doctor makes, and that the gate refuses whatever is configured, so that a refusal
 * shows that the gate is really asked (hosts, section 15).
 */

import type { ActionCall } from "@warrant/kernel/action/facts";

/** The rule the canary is refused by. */
export const canaryRule = "action.canary";

const nonceForm = "[a-z0-9]{16,64}";
const command = new RegExp(`^warrant-canary (?<nonce>${nonceForm})$`);
const path = new RegExp(`^/warrant-canary/(?<nonce>${nonceForm})$`);

/** The command of a canary. */
export function canaryCommand(nonce: string): string {
  return `warrant-canary ${nonce}`;
}

/** The file of a canary. */
export function canaryPath(nonce: string): string {
  return `/warrant-canary/${nonce}`;
}

/** The nonce of a call that is a canary; null for every other call. */
export function nonceOf({ input }: ActionCall): string | null {
  const given = input["command"] ?? input["file_path"] ?? input["filePath"] ?? input["absolute_path"];
  if (typeof given !== "string") return null;
  return (command.exec(given) ?? path.exec(given))?.groups?.["nonce"] ?? null;
}
