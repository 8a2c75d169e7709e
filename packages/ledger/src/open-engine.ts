/** @module Opens the database of a location, loads no more than that one needs, and says plainly where it cannot run. */

import type { Engine } from "./engine.ts";
import { LedgerError } from "./ledger-error.ts";
import type { LedgerLocation } from "./location.ts";

/** The oldest Node: SQLite's binary ends the process of an older one without a word. */
const oldest = { major: 22, minor: 12 };

/** @throws LedgerError `io` on a Node that is too old, or of which nobody knows how old it is. */
export function refuseOldNode(version: string): void {
  const [major = Number.NaN, minor = Number.NaN] = version.split(".").map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return;
  throw new LedgerError(
    "io",
    `Could not open the ledger: this is Node ${version}, and it needs Node ${oldest.major}.${oldest.minor} or newer. Install a current Node.`,
  );
}

const otherwise = "set `runtime.ledger.url` to a PostgreSQL server";

/** Why SQLite's own code could not be loaded, or undefined for any other failure. */
export function explainLoading(cause: unknown): LedgerError | undefined {
  if (!(cause instanceof Error) || !("code" in cause)) return undefined;
  // The package itself; without a binary it is the file `better_sqlite3.node` that is not found.
  if (String(cause.code).endsWith("MODULE_NOT_FOUND") && cause.message.includes("'better-sqlite3'")) {
    return new LedgerError(
      "io",
      `Could not open the ledger: SQLite (better-sqlite3) is not installed. Its install may have looked for a compiler in vain: install again with --ignore-scripts, since its binary comes with it, or ${otherwise}.`,
      { cause },
    );
  }
  if (cause.code !== "ERR_DLOPEN_FAILED" && cause.code !== "MODULE_NOT_FOUND") return undefined;
  const [reason] = cause.message.split("\n");
  const machine = `${process.platform} ${process.arch}, Node ${process.versions.node}`;
  return new LedgerError(
    "io",
    `Could not open the ledger: SQLite has no binary that runs here (${machine}): ${reason}. Build it on this machine (npm rebuild better-sqlite3), or ${otherwise}.`,
    { cause },
  );
}

/** @throws LedgerError when the file cannot be opened, or not here. A server is first asked at the first query. */
export async function openEngine(location: LedgerLocation): Promise<Engine> {
  refuseOldNode(process.versions.node);
  if (location.engine === "postgres") return (await import("./postgres.ts")).postgresEngine(location.url);
  try {
    return (await import("./sqlite.ts")).sqliteEngine(location.path);
  } catch (cause) {
    throw explainLoading(cause) ?? cause;
  }
}
