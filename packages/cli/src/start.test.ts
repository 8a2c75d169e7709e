/** What a start of the command loads, as the bundler sees it; what is imported when it is needed is left out. */

import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { testIo } from "../../../testing/io.ts";
import { run } from "./main.ts";

async function loadedBy(...modules: readonly string[]): Promise<readonly string[]> {
  const { metafile } = await build({
    stdin: { contents: modules.map((name) => `import "./${name}";`).join("\n"), resolveDir: import.meta.dirname },
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    outdir: "out",
    format: "esm",
    platform: "node",
    conditions: ["warrant-source"],
    external: ["better-sqlite3", "pg", "pg-native"],
  });
  const { outputs } = metafile;
  const waiting = Object.keys(outputs).filter((path) => outputs[path]?.entryPoint === "<stdin>");
  const files = new Set<string>();
  const seen = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const output = outputs[path];
    if (seen.has(path)) continue;
    seen.add(path);
    if (output === undefined) {
      files.add(path);
      continue;
    }
    for (const file of Object.keys(output.inputs)) files.add(file);
    waiting.push(...output.imports.filter(({ kind }) => kind !== "dynamic-import").map((one) => one.path));
  }
  return [...files];
}

const ledger = /(?:^|\/)ledger\/src\/|better-sqlite3|kysely|(?:^|\/)pg\//;
const heavy = /(?:^|\/)(?:zod|yaml|mdast[a-z-]*|micromark[a-z-]*|@octokit)\/|(?:^|\/)github\/src\//;

describe("the start of the command", () => {
  it("loads of the ledger only what makes ids, whatever is asked for", async () => {
    const files = await loadedBy("main.ts");
    expect(files.filter((file) => ledger.test(file))).toEqual(["packages/ledger/src/event-id.ts"]);
    expect(files.filter((file) => heavy.test(file))).toEqual([]);
  });

  it("of explain loads no ledger, no schema and no YAML beside the reading itself", async () => {
    const files = await loadedBy("commands/explain.ts", "preview.ts", "render/explain-text.ts");
    expect(files).toContain("packages/kernel/src/intent/reading/read.ts");
    expect(files.filter((file) => ledger.test(file) || heavy.test(file))).toEqual([]);
  });
});

describe("the help of a command", () => {
  it.each(["explain", "intent", "grant", "revoke", "commitments", "inbox", "answer", "session", "tick", "ledger"])(
    "of %s names its exit codes, and is listed",
    async (name) => {
      const { io, stdout, stderr } = testIo();
      expect(await run([name, "--help"], io)).toBe(0);
      expect(stderr()).toBe("");
      expect(stdout()).toContain(`Usage: warrant ${name}`);
      expect(stdout()).toContain("Exit codes: 0 ");
      const all = testIo();
      await run(["--help"], all.io);
      expect(all.stdout()).toMatch(new RegExp(`^ {2}${name}\\b`, "m"));
    },
  );
});
