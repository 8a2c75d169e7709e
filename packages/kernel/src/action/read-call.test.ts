import { describe, expect, it } from "vitest";
import { actionFacts, type FactsChange, shellFacts } from "../../../../testing/action-facts.ts";
import { judgeAction } from "./judge.ts";

function read(tool: string, input: Readonly<Record<string, unknown>>, change: FactsChange = {}): string {
  const { understood, decision, effects } = judgeAction(actionFacts(tool, input, change));
  const written = effects.map(({ kind, target, reversibility }) => `${kind} ${target} ${reversibility}`);
  return [understood ? "understood" : "not understood", decision, ...written].join("; ");
}

const patch = (...lines: readonly string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

describe("tools", () => {
  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ["Read", { file_path: "/work/shop/a.ts" }, "understood; allow; read /work/shop/a.ts reversible"],
    ["Read", { file_path: ".env", offset: 3 }, "understood; ask; read /work/shop/.env costly"],
    [
      "Write",
      { file_path: "/work/shop/a.ts", content: "/etc/passwd" },
      "understood; allow; write /work/shop/a.ts reversible",
    ],
    [
      "Write",
      { file_path: "/home/ada/.claude/settings.json", content: "" },
      "understood; deny; write /home/ada/.claude/settings.json costly; configure /home/ada/.claude/settings.json costly",
    ],
    [
      "Write",
      { file_path: "~/.claude/settings.json", content: "" },
      "understood; deny; write /home/ada/.claude/settings.json costly; configure /home/ada/.claude/settings.json costly",
    ],
    [
      "Edit",
      { file_path: "src/%2e%2e/%2e%2e/x", old_string: "a", new_string: "b" },
      "understood; ask; write /work/shop/src/%2e%2e/%2e%2e/x costly",
    ],
    [
      "Edit",
      { input: patch("*** Update File: a.ts", "@@", "-a", "+b") },
      "understood; allow; write /work/shop/a.ts reversible",
    ],
    ["Write", { file_path: ["/etc/x"] }, "not understood; ask"],
    ["Write", { file_path: "a.ts", target_directory: "/etc" }, "not understood; ask; write /work/shop/a.ts reversible"],
    ["Write", { file_path: "a.ts", note: "/etc/x" }, "not understood; ask; write /work/shop/a.ts reversible"],
    ["Write", { file_path: "a.ts", mood: "good" }, "understood; allow; write /work/shop/a.ts reversible"],
    ["Write", {}, "not understood; ask"],
    ["Grep", { pattern: "/etc/x" }, "understood; allow; read /work/shop reversible"],
    ["Grep", { pattern: "x", glob: "*.ts" }, "understood; allow; read /work/shop reversible"],
    [
      "Grep",
      { pattern: "x", glob: "{src,.env}" },
      "understood; ask; read /work/shop reversible; read /work/shop/**/.env costly",
    ],
    ["Grep", { pattern: "x", path: "/home/ada" }, "understood; allow; read /home/ada reversible"],
    ["Glob", { pattern: "*.md", path: "/home/ada" }, "understood; allow; read /home/ada reversible"],
    ["LS", { path: "/home/ada" }, "understood; allow; read /home/ada reversible"],
    ["Glob", { pattern: "../**/*.ts" }, "understood; allow; read /work/shop reversible; read /work/**/*.ts reversible"],
    ["WebFetch", { url: "https://a.example/x", prompt: "x" }, "understood; allow; network host:a.example reversible"],
    [
      "WebFetch",
      { url: "http://169.254.169.254/latest", prompt: "x" },
      "understood; ask; read env:metadata costly; network host:169.254.169.254 reversible",
    ],
    [
      "WebFetch",
      { url: "http://2130706433/", prompt: "x" },
      "understood; ask; read env:metadata costly; network host:2130706433 reversible",
    ],
    [
      "WebFetch",
      { url: "https://me:pass@a.example/", prompt: "x" },
      "understood; ask; read env:metadata costly; network host:a.example reversible",
    ],
    ["WebFetch", { prompt: "x" }, "not understood; ask"],
    ["WebSearch", { query: "x" }, "understood; allow; network host:search reversible"],
    [
      "web_fetch",
      { prompt: "sum up https://a.example/x and https://b.example" },
      "understood; allow; network host:a.example reversible; network host:b.example reversible",
    ],
    ["web_fetch", { prompt: "sum up" }, "not understood; ask"],
    ["Task", { prompt: "rm -rf /", subagent_type: "x" }, "understood; allow; delegate agent:in-host reversible"],
    ["KillShell", { shell_id: "1" }, "understood; allow; delete process:own reversible"],
    ["Skill", { skill: "x" }, "understood; allow; execute skill:x reversible"],
    ["CronCreate", { cron: "* * * * *", prompt: "x" }, "understood; ask; configure cron costly"],
    ["ExitWorktree", { action: "remove" }, "understood; ask; delete git:worktree costly"],
    ["PowerShell", { command: "Get-ChildItem" }, "not understood; ask; execute program:Get-ChildItem irreversible"],
    [
      "Shell",
      { command: "rm a.ts", working_directory: "src" },
      "understood; allow; delete /work/shop/src/a.ts reversible",
    ],
    ["run_shell_command", { command: "touch a", directory: "/srv" }, "understood; ask; write /srv/a costly"],
    ["bash", { command: "pwd", workdir: "src" }, "understood; allow"],
    ["Bash", { command: "ls", dangerouslyDisableSandbox: true }, "understood; ask; elevate sandbox:bypass costly"],
    ["Bash", {}, "not understood; ask"],
    ["read_many_files", { paths: ["a.ts", 3] }, "not understood; ask; read /work/shop/a.ts reversible"],
    ["save_memory", { fact: "x" }, "understood; ask; configure /home/ada/.gemini/GEMINI.md costly"],
    [
      "U3 look-alike \u0392ash",
      { command: "ls" },
      "not understood; ask; execute program:tool/U3 look-alike \u0392ash irreversible",
    ],
    ["mcp__tickets__create", { title: "x" }, "not understood; ask; execute program:mcp/tickets/create irreversible"],
    ["MCP:create", {}, "not understood; ask; execute program:mcp/create irreversible"],
  ])("%s %j is read as %s", (tool, input, expected) => {
    const seen = {
      "/work/shop/src": { type: "dir" },
      "/work/shop/src/a.ts": { type: "file", nlink: 1, vcs: "tracked_clean" },
    } as const;
    expect(read(tool, input, { seen })).toBe(expected);
  });
});

describe("arguments that hosts send today", () => {
  it.each<[string, string, Readonly<Record<string, unknown>>, string]>([
    [
      "Copilot searches several folders",
      "Grep",
      { pattern: "x", paths: ["src", "/etc"] },
      "understood; allow; read /work/shop/src reversible; read /etc reversible",
    ],
    [
      "Copilot searches one",
      "Grep",
      { pattern: "x", paths: "src" },
      "understood; allow; read /work/shop/src reversible",
    ],
    [
      "a pattern is one below every folder",
      "Glob",
      { pattern: "../x/*", paths: ["a", "b/c"] },
      "understood; allow; read /work/shop/a reversible; read /work/shop/b/c reversible; read /work/shop/x/* reversible; read /work/shop/b/x/* reversible",
    ],
    [
      "a folder that is no text",
      "Grep",
      { pattern: "x", paths: ["src", 7] },
      "not understood; ask; read /work/shop/src reversible",
    ],
    [
      "Copilot reads a large file",
      "Read",
      { path: "a.ts", forceReadLargeFiles: true },
      "understood; allow; read /work/shop/a.ts reversible",
    ],
    [
      "Codex looks at a picture",
      "view_image",
      { path: "a.png" },
      "understood; allow; read /work/shop/a.png reversible",
    ],
    [
      "OpenCode's task of a command",
      "task",
      { prompt: "x", command: "/review" },
      "understood; allow; delegate agent:in-host reversible",
    ],
    [
      "Gemini's agent",
      "invoke_agent",
      { agent_name: "x", prompt: "y" },
      "understood; allow; delegate agent:in-host reversible",
    ],
    ["Gemini's skill", "activate_skill", { name: "pdf" }, "understood; allow; execute skill:pdf reversible"],
    [
      "Gemini looks at its own process",
      "read_background_output",
      { pid: 7 },
      "understood; allow; read process:own reversible",
    ],
    [
      "Copilot looks at its own process",
      "read_bash",
      { shellId: "0", delay: 5 },
      "understood; allow; read process:own reversible",
    ],
    ["Copilot ends its own process", "stop_bash", { shellId: "0" }, "understood; allow; delete process:own reversible"],
    [
      "Copilot's message to an agent",
      "write_agent",
      { agent_id: "a", message: "x" },
      "understood; allow; delegate agent:in-host reversible",
    ],
  ])("%s", (_name, tool, input, expected) => {
    expect(read(tool, input)).toBe(expected);
  });

  it.each(["update_topic", "report_intent", "request_user_input"])("%s only shows something", (tool) => {
    expect(read(tool, { title: "x", intent: "y" })).toBe("understood; allow");
  });
});

describe("a call that is to run outside the sandbox", () => {
  it.each([
    ["Bash", { command: "ls" }],
    ["apply_patch", { command: patch("*** Add File: a.ts", "+a") }],
    ["Write", { file_path: "/work/shop/a.ts", content: "" }],
  ])("%s asks, whatever it would do inside", (tool, input) => {
    expect(read(tool, { ...input, requestSandboxBypass: true })).toMatch(/; ask; .*elevate sandbox:bypass costly/);
    expect(read(tool, { ...input, requestSandboxBypass: false })).toMatch(/; allow/);
  });
});

describe("the envelope of a patch", () => {
  it.each<[string, string, string]>([
    [
      "adds, changes, moves and deletes",
      patch("*** Add File: a", "+x", "*** Update File: b", "*** Move to: c", "@@", "-x", "+y", "*** Delete File: d"),
      "understood; ask; write /work/shop/a reversible; write /work/shop/b reversible; write /work/shop/c reversible; delete /work/shop/b reversible; delete /work/shop/d costly",
    ],
    [
      "with the ends of Windows lines",
      patch("*** Add File: a", "+x").replaceAll("\n", "\r\n"),
      "understood; allow; write /work/shop/a reversible",
    ],
    ["without an end", "*** Begin Patch\n*** Add File: a\n+x", "not understood; ask; write /work/shop/a reversible"],
    ["with text after its end", `${patch("*** Add File: a")}\nx`, "not understood; ask; write /work/shop/a reversible"],
    [
      "with a verb nobody knows",
      patch("*** Add File: a", "*** Run File: x"),
      "not understood; ask; write /work/shop/a reversible",
    ],
    [
      "that names one path twice in two ways",
      patch("*** Add File: a", "+x", "*** Delete File: a"),
      "not understood; ask; write /work/shop/a reversible; delete /work/shop/a costly",
    ],
    ["without a section", patch(), "not understood; ask"],
    [
      "that writes the gate's own file",
      patch("*** Add File: .claude/settings.json", "+x"),
      "understood; deny; write /work/shop/.claude/settings.json costly; configure /work/shop/.claude/settings.json costly",
    ],
  ])("%s", (_name, command, expected) => {
    expect(read("apply_patch", { command })).toBe(expected);
  });

  it("S18 is the same in a here-document of a shell (anthropics/claude-code#89251)", () => {
    const text = patch("*** Add File: a", "+x");
    expect(read("Bash", { command: `apply_patch <<'EOF'\n${text}\nEOF` })).toBe(read("apply_patch", { command: text }));
  });
});

describe("a shell on Windows", () => {
  const windows = (shell: string | null) => ({ place: { os: "win32" as const, shell } });

  it.each<[string, string, string | null, boolean]>([
    ["is understood where a command names no path", "npm test", "bash", true],
    ["is not where its rules are not known", "npm test", null, false],
    ["is not where a path is named", "cat notes.md", "bash", false],
    ["is not where a path of its own form is named", "npm test C:\\work", "bash", false],
    ["is not where it moves to another folder", "cd shop && npm test", "bash", false],
    ["is not where it is not known what is named", 'rm "$X"', "bash", false],
  ])("%s", (_says, command, shell, isUnderstood) => {
    expect(judgeAction(shellFacts(command, windows(shell))).understood).toBe(isUnderstood);
  });
});
