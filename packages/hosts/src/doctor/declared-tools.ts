/** @module Which tool names nobody declares: each of their calls asks, and a new name of a host is often a change of its own. */

import { inertTools, mcpName, tools } from "@warrant/kernel/action/tools";

/** The names no adapter and no table knows. Tools of MCP servers are the operator's to declare. */
export function undeclaredTools(names: readonly string[]): string[] {
  return names.filter((name) => !tools.has(name) && !inertTools.has(name) && mcpName(name) === null);
}
