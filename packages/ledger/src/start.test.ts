import { build, type Metafile } from "esbuild";
import { describe, expect, it } from "vitest";

/** Everything that is read when the ledger of a file is opened: what its modules import, and the engine of files. */
async function loaded(): Promise<readonly string[]> {
  const { metafile } = await build({
    stdin: {
      contents: 'import { openLedger } from "@warrant/ledger"; import "@warrant/ledger/sqlite"; void openLedger;',
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    outdir: "out",
    format: "esm",
    platform: "node",
    conditions: ["warrant-source"],
    external: ["better-sqlite3", "pg"],
  });
  const entry = Object.keys(metafile.outputs).find((path) => metafile.outputs[path]?.entryPoint === "<stdin>");
  return inputsOf(metafile, entry ?? "", new Set());
}

function inputsOf({ outputs, ...rest }: Metafile, path: string, seen: Set<string>): string[] {
  const output = outputs[path];
  if (output === undefined || seen.has(path)) return [path];
  seen.add(path);
  const needed = output.imports.filter(({ kind }) => kind !== "dynamic-import");
  return [...Object.keys(output.inputs), ...needed.flatMap((one) => inputsOf({ outputs, ...rest }, one.path, seen))];
}

describe("opening the ledger of a file", () => {
  it("loads nothing of PostgreSQL, no schemas of Zod, no YAML and no parser of Markdown", async () => {
    const files = await loaded();
    expect(files).toContain("better-sqlite3");
    expect(files.some((file) => file.endsWith("commitment/commitment-rules.ts"))).toBe(true);
    const unwanted =
      /(?:^|\/)(?:pg|pg-[a-z]+|zod|yaml|mdast[a-z-]*|micromark[a-z-]*)(?:\/|$)|postgres\.ts$|-postgres|dialect\/postgres/;
    expect(files.filter((file) => unwanted.test(file))).toEqual([]);
  });
});
