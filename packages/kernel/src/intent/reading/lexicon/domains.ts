/** @module Which kinds of tool an act is offered first. A domain never permits or forbids. */

import type { Act, Domain } from "../reading.ts";

export const actDomains: Readonly<Record<Act, readonly Domain[]>> = {
  converse: [],
  answer: ["web"],
  locate: ["web", "vcs"],
  analyze: ["code-exec", "observability", "vcs"],
  author: ["documents", "code-exec"],
  modify: ["code-exec", "vcs"],
  operate: ["code-exec", "web", "messaging", "vcs"],
  verify: ["code-exec", "observability"],
  orchestrate: ["orchestration"],
  govern: ["orchestration"],
};

/** The domains of all acts a part covers. */
export function domainsOfActs(acts: readonly Act[]): Domain[] {
  return [...new Set(acts.flatMap((act) => actDomains[act]))];
}
