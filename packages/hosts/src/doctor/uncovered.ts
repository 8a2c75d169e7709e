/** @module What the gate cannot see of each host, by name: nobody should take a live gate for a whole one (hosts, section 2.1). */

import type { InstallableHost } from "../install/entries.ts";

/** One surface, and why it is not covered. */
export const uncovered: Readonly<Record<InstallableHost, readonly string[]>> = {
  "claude-code": [
    "files named with @ in a prompt are read without a hook",
    "EndConversation fires no hook",
    "a hook process that is killed from outside lets its call go on",
  ],
  codex: [
    "hosted tools, such as its web search, fire no hook",
    "write_stdin to a command that runs already fires no hook",
    "Code Mode runs tools without one",
    "hooks of a project that is not trusted are skipped",
  ],
  copilot: [
    "a hook that its timeout kills lets the call go on",
    "the general-purpose subagent names no agent, so its calls are judged as the session's",
  ],
  cursor: ["tab completions read files without a hook", "versions before `failClosed` go on when a hook fails"],
  gemini: ["a prompt is never refused, since that erases it"],
  opencode: [
    "calls of subagent tasks fire no hook on older versions",
    "tools of MCP servers fire no hook on older versions",
    "a report cannot be sent back at the end",
  ],
};
