/**
 * @module The issues of `--facts-issues`, as a person writes them or as `gh issue view --json` prints them.
 *
 * A facts document reads an unknown word as its careful meaning. A person's file is not from a machine that may be newer than
 * we are, so here every wrong word or shape is an error that names the issue and the field.
 */

type Json = Record<string, unknown>;

export type IssueReading =
  | { readonly ok: true; readonly issue: Json & { readonly repository: string; readonly number: number } }
  | { readonly ok: false; readonly message: string };

const states = ["open", "closed"];
const stateReasons = ["completed", "not_planned", "duplicate", "reopened"];
const kinds = ["user", "bot", "organization", "unknown"];
const permissions = ["admin", "maintain", "write", "triage", "read", "none", "unknown"];
const unreadableReasons = ["not_found", "forbidden", "error", "not_looked_up"];

class Wrong extends Error {}

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A word of a list; the platform's own tools print some of them in capitals. */
function word(field: string, value: unknown, words: readonly string[]): string {
  const found = typeof value === "string" && words.find((known) => known === value.toLowerCase());
  if (typeof found === "string") return found;
  throw new Wrong(`${field} must be ${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`);
}

/** `app/dependabot` is how the tool spells the account of an app. */
function account(field: string, value: unknown): Json {
  if (!isRecord(value)) throw new Wrong(`${field} must be an account: {"login": …, "kind": "user"}`);
  const { login, kind, is_bot, id, ...rest } = value;
  if (login !== null && (typeof login !== "string" || login.trim() === "")) throw new Wrong(`${field} needs a login`);
  // Ids of the tool are not those of the API, so with its form none is compared.
  if (kind === undefined && typeof is_bot === "boolean") {
    const name = is_bot && typeof login === "string" ? login.replace(/^app\//, "") : login;
    return { ...rest, login: name, kind: is_bot ? "bot" : "user", id: null };
  }
  if (kind === undefined) throw new Wrong(`${field} needs a kind: ${kinds.slice(0, 3).join(", ")}`);
  return { ...rest, login, kind: word(`${field}.kind`, kind, kinds), id: id ?? null };
}

function label(value: unknown, index: number): Json {
  const field = `labels[${index}]`;
  if (!isRecord(value) || typeof value["name"] !== "string") throw new Wrong(`${field} needs a name: {"name": …}`);
  const { name, actor, permission } = value;
  return {
    name,
    ...(actor === undefined ? {} : { actor: account(`${field}.actor`, actor) }),
    ...(permission === undefined ? {} : { permission: word(`${field}.permission`, permission, permissions) }),
  };
}

const issueAddress = /^https:\/\/[^/\s]+\/(?<repository>[^/\s]+\/[^/\s]+)\/(?<kind>issues|pull)\/\d+$/;

function readable(given: Json): Json {
  const { title, body, state, labels, author, editor, author_permission, is_pull_request, url } = given;
  if (typeof title !== "string") throw new Wrong("title must be text");
  if (body !== null && typeof body !== "string") throw new Wrong("body must be text, or null when there is none");
  const isOpen = word("state", state, states);
  const reason = given["state_reason"] ?? given["stateReason"] ?? "";
  if (!Array.isArray(labels)) throw new Wrong("labels must be a list; [] when there are none");
  if (is_pull_request !== undefined && typeof is_pull_request !== "boolean") {
    throw new Wrong("is_pull_request must be true or false");
  }
  const address = typeof url === "string" ? issueAddress.exec(url)?.groups : undefined;
  return {
    title,
    body,
    state: isOpen,
    state_reason: reason === "" ? null : word("state_reason", reason, stateReasons),
    labels: labels.map(label),
    author: account("author", author),
    ...(author_permission === undefined
      ? {}
      : { author_permission: word("author_permission", author_permission, permissions) }),
    ...(editor === undefined ? {} : { editor: editor === null ? null : account("editor", editor) }),
    is_pull_request: is_pull_request ?? address?.["kind"] === "pull",
  };
}

/** Reads one issue of the list. The repository may be told by the issue's `url`. */
export function readIssueOfFile(given: unknown): IssueReading {
  if (!isRecord(given)) return { ok: false, message: "needs a repository and a number" };
  const { number, url } = given;
  const address = typeof url === "string" ? issueAddress.exec(url)?.groups : undefined;
  const repository = given["repository"] ?? address?.["repository"];
  if (typeof repository !== "string" || typeof number !== "number") {
    return { ok: false, message: "needs a repository and a number" };
  }
  const head = { repository, number };
  try {
    const { unreadable } = given;
    if (unreadable !== undefined) {
      return { ok: true, issue: { ...head, unreadable: word("unreadable", unreadable, unreadableReasons) } };
    }
    return { ok: true, issue: { ...readable(given), ...head } };
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, message: `(${repository}#${number}): ${error.message}` };
    throw error;
  }
}
