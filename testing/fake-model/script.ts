/** @module What the fake model server does for which request: a list of entries, each used as often as it says. */

export type Role = "first_pass" | "writer" | "verifier" | "alignment" | "other";

/** What one request is answered with. Times are milliseconds. */
export type Behaviour =
  /** `value` as JSON, or `text` as it stands, in the form the request asked for. */
  | {
      readonly do: "answer";
      readonly value?: unknown;
      readonly text?: string;
      readonly stop?: string;
      /** Null leaves the figures out. */
      readonly usage?: Readonly<Record<string, unknown>> | null;
      readonly model?: string;
      readonly after?: number;
    }
  /** Calls of tools, whatever was offered. */
  | { readonly do: "tools"; readonly calls: readonly { readonly name: string; readonly input: unknown }[] }
  /** The provider's own refusal. */
  | { readonly do: "refuse" }
  /** An error in the dialect's form. */
  | {
      readonly do: "status";
      readonly status: number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** These bytes. */
  | {
      readonly do: "raw";
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string | Uint8Array;
    }
  /** 400 to a JSON schema, as a server answers that knows only tools; else the answer. */
  | { readonly do: "answer-by-tool-only"; readonly value: unknown }
  | { readonly do: "hang" }
  | { readonly do: "drip"; readonly every: number }
  | { readonly do: "reset"; readonly when: "before" | "after-headers" | "in-the-middle" }
  | { readonly do: "stream"; readonly value: unknown; readonly fault: "stalls" | "no-end" | "out-of-order" };

export interface Entry {
  readonly when?: { readonly role?: Role; readonly nth?: number; readonly model?: string };
  readonly answer: Behaviour;
  /** How many requests it answers; 1 when absent. `any`: as many as come, none too. */
  readonly times?: number | "any";
}

/** The role of a request, by the names of its data blocks. */
export function roleOf(body: string): Role {
  const names = new Set(
    [...body.matchAll(/<<<untrusted (?<name>[a-z0-9-]{1,20}) [0-9a-f]{32}/g)].map((found) => found[1]),
  );
  if (names.has("claims")) return "verifier";
  if (names.has("request")) return "alignment";
  if (names.has("title")) return "writer";
  return names.has("diff") ? "first_pass" : "other";
}

export class Script {
  readonly #entries: { readonly entry: Entry; left: number }[];
  readonly #seen = new Map<Role, number>();

  constructor(entries: readonly Entry[]) {
    this.#entries = entries.map((entry) => ({
      entry,
      left: entry.times === "any" ? Number.POSITIVE_INFINITY : (entry.times ?? 1),
    }));
  }

  take(role: Role, model: string): Behaviour | null {
    const nth = (this.#seen.get(role) ?? 0) + 1;
    this.#seen.set(role, nth);
    const found = this.#entries.find(({ entry: { when = {} }, left }) => {
      if (left === 0 || (when.role !== undefined && when.role !== role)) return false;
      return (when.nth === undefined || when.nth === nth) && (when.model === undefined || when.model === model);
    });
    if (found === undefined) return null;
    found.left -= 1;
    return found.entry.answer;
  }

  /** Entries that were not used, or not as often as they said. */
  get unused(): Entry[] {
    return this.#entries.filter(({ left }) => left > 0 && Number.isFinite(left)).map(({ entry }) => entry);
  }
}
