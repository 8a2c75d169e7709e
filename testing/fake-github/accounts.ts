/** @module The people, bots, organisations and apps of the fake platform. */

export type Role = "admin" | "maintain" | "write" | "triage" | "read" | "none";

export interface Account {
  readonly kind: "User" | "Bot" | "Organization" | "Mannequin";
  readonly id: number;
  /** As REST spells it: bots end in `[bot]`, most of them. */
  readonly login: string;
  /** As GraphQL spells it: without `[bot]`, and Copilot by another name altogether. */
  readonly graphqlLogin: string;
  readonly name: string | null;
  /** Addresses by which commits are attributed to the account. */
  readonly emails: readonly string[];
}

export interface AccountOptions {
  readonly id?: number;
  readonly name?: string;
  readonly email?: string;
  readonly graphqlLogin?: string;
}

export interface AppOptions {
  readonly id: number;
  readonly slug: string;
  /** The bot account the app writes as; otherwise `SLUG[bot]` with an id of its own. */
  readonly bot?: Account;
  /** PEM; needed only where a JSON Web Token of the app is verified. */
  readonly publicKey?: string;
  readonly permissions?: Permissions;
  /** Webhook events it asks for. */
  readonly events?: readonly string[];
  readonly owner?: string;
}

export interface App {
  readonly id: number;
  readonly slug: string;
  readonly bot: Account;
  readonly publicKey: string | undefined;
  readonly permissions: Permissions;
  readonly events: readonly string[];
  readonly owner: string;
}

export type Access = "read" | "write" | "admin";
/** Names as in the permissions of an installation: `contents`, `pull_requests`, `checks` … */
export type Permissions = Readonly<Record<string, Access>>;

/** Bots whose ids are public and which products look for by id. */
const knownBots: Readonly<Record<string, { id: number; graphqlLogin?: string }>> = {
  "github-actions[bot]": { id: 41898282 },
  "dependabot[bot]": { id: 49699333 },
  Copilot: { id: 198982749, graphqlLogin: "copilot-swe-agent" },
};

/** Accounts by login, without regard to case, as the platform compares them. */
export class Accounts {
  readonly #byLogin = new Map<string, Account>();
  readonly #nextId: () => number;

  constructor(nextId: () => number) {
    this.#nextId = nextId;
  }

  add(kind: Account["kind"], login: string, options: AccountOptions = {}): Account {
    const known = knownBots[login];
    const id = options.id ?? known?.id ?? this.#nextId();
    const account: Account = {
      kind,
      id,
      login,
      graphqlLogin: options.graphqlLogin ?? known?.graphqlLogin ?? login.replace(/\[bot\]$/, ""),
      name: options.name ?? null,
      emails: [...(options.email === undefined ? [] : [options.email]), `${id}+${login}@users.noreply.github.com`],
    };
    this.#byLogin.set(login.toLowerCase(), account);
    return account;
  }

  find(login: string): Account | undefined {
    return this.#byLogin.get(login.toLowerCase());
  }

  /** The account of this login; one that was never described is a plain account without any permission. */
  get(login: string): Account {
    const kind = login.endsWith("[bot]") || login in knownBots ? "Bot" : "User";
    return this.find(login) ?? this.add(kind, login);
  }

  byEmail(email: string): Account | undefined {
    const wanted = email.toLowerCase();
    return [...this.#byLogin.values()].find((account) => account.emails.some((own) => own.toLowerCase() === wanted));
  }

  /** Gives an account another login; its id stays, as on the platform. */
  rename(from: string, to: string): Account {
    const old = this.get(from);
    this.#byLogin.delete(from.toLowerCase());
    const renamed = { ...old, login: to, graphqlLogin: to.replace(/\[bot\]$/, "") };
    this.#byLogin.set(to.toLowerCase(), renamed);
    return renamed;
  }
}
