/** @module Where the ledger is: an address of PostgreSQL, else a file below WARRANT_HOME or the XDG state folder. */

import { isAbsolute, join } from "node:path";
import { LedgerError } from "./ledger-error.ts";

export type LedgerLocation =
  | { readonly engine: "sqlite"; readonly path: string }
  | { readonly engine: "postgres"; readonly url: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** The name of the ledger's file within its folder. */
export const ledgerFile = "ledger.db";

/**
 * The folder of what Warrant remembers: `WARRANT_HOME`, else `$XDG_STATE_HOME/warrant`, else `~/.local/state/warrant`. An
 * empty variable counts as none, and so does a relative XDG folder, as the XDG specification says.
 *
 * @param home the person's home folder.
 * @throws LedgerError `refused` when `WARRANT_HOME` is relative: each folder would have its own ledger.
 */
export function stateFolder(environment: Environment, home: string): string {
  const own = environment["WARRANT_HOME"] ?? "";
  if (own !== "") {
    if (isAbsolute(own)) return own;
    throw new LedgerError("refused", `Could not find the ledger: WARRANT_HOME is "${own}". Make it an absolute path.`);
  }
  const state = environment["XDG_STATE_HOME"] ?? "";
  return join(isAbsolute(state) ? state : join(home, ".local", "state"), "warrant");
}

/**
 * The place of the ledger.
 *
 * @param url `ledger.url` of the configuration, or undefined.
 * @throws LedgerError `refused` for an address of another database.
 */
export function ledgerLocation(url: string | undefined, environment: Environment, home: string): LedgerLocation {
  if (url === undefined) return { engine: "sqlite", path: join(stateFolder(environment, home), ledgerFile) };
  const protocol = URL.canParse(url) ? new URL(url).protocol : "";
  if (protocol === "postgres:" || protocol === "postgresql:") return { engine: "postgres", url };
  throw new LedgerError(
    "refused",
    "Could not use `ledger.url`: it is no address of PostgreSQL. Write postgres://HOST/DATABASE, or leave it out for a file.",
  );
}
