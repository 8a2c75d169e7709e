/** @module Builds the command into `packages/cli/dist`: one small entry and one chunk per command, loaded when it is asked for. */

import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const cli = join(root, "packages/cli");

const dist = join(cli, "dist");

const { outputFiles } = await build({
  entryPoints: { main: join(cli, "src/main.ts") },
  outdir: dist,
  write: false,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node22.12",
  conditions: ["warrant-source"],
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "linked",
  logLevel: "warning",
  // Some dependencies are CommonJS and call `require` for Node's own modules.
  banner: {
    js: 'import { createRequire as warrantCreateRequire } from "node:module"; const require = warrantCreateRequire(import.meta.url);',
  },
});

// A command that starts meanwhile finds a whole build, the old or the new: chunks carry their digest in their names, and the
// entry is renamed into place last.
mkdirSync(dist, { recursive: true });
const entries = outputFiles.toSorted(
  (left, right) => Number(basename(left.path) === "main.js") - Number(basename(right.path) === "main.js"),
);
for (const { path, contents } of entries) {
  const unfinished = `${path}.${process.pid}.new`;
  writeFileSync(unfinished, contents);
  renameSync(unfinished, path);
}
const current = new Set(outputFiles.map(({ path }) => basename(path)));
for (const name of readdirSync(dist)) {
  if (!current.has(name) && !name.endsWith(".new")) rmSync(join(dist, name), { recursive: true, force: true });
}
