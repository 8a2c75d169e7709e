// Starts the built command with Node's compile cache on: it saves a third of the start.
import { existsSync, mkdirSync } from "node:fs";
import module from "node:module";
import { isAbsolute, join } from "node:path";

/** What is compiled is run without being read again, so it lies where no agent may write, and not in Node's folder below /tmp. */
function enableCache() {
  const { XDG_CACHE_HOME: cache = "", HOME: home = "" } = process.env;
  const base = isAbsolute(cache) ? cache : isAbsolute(home) ? join(home, ".cache") : undefined;
  if (base === undefined) return;
  const folder = join(base, "warrant", "code");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    module.enableCompileCache(folder);
  } catch {
    // Without it the start only takes longer.
  }
}

const built = new URL("../dist/main.js", import.meta.url);
if (existsSync(built)) {
  enableCache();
  const { main } = await import(built.href);
  await main();
} else {
  process.stderr.write("warrant is not built in this checkout. Run `npm run build`, then try again.\n");
  process.exitCode = 1;
}
