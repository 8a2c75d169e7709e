/** @module Everything the fake platform knows, and the ids, times and addresses it gives out. */

import { type Account, type AccountOptions, Accounts, type App, type AppOptions } from "./accounts.ts";
import { FakeRepository, type RepositoryOptions } from "./repository.ts";
import { Tokens } from "./tokens.ts";

export interface Urls {
  /** Where pages for people would be. Nothing answers there. */
  html: string;
  api: string;
  graphql: string;
}

/** Limits as documented, and open to tests which want to meet them with fewer rows. */
export interface Limits {
  readonly fileRows: number;
  readonly diffLinesPerAnswer: number;
  readonly diffFiles: number;
  readonly diffLines: number;
  readonly patchBytes: number;
  readonly commits: number;
  readonly bodyCharacters: number;
  readonly checkOutputCharacters: number;
  readonly annotationsPerRequest: number;
}

export const documentedLimits: Limits = {
  fileRows: 3000,
  diffLinesPerAnswer: 20_000,
  diffFiles: 300,
  diffLines: 20_000,
  patchBytes: 500 * 1024,
  commits: 250,
  bodyCharacters: 65_536,
  checkOutputCharacters: 65_535,
  annotationsPerRequest: 50,
};

const firstTime = Date.parse("2026-01-10T12:00:00Z");

export class World {
  readonly urls: Urls = { html: "", api: "", graphql: "" };
  readonly accounts: Accounts;
  readonly repositories = new Map<string, FakeRepository>();
  readonly apps = new Map<number, App>();
  readonly tokens: Tokens;
  readonly limits: Limits;
  readonly actionsApp: App;
  #lastId = 1000;
  #seconds = 0;

  constructor(limits: Partial<Limits> = {}) {
    this.limits = { ...documentedLimits, ...limits };
    this.accounts = new Accounts(() => this.nextId());
    this.tokens = new Tokens(this);
    const bot = this.accounts.add("Bot", "github-actions[bot]");
    this.actionsApp = this.app({ id: 15368, slug: "github-actions", bot, owner: "github" });
  }

  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** The platform's own clock: one second passes each time it is looked at, so order is visible and runs agree. */
  now(): string {
    this.#seconds += 1;
    return new Date(firstTime + this.#seconds * 1000).toISOString().replace(".000Z", "Z");
  }

  repository(fullName: string, folder: string, options: RepositoryOptions = {}): FakeRepository {
    const repository = new FakeRepository(this, fullName, folder, options);
    this.repositories.set(fullName.toLowerCase(), repository);
    return repository;
  }

  findRepository(owner: string, name: string): FakeRepository | undefined {
    return this.repositories.get(`${owner}/${name}`.toLowerCase());
  }

  user(login: string, options: AccountOptions = {}): Account {
    return this.accounts.add("User", login, options);
  }

  bot(login: string, options: AccountOptions = {}): Account {
    return this.accounts.add("Bot", login, options);
  }

  app(options: AppOptions): App {
    const app: App = {
      id: options.id,
      slug: options.slug,
      bot: options.bot ?? this.accounts.add("Bot", `${options.slug}[bot]`),
      publicKey: options.publicKey,
      permissions: options.permissions ?? {},
      events: options.events ?? [],
      owner: options.owner ?? "acme",
    };
    this.apps.set(app.id, app);
    return app;
  }
}
