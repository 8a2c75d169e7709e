import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";

/** Every module that is loaded with the hook, by its path. */
async function modulesOf(entry: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [join(import.meta.dirname, entry)],
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    conditions: ["warrant-source"],
    logLevel: "silent",
  });
  return Object.keys(metafile.inputs);
}

describe("what is loaded while a call waits", () => {
  it("is no library that takes long to start (70 to 100 ms each)", async () => {
    const modules = await modulesOf("hook.ts");
    const libraries = new Set(
      modules.flatMap((path) => /node_modules\/(?<name>(?:@[^/]+\/)?[^/]+)\//.exec(path)?.groups?.["name"] ?? []),
    );
    expect([...libraries]).toEqual(["unbash"]);
    expect(modules.filter((path) => path.endsWith(".schema.ts"))).toEqual([]);
  });
});
