/** @module What people may do in a repository: asked by account, kept five minutes, never taken from an association (D1, D2). */

import type { Actor, Review } from "@warrant/kernel/change/facts";
import { hasBotSuffix, readId } from "@warrant/kernel/change/identity-account";
import { PermissionAnswer } from "./answers.ts";
import type { GitHubClient } from "./client.ts";
import { PlatformError } from "./errors.ts";
import type { Gaps } from "./gaps.ts";
import { ownerAndName } from "./owner-and-name.ts";

type Permission = Review["permission"];

const keptMs = 5 * 60_000;
/** People one change asks about; a flood of reviewers must not use up the limit of all changes. */
const maximumPeople = 100;
const maximumAtOnce = 5;
const words = new Set<string>(["admin", "maintain", "write", "triage", "read", "none"]);
const roles = new Set<string>(["admin", "maintain", "write", "triage", "read"]);

interface Kept {
  readonly at: number;
  readonly permission: Permission;
}

/** Permissions of a client's life, by repository and account. */
const cache = { make: () => new Map<string, Kept>() };
const maximumKept = 10_000;

/** The permission an answer says: the role where it is one of the platform's own, else the base of a custom role. */
export function permissionOf(answer: {
  readonly permission: string;
  readonly role_name?: string | undefined;
}): Permission {
  const { role_name: role } = answer;
  if (role !== undefined && roles.has(role)) return role as Permission;
  return words.has(answer.permission) ? (answer.permission as Permission) : "unknown";
}

/** The login REST knows an account by: GraphQL names bots without the suffix REST gives them. */
export function restLogin(actor: Actor): string | null {
  const { login, kind } = actor;
  if (login === null || login === "") return null;
  return kind === "bot" && !hasBotSuffix(login) ? `${login}[bot]` : login;
}

export class Permissions {
  readonly #client: GitHubClient;
  readonly #repository: string;
  readonly #gaps: Gaps;
  readonly #asked = new Map<string, Promise<Permission>>();
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(client: GitHubClient, repository: string, gaps: Gaps) {
    this.#client = client;
    this.#repository = repository;
    this.#gaps = gaps;
  }

  /** The permission of an account, `unknown` where it could not be had, which then is a gap. Never rejects for the platform. */
  of(actor: Actor): Promise<Permission> {
    const login = restLogin(actor);
    if (login === null) return Promise.resolve("unknown");
    const key = `${this.#repository.toLowerCase()}|${readId(actor.id).text ?? login.toLowerCase()}`;
    const known = this.#asked.get(key);
    if (known !== undefined) return known;
    const kept = this.#client.remember(cache).get(key);
    if (kept !== undefined && this.#client.timing.now() - kept.at < keptMs) return Promise.resolve(kept.permission);
    if (this.#asked.size >= maximumPeople) {
      this.#gaps.add("permissions", `only ${maximumPeople} people are looked up`);
      return Promise.resolve("unknown");
    }
    const asking = this.#inTurn(() => this.#ask(actor, login, key));
    this.#asked.set(key, asking);
    return asking;
  }

  async #ask(actor: Actor, login: string, key: string): Promise<Permission> {
    let permission: Permission;
    try {
      const { data } = await this.#client.rest(
        "GET /repos/{owner}/{repo}/collaborators/{username}/permission",
        { ...ownerAndName(this.#repository), username: login },
        PermissionAnswer,
      );
      // A login that was given up can be another account's by now (D12).
      const id = readId(actor.id).text;
      const isOther = id !== null && data.user !== undefined && data.user !== null && String(data.user.id) !== id;
      permission = isOther ? "unknown" : permissionOf(data);
      if (permission === "unknown") this.#gaps.add("permissions", `the permission of ${login} cannot be told`);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.status !== 404) {
        this.#gaps.add("permissions", `${error.asked}: ${error.came}`);
        return "unknown";
      }
      permission = "none";
    }
    if (permission === "unknown") return permission;
    const kept = this.#client.remember(cache);
    kept.delete(key);
    kept.set(key, { at: this.#client.timing.now(), permission });
    const [oldest] = kept.keys();
    if (kept.size > maximumKept && oldest !== undefined) kept.delete(oldest);
    return permission;
  }

  async #inTurn<Result>(ask: () => Promise<Result>): Promise<Result> {
    if (this.#running >= maximumAtOnce) await new Promise<void>((resolve) => this.#queue.push(resolve));
    this.#running += 1;
    try {
      return await ask();
    } finally {
      this.#running -= 1;
      this.#queue.shift()?.();
    }
  }
}
