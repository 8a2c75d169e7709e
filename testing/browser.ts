/** @module A real Chromium for tests and pictures, from a package without an install script; nothing is downloaded. */

import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";

const packageFolder = dirname(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))));
const cache = join(import.meta.dirname, "../node_modules/.cache/warrant");

/** A browser that keeps to itself: no services behind its own back, the same shapes of letters on every machine. */
const flags = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--font-render-hinting=none",
  // Chromium's own sandbox refuses to start for root, whom a container usually runs as.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

/**
 * The program, unpacked once per installation into a folder of this repository. The package itself would unpack to a fixed
 * name in the shared temporary folder, and run whatever lies there. Processes that unpack at once do not see half a file.
 */
async function executable(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8")) as { version: string };
  const path = join(cache, `chromium-${version}`);
  if (existsSync(path)) return path;
  await mkdir(cache, { recursive: true });
  const partial = `${path}.${process.pid}`;
  try {
    const packed = createReadStream(join(packageFolder, "bin/chromium.br"));
    await pipeline(packed, createBrotliDecompress(), createWriteStream(partial, { mode: 0o755 }));
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
  return path;
}

/** Starts the browser with a fresh profile; `await using` closes it. */
export async function startBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await executable(),
    args: flags,
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
}

/** A window in which every request that would leave the page is refused and noted. */
export async function closedContext(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<{ readonly context: BrowserContext; readonly requests: readonly string[] }> {
  const context = await browser.newContext(options);
  const requests: string[] = [];
  await context.route("**/*", async (route) => {
    requests.push(route.request().url());
    await route.abort();
  });
  return { context, requests };
}
