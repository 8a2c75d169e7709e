/** @module Builds the command into `packages/cli/dist`: one small entry and one chunk per command, loaded when it is asked for. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const cli = join(root, "packages/cli");

rmSync(join(cli, "dist"), { recursive: true, force: true });
await build({
  entryPoints: { main: join(cli, "src/main.ts") },
  outdir: join(cli, "dist"),
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
