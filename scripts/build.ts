/**
 * @module `node scripts/build.ts [cli] [action]` builds what is run, both when none is named.
 *
 * The command: `packages/cli/dist`, one small entry and one chunk per command, loaded when it is asked for. Beside it what agent
 * hosts start: a small client, and the gate in one file for when no resident one answers. The Action: one file,
 * `packages/action/dist/index.js`.
 */

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type BuildOptions, build, type OutputFile } from "esbuild";

const root = join(import.meta.dirname, "..");

const common = {
  write: false,
  bundle: true,
  format: "esm",
  platform: "node",
  conditions: ["warrant-source"],
  // Its other form loads its parts in a way that no bundler can follow.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
  minifySyntax: true,
  minifyWhitespace: true,
  logLevel: "warning",
  // Some dependencies are CommonJS and call `require` for Node's own modules.
  banner: {
    js: 'import { createRequire as warrantCreateRequire } from "node:module"; const require = warrantCreateRequire(import.meta.url);',
  },
} as const satisfies BuildOptions;

/**
 * Puts a build in the place of the one before. Who starts meanwhile finds a whole build, the old or the new: chunks carry
 * their digest in their names, and the entry is renamed into place last.
 */
function put(files: readonly OutputFile[], entry: string): void {
  const dist = dirname(files[0]?.path ?? "");
  mkdirSync(dist, { recursive: true });
  const isEntry = ({ path }: OutputFile): number => Number(basename(path) === entry);
  for (const { path, contents } of files.toSorted((left, right) => isEntry(left) - isEntry(right))) {
    const unfinished = `${path}.${process.pid}.new`;
    writeFileSync(unfinished, contents);
    renameSync(unfinished, path);
  }
  const current = new Set(files.map(({ path }) => basename(path)));
  for (const name of readdirSync(dist)) {
    if (!current.has(name) && !name.endsWith(".new")) rmSync(join(dist, name), { recursive: true, force: true });
  }
}

const cli = join(root, "packages/cli");
// SQLite finds its binary beside its own files; PostgreSQL's native client is another one's choice.
const external = ["better-sqlite3", "pg-native"];

/** What starts for every tool call is CommonJS, which Node loads fastest. */
async function buildHook(): Promise<OutputFile[]> {
  const { version } = JSON.parse(readFileSync(join(cli, "package.json"), "utf8")) as { readonly version: string };
  const entries = {
    "hook-client": join(root, "packages/hosts/src/client/main.ts"),
    "hook-gate": join(cli, "src/gate/in-process.ts"),
  };
  const { banner: _esm, ...options } = common;
  const { outputFiles } = await build({
    ...options,
    entryPoints: entries,
    outdir: join(cli, "dist"),
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    target: "node22.12",
    external,
    define: { WARRANT_VERSION: JSON.stringify(version) },
    minifyIdentifiers: true,
    legalComments: "linked",
  });
  return outputFiles;
}

async function buildCommand(): Promise<void> {
  const hook = await buildHook();
  const { outputFiles } = await build({
    ...common,
    entryPoints: { main: join(cli, "src/main.ts") },
    outdir: join(cli, "dist"),
    splitting: true,
    target: "node22.12",
    external,
    legalComments: "linked",
  });
  put([...outputFiles, ...hook], "main.js");
}

async function buildAction(): Promise<void> {
  const { outputFiles } = await build({
    ...common,
    entryPoints: [join(root, "packages/action/src/main.ts")],
    outfile: join(root, "packages/action/dist/index.js"),
    target: "node24",
    // One file below the size that is promised: the names inside it are nobody's to read.
    minifyIdentifiers: true,
    // One file, which holds the licences of what is in it.
    legalComments: "eof",
  });
  put(outputFiles, "index.js");
}

const asked = process.argv.slice(2);
if (asked.length === 0 || asked.includes("cli")) await buildCommand();
if (asked.length === 0 || asked.includes("action")) await buildAction();
