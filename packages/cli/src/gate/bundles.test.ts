/** What starts for every tool call, as the bundler sees it. */

import { join } from "node:path";
import { build, type Metafile } from "esbuild";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../../..");

async function bundled(entry: string): Promise<{ bytes: number; metafile: Metafile; text: string }> {
  const { metafile, outputFiles } = await build({
    entryPoints: [join(root, entry)],
    bundle: true,
    write: false,
    metafile: true,
    outdir: "out",
    format: "cjs",
    platform: "node",
    conditions: ["warrant-source"],
    alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
    external: ["better-sqlite3", "pg-native"],
    minify: true,
    define: { WARRANT_VERSION: '"0"' },
  });
  const [file] = outputFiles;
  return { bytes: file?.contents.length ?? 0, metafile, text: file?.text ?? "" };
}

function packagesIn(metafile: Metafile): string[] {
  const names = Object.keys(metafile.inputs).map(
    (path) => /node_modules\/(?<name>(?:@[^/]+\/)?[^/]+)/.exec(path)?.groups?.["name"],
  );
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

describe("the client that hosts start", () => {
  it("is smaller than 50 KB, holds no package, and loads three modules of Node up front", async () => {
    const { bytes, metafile, text } = await bundled("packages/hosts/src/client/main.ts");
    expect(bytes).toBeLessThan(50_000);
    expect(packagesIn(metafile)).toEqual([]);
    const loaded = new Set([...text.matchAll(/require\("(?<name>[^"]+)"\)/g)].map((match) => match.groups?.["name"]));
    expect(loaded).toEqual(new Set(["node:fs", "node:net", "node:path"]));
  });
});

describe("the gate in a hook's own process", () => {
  it("holds no schemas, no YAML, no command line and no platform", async () => {
    const { metafile } = await bundled("packages/cli/src/gate/in-process.ts");
    const packages = packagesIn(metafile);
    expect(packages).toContain("unbash");
    expect(packages).toContain("kysely");
    expect(packages.filter((name) => /zod|yaml|ajv|commander|octokit|mdast|micromark|picocolors/.test(name))).toEqual(
      [],
    );
    expect(Object.keys(metafile.inputs).filter((path) => /packages\/github\//.test(path))).toEqual([]);
  });
});
