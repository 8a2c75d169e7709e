/**
 * @module Small questions about files and issues, asked together: what waits at the same moment goes into one GraphQL query,
 * so that the number of requests depends on rounds and not on parts (GitHub, sections 1 and 2.1).
 */

import { readDocument } from "@warrant/kernel/document";
import * as z from "zod/mini";
import type { GitHubClient } from "./client.ts";
import { PlatformError } from "./errors.ts";
import { faultAt, type GraphqlFault } from "./graphql-answer.ts";
import { ownerAndName } from "./owner-and-name.ts";

/** Questions of one query: both sides of a hundred paths, which the platform answers well, the named issues and the base files. */
const maximumQuestions = 260;

/** Where a question is asked: at a commit of the repository, or of another repository. */
export type Place = { readonly commit: string } | { readonly repository: string };

export interface Question<Data> {
  readonly at: Place;
  /** One field with the variable `$value`. */
  readonly selection: string;
  readonly value: string | number;
  readonly schema: z.ZodMiniType<Data>;
}

export type Reply<Data> =
  | { readonly ok: true; readonly value: Data }
  /** This part could not be given; the others of the same query could. */
  | { readonly ok: false; readonly fault: GraphqlFault };

interface Waiting {
  readonly question: Question<unknown>;
  readonly resolve: (reply: Reply<unknown>) => void;
  readonly reject: (error: unknown) => void;
}

const Containers = z.record(z.string(), z.unknown());

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One query under construction: its text, its variables, and where the answer of each question stands. */
class Batch {
  readonly variables: Record<string, string | number> = {};
  readonly places: (readonly string[])[] = [];
  readonly #declared: string[] = [];
  readonly #commits = new Map<string, { alias: string; fields: string[] }>();
  readonly #repositories = new Map<string, { alias: string; fields: string[] }>();
  readonly #home: string;

  constructor(home: string, waiting: readonly Waiting[]) {
    this.#home = home;
    for (const [index, { question }] of waiting.entries()) this.#add(question, index);
  }

  get text(): string {
    const commits = [...this.#commits.values()].map(
      ({ alias, fields }) => `${alias}: object(oid: $${alias}) { ... on Commit { ${fields.join(" ")} } }`,
    );
    const repositories = [...this.#repositories.values()].map(({ alias, fields }) => {
      const all = alias === "home" ? [...fields, ...commits] : fields;
      return `${alias}: repository(owner: $${alias}Owner, name: $${alias}Name) { ${all.join(" ")} }`;
    });
    return `query Lookups(${this.#declared.join(", ")}) { ${repositories.join(" ")} }`;
  }

  #declare(name: string, type: string, value: string | number): void {
    this.#declared.push(`$${name}: ${type}`);
    this.variables[name] = value;
  }

  #repository(repository: string): { alias: string; fields: string[] } {
    const key = repository.toLowerCase();
    const known = this.#repositories.get(key);
    if (known !== undefined) return known;
    const alias = key === this.#home.toLowerCase() ? "home" : `other${this.#repositories.size}`;
    const { owner, repo: name } = ownerAndName(repository);
    this.#declare(`${alias}Owner`, "String!", owner);
    this.#declare(`${alias}Name`, "String!", name);
    const made = { alias, fields: [] };
    this.#repositories.set(key, made);
    return made;
  }

  #commit(oid: string): { alias: string; fields: string[] } {
    const known = this.#commits.get(oid);
    if (known !== undefined) return known;
    this.#repository(this.#home);
    const made = { alias: `commit${this.#commits.size}`, fields: [] };
    this.#declare(made.alias, "GitObjectID!", oid);
    this.#commits.set(oid, made);
    return made;
  }

  #add({ at, selection, value }: Question<unknown>, index: number): void {
    const isCommit = "commit" in at;
    const container = isCommit ? this.#commit(at.commit) : this.#repository(at.repository);
    const variable = `v${index}`;
    this.#declare(variable, typeof value === "number" ? "Int!" : "String!", value);
    container.fields.push(`q${index}: ${selection.replace("$value", () => `$${variable}`)}`);
    this.places.push(isCommit ? ["home", container.alias, `q${index}`] : [container.alias, `q${index}`]);
  }
}

function misshapen(where: string): PlatformError {
  return new PlatformError({
    code: "platform-shape",
    asked: "files and issues (GraphQL)",
    came: `the answer has another form at ${where}`,
    next: "Check that the server is a supported GitHub; if it is, report this.",
  });
}

/** The reply at a place of the answer. A container that is null without a fault is a commit or repository nobody has. */
function replyAt<Data>(
  data: Record<string, unknown>,
  faults: readonly GraphqlFault[],
  place: readonly string[],
  schema: z.ZodMiniType<Data>,
): Reply<Data> {
  const fault = faultAt(faults, place);
  if (fault !== undefined) return { ok: false, fault };
  let value: unknown = data;
  for (const step of place) {
    if (value === null) return { ok: false, fault: { type: "NOT_FOUND", path: [...place] } };
    if (!isRecord(value) || !(step in value)) throw misshapen(place.join("."));
    value = value[step];
  }
  const reading = readDocument(schema, value);
  if (!reading.ok) throw misshapen(reading.misfits[0]?.path ?? place.join("."));
  return { ok: true, value: reading.document };
}

export class Lookups {
  readonly #client: GitHubClient;
  readonly #repository: string;
  #waiting: Waiting[] = [];

  constructor(client: GitHubClient, repository: string) {
    this.#client = client;
    this.#repository = repository;
  }

  /** Asks with everything else that is asked before the event loop turns. @throws PlatformError when the query fails. */
  ask<Data>(question: Question<Data>): Promise<Reply<Data>> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#flush());
      const settle = resolve as (reply: Reply<unknown>) => void;
      this.#waiting.push({ question, resolve: settle, reject });
    });
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let start = 0; start < waiting.length; ) {
      const part = waiting.slice(start, start + maximumQuestions);
      start += part.length;
      void this.#send(part);
    }
  }

  async #send(part: readonly Waiting[]): Promise<void> {
    try {
      const batch = new Batch(this.#repository, part);
      const { data, faults } = await this.#client.graphql("files and issues", batch.text, batch.variables, Containers);
      for (const [index, { question, resolve, reject }] of part.entries()) {
        try {
          resolve(replyAt(data, faults, batch.places[index] ?? [], question.schema));
        } catch (error) {
          reject(error);
        }
      }
    } catch (error) {
      for (const { reject } of part) reject(error);
    }
  }
}
