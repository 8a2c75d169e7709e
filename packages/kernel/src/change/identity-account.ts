/** @module Accounts: one spelling of a login, who is the same account, and which accounts are agents or bots (change gate, 4.1 and 4.4). */

import type { IntentConfiguration } from "../configuration.ts";
import type { Actor } from "./facts.ts";
import {
  copilotAgentId,
  copilotAgentLogin,
  type IdentityKind,
  identityTable,
  type KnownIdentity,
  sharedLogin,
} from "./identity-table.ts";

export type AgentSettings = IntentConfiguration["agents"];

const botSuffix = "[bot]";
const kindOrder: readonly IdentityKind[] = ["agent", "review_bot", "dependency_bot", "automation_bot"];

/** Ids are compared only within one form: a platform's number and a node id say nothing about each other. */
export type IdForm = "none" | "numeric" | "other";

/** An id in its one spelling (`7`, `"7"` and `" 07"` are one number), null without one, and its form. */
export function readId(id: Actor["id"]): { readonly text: string | null; readonly form: IdForm } {
  const text = id === null ? "" : String(id).trim();
  if (text === "") return { text: null, form: "none" };
  if (!/^\d{1,40}$/.test(text)) return { text, form: "other" };
  return { text: text.replace(/^0+(?=\d)/, ""), form: "numeric" };
}

function idText(id: Actor["id"]): string | null {
  return readId(id).text;
}

const rowsById = new Map<string, KnownIdentity>(
  identityTable.flatMap((row) => (row.ids ?? []).map((id) => [String(id), row] as const)),
);

interface LoginRow {
  readonly row: KnownIdentity;
  readonly onlyBot: boolean;
}

const rowsByLogin = new Map<string, LoginRow>();
const loginPatterns: (LoginRow & { readonly pattern: string })[] = [];
for (const row of identityTable) {
  for (const login of row.logins ?? []) {
    if (login.includes("*")) loginPatterns.push({ row, onlyBot: false, pattern: login });
    else rowsByLogin.set(login, { row, onlyBot: false });
  }
  for (const login of row.botLogins ?? []) rowsByLogin.set(login, { row, onlyBot: true });
}

function matchesPattern(login: string, pattern: string): boolean {
  if (pattern.startsWith("*")) return login.endsWith(pattern.slice(1));
  if (pattern.endsWith("*")) return login.startsWith(pattern.slice(0, -1));
  return login === pattern;
}

/** `app/` before a login is how GitHub's own command writes `[bot]`; `@` is how people write one. */
const spelledAround = /^(?:@|app\/)/;

function foldLogin(login: string): string {
  const visible = /[^\x20-\x7e]/.test(login)
    ? login.replaceAll(/[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, "")
    : login;
  const folded = visible.trim().toLowerCase().replace(spelledAround, "");
  return folded.endsWith(botSuffix) ? folded.slice(0, -botSuffix.length) : folded;
}

/** Whether a login or name is spelled with the suffix only bots have. */
export function hasBotSuffix(login: string): boolean {
  const folded = login.trim().toLowerCase();
  return folded.endsWith(botSuffix) || folded.startsWith("app/");
}

/**
 * The one spelling of a login: trimmed, lower case, without one trailing `[bot]`, and with the coding agent's display
 * login `Copilot` read as its account. Another known id keeps `copilot` as it is, since three accounts share that login.
 */
export function normaliseLogin(login: string, kind: Actor["kind"], id: Actor["id"]): string {
  const folded = foldLogin(login);
  if (folded !== sharedLogin) return folded;
  const known = idText(id);
  if (known === String(copilotAgentId)) return copilotAgentLogin;
  if (known !== null && rowsById.has(known)) return folded;
  return kind === "bot" || hasBotSuffix(login) ? copilotAgentLogin : folded;
}

/** Whether an account says of itself that it is a bot. */
export function saysBot(actor: Actor): boolean {
  return kindOf(actor) === "bot";
}

/** The kind an account really has: a login spelled `…[bot]` is a bot's whatever the facts say. */
function kindOf(actor: Actor): Actor["kind"] {
  return actor.login !== null && hasBotSuffix(actor.login) ? "bot" : actor.kind;
}

/**
 * Whether two accounts are one: by number when both have one, else by any id they share or by normalised login. Two node
 * ids of one login are one account, since platforms have written them in two forms. An account with neither id nor login
 * is nobody's, so it is never the same as another.
 */
export function isSameAccount(a: Actor, b: Actor): boolean {
  const left = readId(a.id);
  const right = readId(b.id);
  if (left.text !== null && left.text === right.text) return true;
  if (left.form === "numeric" && right.form === "numeric") return false;
  if (a.login === null || b.login === null) return false;
  const login = normaliseLogin(a.login, a.kind, a.id);
  return login !== "" && login === normaliseLogin(b.login, b.kind, b.id);
}

/** Whether one of the configured logins is this account; both spellings (`x` and `x[bot]`) are accepted. */
export function isConfigured(actor: Actor, logins: readonly string[]): boolean {
  if (actor.login === null || logins.length === 0) return false;
  const spellings = new Set([foldLogin(actor.login), normaliseLogin(actor.login, actor.kind, actor.id)]);
  return logins.some((login) => spellings.has(foldLogin(login)));
}

/** Whether the last word of a login or name is `bot` or `robot`, after `-`, `_` or a space. */
export function endsInBotWord(name: string): boolean {
  return /[-_ ](?:ro)?bot$/.test(name.trim().toLowerCase());
}

function configuredRow(kind: IdentityKind, login: string): KnownIdentity {
  return { name: login, kind };
}

/** The rows of the table an account is in by its id and login alone, agents first; no heuristics. */
function tableRows(actor: Actor): KnownIdentity[] {
  const found = new Set<KnownIdentity>();
  const id = idText(actor.id);
  const byId = id === null ? undefined : rowsById.get(id);
  if (byId !== undefined) found.add(byId);
  const login = actor.login === null ? "" : normaliseLogin(actor.login, actor.kind, actor.id);
  if (login !== "" && !(login === sharedLogin && byId !== undefined)) {
    const kind = kindOf(actor);
    const byLogin = rowsByLogin.get(login) ?? loginPatterns.find(({ pattern }) => matchesPattern(login, pattern));
    if (byLogin !== undefined && (!byLogin.onlyBot || kind === "bot" || kind === "unknown")) found.add(byLogin.row);
  }
  return mostCareful([...found]);
}

/** Of several rows one person matches, those of the kind that matters most: an agent is an agent whatever else it is. */
export function mostCareful(rows: readonly KnownIdentity[]): KnownIdentity[] {
  for (const kind of kindOrder) {
    const ofKind = rows.filter((row) => row.kind === kind);
    if (ofKind.length > 0) return ofKind;
  }
  return [];
}

/**
 * Which known identities an account is; empty for an account nobody knows. A configured agent or a row of the table
 * decides before the configured bots, and those before the shape of the login; `people` protects from the shape only.
 */
export function recogniseAccount(actor: Actor, agents: AgentSettings): KnownIdentity[] {
  const login = actor.login === null ? "" : normaliseLogin(actor.login, actor.kind, actor.id);
  const rows = tableRows(actor);
  if (rows[0]?.kind === "agent") return rows;
  if (isConfigured(actor, agents.logins)) return [configuredRow("agent", login)];
  if (rows.length > 0) return rows;
  if (isConfigured(actor, agents.dependency_bots)) return [configuredRow("dependency_bot", login)];
  if (isConfigured(actor, agents.automation_bots)) return [configuredRow("automation_bot", login)];
  if (kindOf(actor) === "bot") return [configuredRow("automation_bot", login === "" ? "bot" : login)];
  if (endsInBotWord(login) && !isConfigured(actor, agents.people)) return [configuredRow("automation_bot", login)];
  return [];
}

/** Whether an account is a known or configured coding agent. */
export function isAgentAccount(actor: Actor, agents: AgentSettings): boolean {
  return recogniseAccount(actor, agents)[0]?.kind === "agent";
}

/** Whether an account is no person: an agent, a review, dependency or automation bot, or any account of kind bot. */
export function isBotAccount(actor: Actor, agents: AgentSettings): boolean {
  return recogniseAccount(actor, agents).length > 0;
}
