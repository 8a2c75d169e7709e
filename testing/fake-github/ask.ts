/** @module A bare client for the tests of the fake itself: it hides nothing and repairs nothing. */

import type { FakeGithub } from "./server.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed where it is JSON, otherwise text; undefined where there is none. */
  readonly body: unknown;
}

export interface GraphqlAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly data: unknown;
  readonly errors: readonly { readonly message: string; readonly type?: string; readonly path?: unknown }[] | undefined;
}

export class Asker {
  readonly #github: FakeGithub;
  readonly #token: string;

  constructor(github: FakeGithub, token: string) {
    this.#github = github;
    this.#token = token;
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const url = path.startsWith("http") ? path : this.#github.apiUrl + path;
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = text !== "" && response.headers.get("content-type")?.includes("json") === true;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text || undefined };
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return await this.send("GET", path, undefined, headers);
  }

  /** Every page of a list, by the Link header. */
  async all(path: string): Promise<unknown[]> {
    const rows: unknown[] = [];
    for (let next: string | undefined = path; next !== undefined; ) {
      const answer: Answer = await this.get(next);
      if (!Array.isArray(answer.body)) throw new TypeError(`no list: ${answer.status} ${JSON.stringify(answer.body)}`);
      rows.push(...answer.body);
      next = /<(?<url>[^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.groups?.["url"];
    }
    return rows;
  }

  async graphql(query: string, variables: Record<string, unknown> = {}): Promise<GraphqlAnswer> {
    const answer = await this.send("POST", this.#github.graphqlUrl, { query, variables });
    const { data, errors } = answer.body as Pick<GraphqlAnswer, "data" | "errors">;
    return { status: answer.status, headers: answer.headers, data, errors };
  }
}
