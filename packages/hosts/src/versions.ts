/** @module Which versions of a host its adapter was read and tested for; any other is treated as carefully as an unknown one. */

import type { HostName } from "./event.ts";
import { isFrom } from "./version.ts";

/** The oldest and the newest version of each host. */
export const testedVersions: Readonly<Record<HostName, { readonly from: string; readonly to: string }>> = {
  "claude-code": { from: "2.1.240", to: "2.1.332" },
  codex: { from: "0.157.0", to: "0.171.0" },
  copilot: { from: "1.0.60", to: "1.0.102" },
  cursor: { from: "3.9.0", to: "3.9.16" },
  gemini: { from: "0.45.0", to: "0.61.0" },
  opencode: { from: "1.2.0", to: "1.18.33" },
  "ai-sdk": { from: "7.0.77", to: "7.0.173" },
  "agent-sdk": { from: "0.3.40", to: "0.3.332" },
  "permission-tool": { from: "2.1.240", to: "2.1.332" },
};

/** Whether a host's version lies in the range its adapter was tested for. One that nobody knows does not. */
export function isTested(host: HostName, version: string | null): boolean {
  const { from, to } = testedVersions[host];
  return version !== null && isFrom(version, from) && isFrom(to, version.replace(/^v/, ""));
}
