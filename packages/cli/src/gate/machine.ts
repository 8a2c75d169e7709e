/**
 * @module The machine the gate runs on: the ledger, opened once, and what is kept between calls. A resident gate has one for
 * all calls, a hook that judges by itself one for its own.
 */

import { readFileSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, isAbsolute } from "node:path";
import type { Environment } from "@warrant/hosts/client/socket-place";
import { type InstallRecord, noInstallation, readInstallRecord } from "@warrant/hosts/install/record";
import type { Volume } from "@warrant/kernel/action/place";
import { eventIds } from "@warrant/ledger/event-id";
import { type Authority, type AuthorityQuery, readAuthority } from "@warrant/ledger/gate";
import { ledgerLocation } from "@warrant/ledger/location";
import type { SessionDraft } from "@warrant/ledger/session-log";
import { openLedger, type WarrantLedger } from "@warrant/ledger/warrant-ledger";
import { stampOf } from "@warrant/sources/git/work-tree";
import { outsideOf } from "./ledger-state.ts";
import { FileSights, scratchFolders, volumeAt } from "./look.ts";
import { controlPaths, type GatePlaces } from "./places.ts";
import { RecordQueue } from "./record-queue.ts";
import { SessionViews } from "./session-views.ts";

export interface MachineOptions {
  readonly places: GatePlaces;
  readonly environment: Environment;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The folder the gate's own code is in. */
  readonly code: string;
}

function accountName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

function readRecord(file: string): InstallRecord | null {
  try {
    return readInstallRecord(readFileSync(file, "utf8"));
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? noInstallation : null;
  }
}

interface KeptAuthority {
  readonly at: number | null;
  readonly epoch: number;
  readonly read: Authority;
}

/** Sessions, requests and work trees whose authority is kept; more only cost reading it again. */
const mostAuthorities = 256;

interface OpenLedger {
  readonly url: string | null;
  readonly opened: Promise<WarrantLedger>;
  /** Null for a server's. */
  readonly path: string | null;
  /** Of the file, once it is open; null before, and for a server's. */
  inode: bigint | null;
}

/** Milliseconds in which every call that began is over. */
const grace = 5000;

function inodeOf(path: string | null): bigint | null {
  if (path === null) return null;
  // One that is gone has the number of none.
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? -1n;
}

export class Machine {
  readonly places: GatePlaces;
  readonly environment: Environment;
  readonly now: () => number;
  readonly newId: () => string;
  readonly sights = new FileSights();
  readonly sessions = new SessionViews();
  readonly #queue = new RecordQueue();
  readonly #authorities = new Map<string, KeptAuthority>();
  /** Another number after anything was written here that authority may depend on. */
  #epoch = 0;
  readonly user = accountName();
  readonly scratch = scratchFolders();
  readonly #code: string;
  readonly #volumes = new Map<string, Volume>();
  #ledger: OpenLedger | null = null;
  #record: {
    readonly stamp: string;
    readonly record: InstallRecord | null;
    readonly control: readonly string[];
  } | null = null;

  constructor({ places, environment, now, code }: MachineOptions) {
    this.places = places;
    this.environment = environment;
    this.now = now;
    this.newId = eventIds(now);
    this.#code = code;
  }

  /**
   * The ledger, opened at the first call. One that could not be opened is tried again at the next.
   *
   * @throws LedgerError
   */
  async ledger(url: string | null): Promise<WarrantLedger> {
    const kept = this.#ledger;
    // Another file in its place, as after a copy was brought back, is another ledger.
    if (kept?.url === url && (kept.inode === null || kept.inode === inodeOf(kept.path))) return await kept.opened;
    this.#leave();
    const { home } = this.places;
    const location = ledgerLocation(url ?? undefined, this.environment, home ?? dirname(this.places.state));
    const path = location.engine === "sqlite" ? location.path : null;
    const opened = openLedger(location, this.now);
    const opening: OpenLedger = { url, opened, path, inode: null };
    this.#ledger = opening;
    try {
      const ledger = await opened;
      opening.inode = inodeOf(path);
      return ledger;
    } catch (error) {
      if (this.#ledger === opening) this.#ledger = null;
      throw error;
    }
  }

  /** Lets calls that still use the ledger end before it is closed. */
  #leave(): void {
    const kept = this.#ledger;
    this.#ledger = null;
    this.#authorities.clear();
    this.sessions.clear();
    kept?.opened.then((ledger) => setTimeout(() => void ledger.close(), grace).unref()).catch(() => undefined);
  }

  #installed(): { readonly record: InstallRecord | null; readonly control: readonly string[] } {
    const stamp = stampOf(this.places.installRecord);
    if (this.#record?.stamp === stamp) return this.#record;
    const record = readRecord(this.places.installRecord);
    this.#record = { stamp, record, control: controlPaths(this.places, this.#code, record) };
    return this.#record;
  }

  /** What was installed; null when nobody can read it. */
  get installed(): InstallRecord | null {
    return this.#installed().record;
  }

  /**
   * What an agent may not touch.
   *
   * @throws Error when the record of what was installed cannot be read: what it guards would be open.
   */
  get control(): readonly string[] {
    const { record, control } = this.#installed();
    if (record === null) throw new Error("the record of what was installed cannot be read");
    return control;
  }

  /**
   * What people delegated and approved, as it is now: kept while nobody, here or elsewhere, has written anything of it.
   *
   * @throws LedgerError
   */
  async authority(ledger: WarrantLedger, query: AuthorityQuery): Promise<Authority> {
    const key = JSON.stringify([query.session, query.request_id, query.trees]);
    const at = await outsideOf(ledger);
    const epoch = this.#epoch;
    const kept = this.#authorities.get(key);
    if (at !== null && kept?.at === at && kept.epoch === epoch) return kept.read;
    const read = await readAuthority(ledger, query);
    if (this.#authorities.size >= mostAuthorities) this.#authorities.clear();
    this.#authorities.set(key, { at, epoch, read });
    return read;
  }

  /** Writes something that authority may depend on. */
  async changing<Result>(write: () => Promise<Result>): Promise<Result> {
    this.#epoch += 1;
    try {
      return await write();
    } finally {
      this.#epoch += 1;
    }
  }

  /**
   * Appends to a session, together with what other calls append at this moment.
   *
   * @throws LedgerError
   */
  async record(ledger: WarrantLedger, session: string, events: readonly SessionDraft[]): Promise<void> {
    this.sessions.add(session, await this.#queue.append(ledger, session, events));
  }

  volume(root: string): Volume {
    const known = this.#volumes.get(root);
    if (known !== undefined) return known;
    const volume = volumeAt(root);
    this.#volumes.set(root, volume);
    return volume;
  }

  async close(): Promise<void> {
    const kept = this.#ledger;
    this.#ledger = null;
    const ledger = await kept?.opened.catch(() => null);
    await ledger?.close();
  }
}

/** Whether a folder a host names is one from the root of the file system. */
export function isFolder(path: string | null): path is string {
  return path !== null && isAbsolute(path);
}
