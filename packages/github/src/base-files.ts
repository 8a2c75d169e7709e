/** @module Files of the base commit over the API: configuration, plans and beads, read at exactly that commit (law 4). */

import type { BaseFiles } from "@warrant/sources/git/facts";
import type * as z from "zod/mini";
import { BaseFileAnswer, BlobContentAnswer, FolderAnswer, TreeAnswer } from "./answers.ts";
import type { GitHubClient } from "./client.ts";
import { PlatformError } from "./errors.ts";
import type { Lookups, Place } from "./lookups.ts";
import { ownerAndName } from "./owner-and-name.ts";
import { selections } from "./queries.ts";

type Listing = Awaited<ReturnType<BaseFiles["list"]>>;
type Folder = NonNullable<z.infer<typeof FolderAnswer>>;

/** What a commit holds never changes, so it is kept for the life of the client, within a size. */
interface Kept {
  readonly bytes: Map<string, Buffer | null>;
  readonly folders: Map<string, Listing>;
  size: number;
}

const maximumKeptBytes = 64 * 1024 * 1024;
const maximumKeptFolders = 200;
const kept = { make: (): Kept => ({ bytes: new Map(), folders: new Map(), size: 0 }) };

/** Kinds of entries that are no file: a folder, a submodule. */
const absentTypes = new Set(["tree", "commit"]);

function isFile({ mode, type }: { readonly mode: string; readonly type: string }): boolean {
  return type === "blob" && mode !== "120000";
}

export class GitHubBaseFiles implements BaseFiles {
  readonly sha: string;
  readonly isPresent = true;
  readonly #client: GitHubClient;
  readonly #lookups: Lookups;
  readonly #repository: string;
  readonly #reading = new Map<string, Promise<Buffer | null>>();
  readonly #listing = new Map<string, Promise<Listing>>();

  constructor(client: GitHubClient, lookups: Lookups, repository: string, sha: string) {
    this.#client = client;
    this.#lookups = lookups;
    this.#repository = repository;
    this.sha = sha;
  }

  /** Begins to read what will be asked for, so that one request answers it together. A failure is told when it is read. */
  prepare(wanted: { readonly files?: readonly string[]; readonly folders?: readonly string[] }): void {
    for (const path of wanted.files ?? []) this.read(path).catch(() => undefined);
    for (const folder of wanted.folders ?? []) this.list(folder).catch(() => undefined);
  }

  /** @throws PlatformError when it is not known whether the base has the file. */
  read(path: string): Promise<Buffer | null> {
    const known = this.#reading.get(path);
    if (known !== undefined) return known;
    const reading = this.#read(path);
    this.#reading.set(path, reading);
    return reading;
  }

  /** @throws PlatformError when the folder cannot be listed whole. */
  list(folder: string): Promise<Listing> {
    const path = folder
      .split("/")
      .filter((part) => part !== "")
      .join("/");
    const known = this.#listing.get(path);
    if (known !== undefined) return known;
    const listing = this.#list(path);
    this.#listing.set(path, listing);
    return listing;
  }

  async #read(path: string): Promise<Buffer | null> {
    const memory = this.#client.remember(kept);
    const key = `${this.#repository.toLowerCase()}@${this.sha}:${path}`;
    const known = memory.bytes.get(key);
    if (known !== undefined) return known;
    const file = await this.#ask(selections.baseFile, path, BaseFileAnswer);
    const bytes = await this.contentOf(file);
    const size = bytes?.length ?? 0;
    if (memory.size + size > maximumKeptBytes) {
      memory.bytes.clear();
      memory.size = 0;
    }
    memory.bytes.set(key, bytes);
    memory.size += size + key.length;
    return bytes;
  }

  /** The bytes of a file that was answered. Text that was cut or is none is read again as bytes. */
  async contentOf(file: BaseFileAnswer): Promise<Buffer | null> {
    if (file === null || absentTypes.has(file.type)) return null;
    // What nobody knows the kind of may be a file (law 3).
    if (file.type !== "blob") throw this.#failure("the platform calls one a kind that is not known", "");
    const { text, isTruncated } = file.object ?? {};
    if (typeof text === "string" && isTruncated === false) return Buffer.from(text, "utf8");
    const { data } = await this.#client.rest(
      "GET /repos/{owner}/{repo}/git/blobs/{file_sha}",
      { ...ownerAndName(this.#repository), file_sha: file.oid },
      BlobContentAnswer,
    );
    return Buffer.from(data.content, data.encoding === "base64" ? "base64" : "utf8");
  }

  async #list(folder: string): Promise<Listing> {
    const memory = this.#client.remember(kept);
    const key = `${this.#repository.toLowerCase()}@${this.sha}:${folder}`;
    const known = memory.folders.get(key);
    if (known !== undefined) return known;
    const listing = folder === "" ? await this.#tree(this.sha, "") : await this.#folder(folder);
    if (memory.folders.size >= maximumKeptFolders) memory.folders.clear();
    memory.folders.set(key, listing);
    return listing;
  }

  async #folder(folder: string): Promise<Listing> {
    const answer: Folder | null = await this.#ask(selections.baseFolder, folder, FolderAnswer);
    if (answer === null || answer.type === "blob" || answer.type === "commit") return [];
    if (answer.type !== "tree") throw this.#failure("the platform calls it a kind that is not known", folder);
    const entries = answer.object?.entries ?? null;
    if (entries === null || entries.some((entry) => entry.type === "tree")) return await this.#tree(answer.oid, folder);
    return entries
      .map((entry) => ({
        path: `${folder}/${entry.name}`,
        mode: entry.mode.toString(8),
        id: entry.oid,
        type: entry.type,
      }))
      .filter(isFile)
      .map(({ path, mode, id }) => ({ path, mode, id }));
  }

  /** Every file below a tree, in one request. */
  async #tree(sha: string, folder: string): Promise<Listing> {
    const { data } = await this.#client.rest(
      "GET /repos/{owner}/{repo}/git/trees/{tree_sha}",
      { ...ownerAndName(this.#repository), tree_sha: sha, recursive: "1" },
      TreeAnswer,
    );
    if (data.truncated) throw this.#failure("the folder holds more than the platform lists", folder);
    return data.tree
      .filter(isFile)
      .map(({ path, mode, sha: id }) => ({ path: folder === "" ? path : `${folder}/${path}`, mode, id }));
  }

  async #ask<Data>(selection: string, path: string, schema: z.ZodMiniType<Data>): Promise<Data> {
    const at: Place = { commit: this.sha };
    const reply = await this.#lookups.ask({ at, selection, value: path, schema });
    if (reply.ok) return reply.value;
    throw this.#failure("it could not be read at the base commit", path);
  }

  #failure(came: string, path: string): PlatformError {
    return new PlatformError({
      code: "platform-failed",
      asked: path === "" ? "the files of the base commit" : path,
      came,
      next: "Try again; if it happens again, check that the token may read the contents.",
    });
  }
}
