/** @module The tools hosts have, with every argument each declares (actions, section 4). Ids match exactly, with case. */

/** What an argument means. `text` has no effect. */
export type ArgumentRole =
  | "read"
  | "write"
  | "delete"
  | "tree"
  | "cwd"
  | "command"
  | "url"
  | "urls"
  | "patch"
  | "text"
  | "glob"
  /** Names a search looks into. */
  | "included"
  | "paths";

export interface Tool {
  readonly roles: Readonly<Record<string, ArgumentRole>>;
  readonly kind:
    | "shell"
    | "files"
    | "patch"
    | "fetch"
    | "search"
    | "delegate"
    | "own-output"
    | "own-stop"
    | "skill"
    | "schedule"
    | "remote-trigger"
    | "worktree"
    | "memory"
    | "opaque";
}

function tool(kind: Tool["kind"], roles: Tool["roles"]): Tool {
  return { kind, roles };
}

const text = "text" as const;
const shell = tool("shell", {
  command: "command",
  description: text,
  timeout: text,
  run_in_background: text,
  requestSandboxBypass: text,
  dangerouslyDisableSandbox: text,
});
const edit = {
  file_path: "write",
  path: "write",
  content: text,
  contents: text,
  file_text: text,
  old_string: text,
  new_string: text,
  old_str: text,
  new_str: text,
  replace_all: text,
  edits: text,
  patch: "patch",
  input: "patch",
} as const;
const read = {
  file_path: "read",
  path: "read",
  offset: text,
  limit: text,
  pages: text,
  view_range: text,
  forceReadLargeFiles: text,
} as const;
const search = {
  path: "tree",
  paths: "tree",
  pattern: "glob",
  glob: "included",
  output_mode: text,
  type: text,
  head_limit: text,
  offset: text,
  multiline: text,
  "-A": text,
  "-B": text,
  "-C": text,
  "-i": text,
  "-n": text,
  context: text,
  ignore: text,
  include: "included",
} as const;
const delegate = tool("delegate", {
  prompt: text,
  description: text,
  subagent_type: text,
  agent_type: text,
  isolation: text,
  model: text,
  name: text,
  message: text,
  to: text,
  run_in_background: text,
  team_name: text,
  mode: text,
  task_id: text,
});

export const tools: ReadonlyMap<string, Tool> = new Map<string, Tool>([
  ["Bash", shell],
  ["PowerShell", tool("opaque", { command: "command", description: text, timeout: text })],
  ["Read", tool("files", read)],
  ["NotebookRead", tool("files", { ...read, notebook_path: "read", cell_id: text })],
  ["view_image", tool("files", { path: "read", detail: text })],
  ["Write", tool("files", edit)],
  ["Edit", tool("files", edit)],
  ["MultiEdit", tool("files", edit)],
  ["StrReplace", tool("files", edit)],
  [
    "NotebookEdit",
    tool("files", {
      ...edit,
      notebook_path: "write",
      new_source: text,
      cell_id: text,
      cell_type: text,
      edit_mode: text,
    }),
  ],
  ["Delete", tool("files", { file_path: "delete", path: "delete" })],
  ["Glob", tool("search", search)],
  ["Grep", tool("search", { ...search, pattern: text })],
  ["LS", tool("search", search)],
  ["WebFetch", tool("fetch", { url: "url", prompt: text })],
  ["WebSearch", tool("fetch", { query: text, allowed_domains: text, blocked_domains: text })],
  ["Agent", delegate],
  ["Task", delegate],
  ["SendMessage", delegate],
  ["spawn_agent", delegate],
  ["write_agent", delegate],
  ["invoke_agent", delegate],
  ["task", tool("delegate", { ...delegate.roles, command: text })],
  ["BashOutput", tool("own-output", { bash_id: text, filter: text, shell_id: text })],
  ["read_bash", tool("own-output", { shellId: text, delay: text })],
  ["list_bash", tool("own-output", {})],
  ["read_agent", tool("own-output", { agent_id: text, wait: text, timeout: text, since_turn: text })],
  ["list_agents", tool("own-output", { include_completed: text, scope: text })],
  ["list_background_processes", tool("own-output", {})],
  ["read_background_output", tool("own-output", { pid: text, lines: text, delay_ms: text })],
  ["TaskOutput", tool("own-output", { task_id: text, block: text, timeout: text })],
  ["stop_bash", tool("own-stop", { shellId: text })],
  ["KillShell", tool("own-stop", { shell_id: text })],
  ["TaskStop", tool("own-stop", { task_id: text, shell_id: text })],
  ["Skill", tool("skill", { skill: text, args: text, command: text, name: text })],
  ["skill", tool("skill", { skill: text, args: text, name: text })],
  ["activate_skill", tool("skill", { name: text })],
  ["SlashCommand", tool("skill", { command: text })],
  ["CronCreate", tool("schedule", { cron: text, prompt: text, recurring: text })],
  ["RemoteTrigger", tool("remote-trigger", { action: text, trigger_id: text, body: text })],
  ["EnterWorktree", tool("worktree", { name: text })],
  ["ExitWorktree", tool("worktree", { action: text, discard_changes: text, remove: text })],
  ["apply_patch", tool("patch", { command: "patch", input: "patch", patch: "patch", patchText: "patch" })],
  ["patch", tool("patch", { patchText: "patch" })],
  [
    "Shell",
    tool("shell", {
      command: "command",
      cwd: "cwd",
      working_directory: "cwd",
      description: text,
      timeout: text,
      block_until_ms: text,
      is_background: text,
    }),
  ],
  [
    "run_shell_command",
    tool("shell", { command: "command", dir_path: "cwd", directory: "cwd", description: text, is_background: text }),
  ],
  ["bash", tool("shell", { command: "command", workdir: "cwd", description: text, timeout: text })],
  [
    "read_file",
    tool("files", {
      file_path: "read",
      absolute_path: "read",
      offset: text,
      limit: text,
      start_line: text,
      end_line: text,
    }),
  ],
  ["write_file", tool("files", { file_path: "write", absolute_path: "write", content: text })],
  [
    "replace",
    tool("files", {
      file_path: "write",
      absolute_path: "write",
      old_string: text,
      new_string: text,
      instruction: text,
      expected_replacements: text,
      allow_multiple: text,
    }),
  ],
  [
    "read_many_files",
    tool("files", {
      paths: "paths",
      include: "paths",
      exclude: text,
      recursive: text,
      useDefaultExcludes: text,
      file_filtering_options: text,
    }),
  ],
  [
    "list_directory",
    tool("search", {
      path: "tree",
      dir_path: "tree",
      ignore: text,
      respect_git_ignore: text,
      file_filtering_options: text,
    }),
  ],
  [
    "grep_search",
    tool("search", { pattern: text, path: "tree", dir_path: "tree", include: "included", include_pattern: "included" }),
  ],
  ["search_file_content", tool("search", { pattern: text, path: "tree", dir_path: "tree", include: "included" })],
  ["web_fetch", tool("fetch", { prompt: "urls" })],
  ["google_web_search", tool("fetch", { query: text })],
  ["save_memory", tool("memory", { fact: text })],
  ["read", tool("files", { filePath: "read", offset: text, limit: text })],
  ["write", tool("files", { filePath: "write", content: text })],
  ["edit", tool("files", { filePath: "write", oldString: text, newString: text, replaceAll: text })],
  ["list", tool("search", { path: "tree", ignore: text })],
  [
    "glob",
    tool("search", { path: "tree", dir_path: "tree", pattern: "glob", case_sensitive: text, respect_git_ignore: text }),
  ],
  ["grep", tool("search", { path: "tree", pattern: text, include: "included" })],
  ["webfetch", tool("fetch", { url: "url", format: text, timeout: text })],
]);

/** Tools that touch only the host's own display or plan (H13). Data; no session adds to it. */
export const inertTools: ReadonlySet<string> = new Set(
  "TodoWrite TaskCreate TaskUpdate TaskList TaskGet AskUserQuestion EnterPlanMode ExitPlanMode ToolSearch update_plan update_todo ask_user write_todos todowrite todoread question enter_plan_mode exit_plan_mode update_topic report_intent request_user_input".split(
    " ",
  ),
);

/** `mcp__server__tool`, `mcp_server_tool` and `MCP:tool`: the name without its form, or null for another tool. */
export function mcpName(id: string): string | null {
  const found = /^(?:mcp__(?<long>.+)|mcp_(?<short>[^_].*)|MCP:(?<plain>.+))$/.exec(id)?.groups;
  if (found === undefined) return null;
  return (found["long"] ?? found["short"] ?? found["plain"] ?? "").replaceAll("__", "/");
}
