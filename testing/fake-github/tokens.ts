/** @module Who is asking: personal, workflow and installation tokens, and the signed tokens of apps. */

import { createHash, createVerify } from "node:crypto";
import type { Access, Account, App, Permissions, Role } from "./accounts.ts";
import { PlatformError } from "./platform-error.ts";
import type { FakeRepository } from "./repository.ts";
import type { World } from "./world.ts";

export interface Viewer {
  readonly kind: "personal" | "workflow" | "installation" | "app";
  /** The account writes are attributed to. */
  readonly account: Account;
  readonly app: App | undefined;
  /** Undefined: whatever the account may do. */
  readonly permissions: Permissions | undefined;
  /** Undefined: every repository the account can see. */
  readonly repositories: ReadonlySet<number> | undefined;
  readonly installation: number | undefined;
  /** Milliseconds since 1970, by the real clock, since clients compare it with theirs. */
  readonly expiresAt: number;
  /** Names the token in ETags and rate limits without being the token. */
  readonly key: string;
  readonly rate: RateLimit;
}

export interface RateLimit {
  limit: number;
  used: number;
  /** Seconds since 1970. */
  reset: number;
}

export interface Installation {
  readonly id: number;
  readonly app: App;
  readonly account: Account;
  readonly repositories: readonly FakeRepository[];
  readonly permissions: Permissions;
}

const levels: Readonly<Record<Access, number>> = { read: 1, write: 2, admin: 3 };
const roleLevels: Readonly<Record<Role, number>> = { none: 0, read: 1, triage: 2, write: 3, maintain: 4, admin: 5 };

export class Tokens {
  readonly #world: World;
  readonly #viewers = new Map<string, Viewer>();
  readonly installations = new Map<number, Installation>();
  #made = 0;

  constructor(world: World) {
    this.#world = world;
  }

  #keep(prefix: string, facts: Omit<Viewer, "key" | "rate">, limit: number): string {
    this.#made += 1;
    const digest = createHash("sha256").update(`${prefix}${this.#made}`).digest("hex");
    const token = `${prefix}_${digest.slice(0, 36)}`;
    this.#viewers.set(token, { ...facts, key: digest.slice(40), rate: freshRate(limit) });
    return token;
  }

  /** A personal token: it may do what its account may. */
  personal(login: string): string {
    const account = this.#world.accounts.get(login);
    const facts = { account, app: undefined, permissions: undefined, repositories: undefined, installation: undefined };
    return this.#keep("ghp", { kind: "personal", ...facts, expiresAt: Number.POSITIVE_INFINITY }, 5000);
  }

  /** The token a workflow run gets for its repository; for changes from forks every permission is `read`. */
  workflow(repository: FakeRepository, permissions: Permissions = { contents: "read" }): string {
    const app = this.#world.actionsApp;
    const repositories = new Set([repository.id]);
    const facts = { account: app.bot, app, permissions: { metadata: "read" as const, ...permissions }, repositories };
    const expiresAt = Date.now() + 3_600_000;
    return this.#keep("ghs", { kind: "workflow", ...facts, installation: undefined, expiresAt }, 1000);
  }

  installation(options: {
    readonly id: number;
    readonly app: App;
    readonly repositories: readonly FakeRepository[];
    readonly permissions?: Permissions;
  }): Installation {
    const [first] = options.repositories;
    if (first === undefined) throw new Error("an installation needs a repository");
    const permissions = { metadata: "read" as const, ...(options.permissions ?? options.app.permissions) };
    const installation = { ...options, account: first.owner, permissions };
    this.installations.set(options.id, installation);
    return installation;
  }

  /** A token of an installation, as `POST /app/installations/ID/access_tokens` gives it out. */
  ofInstallation(
    installation: Installation,
    reduced: {
      readonly permissions?: Permissions;
      readonly repositories?: readonly FakeRepository[];
      lifetimeMs?: number;
    } = {},
  ): { token: string; expiresAt: number; permissions: Permissions; repositories: readonly FakeRepository[] } {
    const repositories = reduced.repositories ?? installation.repositories;
    const permissions = { metadata: "read" as const, ...(reduced.permissions ?? installation.permissions) };
    const expiresAt = Date.now() + (reduced.lifetimeMs ?? 3_600_000);
    const { app, id } = installation;
    const ids = new Set(repositories.map((repository) => repository.id));
    const facts = { account: app.bot, app, permissions, repositories: ids, installation: id, expiresAt };
    return { token: this.#keep("ghs", { kind: "installation", ...facts }, 5000), expiresAt, permissions, repositories };
  }

  /** Lets any text be a token too, which then may do what the known one may. */
  alias(text: string, token: string): void {
    this.#viewers.set(text, this.#known(token));
  }

  /** The token's rate limit, for tests that want it nearly used up. */
  rateOf(token: string): RateLimit {
    return this.#known(token).rate;
  }

  /** From now on the token is answered 401, as one that was revoked. */
  revoke(token: string): void {
    this.#viewers.delete(token);
  }

  expire(token: string): void {
    this.#viewers.set(token, { ...this.#known(token), expiresAt: 0 });
  }

  #known(token: string): Viewer {
    const viewer = this.#viewers.get(token);
    if (viewer === undefined) throw new Error("no such token");
    return viewer;
  }

  /** Who an Authorization header stands for. Throws the platform's 401. */
  read(header: string | undefined): Viewer {
    const words = /^(?:token|bearer) +(?<token>\S+)$/i.exec(header ?? "");
    const token = words?.groups?.["token"];
    if (token === undefined) throw new PlatformError(401, "Requires authentication");
    if (token.split(".").length === 3) return this.#readAppToken(token);
    const viewer = this.#viewers.get(token);
    if (viewer === undefined || viewer.expiresAt <= Date.now()) throw new PlatformError(401, "Bad credentials");
    return viewer;
  }

  #readAppToken(token: string): Viewer {
    const [head = "", body = "", signature = ""] = token.split(".");
    const header = parsePart(head);
    const claims = parsePart(body);
    const app = this.#world.apps.get(Number(claims["iss"]));
    if (header["alg"] !== "RS256" || app?.publicKey === undefined) throw undecodable();
    const signed = createVerify("RSA-SHA256").update(`${head}.${body}`);
    if (!signed.verify(app.publicKey, Buffer.from(signature, "base64url"))) throw undecodable();
    checkTimes(Number(claims["iat"]), Number(claims["exp"]), Date.now() / 1000);
    return {
      kind: "app",
      account: app.bot,
      app,
      permissions: {},
      repositories: new Set(),
      installation: undefined,
      expiresAt: Number(claims["exp"]) * 1000,
      key: `app-${app.id}`,
      rate: freshRate(5000),
    };
  }
}

function parsePart(part: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    throw undecodable();
  }
}

function undecodable(): PlatformError {
  return new PlatformError(401, "A JSON web token could not be decoded");
}

/** The platform allows ten minutes, and a minute of clocks that disagree. */
function checkTimes(issued: number, expires: number, now: number): void {
  if (!(issued <= now + 60)) {
    throw new PlatformError(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  }
  if (!(expires > now)) {
    throw new PlatformError(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  }
  if (expires - now > 660) throw new PlatformError(401, "'Expiration time' claim ('exp') is too far in the future");
}

function freshRate(limit: number): RateLimit {
  return { limit, used: 0, reset: Math.floor(Date.now() / 1000) + 3600 };
}

export function canSee(viewer: Viewer, repository: FakeRepository): boolean {
  if (!repository.private) return true;
  if (viewer.repositories !== undefined) return viewer.repositories.has(repository.id);
  return repository.roleOf(viewer.account).role !== "none";
}

/** A way to be allowed: a permission of the token, or the role an account needs instead. */
export interface Need {
  readonly anyOf: readonly (readonly [permission: string, access: Access])[];
  /** What a personal token's account must be here. */
  readonly role: Role;
  /** True where only apps may (check runs). */
  readonly appOnly?: boolean;
  /** True for what stays closed in a public repository: settings, the merge queue. */
  readonly evenWherePublic?: boolean;
}

/** Throws the platform's 403 when the token may not do this here. */
export function demand(viewer: Viewer, repository: FakeRepository, need: Need): void {
  const accepted = need.anyOf.map(([name, access]) => `${name}=${access}`).join("; ");
  const headers = { "x-accepted-github-permissions": accepted };
  if (viewer.permissions === undefined) {
    if (need.appOnly === true) throw new PlatformError(403, "You must authenticate via a GitHub App.", { headers });
    if (roleLevels[repository.roleOf(viewer.account).role] >= roleLevels[need.role]) return;
    throw new PlatformError(403, "Must have push access to repository", { headers });
  }
  const here = viewer.repositories?.has(repository.id) ?? true;
  const own = viewer.permissions;
  const reads = need.anyOf.every(([, access]) => access === "read");
  // What is public may be read by every token, whatever it was made for.
  if (reads && !repository.private && need.evenWherePublic !== true) return;
  const enough = need.anyOf.some(([name, access]) => levels[own[name] ?? "read"] >= levels[access] && name in own);
  if (here && enough) return;
  throw new PlatformError(403, "Resource not accessible by integration", { headers });
}
