/** @module People as git writes them: which known identity a name, an address and a login stand for (change gate, 4.1 and 4.4). */

import type { Actor } from "./facts.ts";
import {
  type AgentSettings,
  endsInBotWord,
  hasBotSuffix,
  isConfigured,
  mostCareful,
  recogniseAccount,
} from "./identity-account.ts";
import {
  type IdentityKind,
  identityTable,
  type KnownIdentity,
  type NameRule,
  type ToolPhrase,
} from "./identity-table.ts";

/** A person as a commit or trailer names them; empty text where a part is missing. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly login: string | null;
}

/** The configuration and web host that decide which accounts are agents and whose no-reply addresses name accounts. */
export interface Recogniser {
  readonly agents: AgentSettings;
  readonly host: string;
}

const maximumPersonLength = 500;

/** The text without what nobody sees, so that no such character makes another person of it. */
function seen(text: string): string {
  if (!/[^\x20-\x7e]/.test(text)) return text;
  return text.replaceAll(/[\p{Cf}\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu, "");
}

function foldName(name: string): string {
  return seen(name.slice(0, maximumPersonLength)).trim().toLowerCase().replaceAll(/\s+/g, " ");
}

/** An address as it is compared: without what git would have taken off around it, and the dot that ends a domain. */
function foldAddress(email: string): string {
  return seen(email)
    .replaceAll(/\s/g, "")
    .replace(/^[<"']*(?:mailto:)?/i, "")
    .replace(/[>"'.,;]*$/, "")
    .toLowerCase();
}

/** `Name <address>` as git writes it; without an address the whole value is the name. */
export function parsePerson(value: string): Person {
  const whole = value.trim();
  // The address ends the value, so of a long one both ends are read.
  const half = maximumPersonLength / 2;
  const text = whole.length <= maximumPersonLength ? whole : `${whole.slice(0, half)} ${whole.slice(-half)}`;
  const open = text.lastIndexOf("<");
  const close = text.indexOf(">", open);
  if (open < 0 || close < 0) return { name: text, email: "", login: null };
  return { name: text.slice(0, open).trim(), email: text.slice(open + 1, close).trim(), login: null };
}

/**
 * The account a platform's no-reply address stands for: `ID+login@users.noreply.HOST`, or without the id. Any other
 * address names no account.
 */
export function accountOfAddress(email: string, host: string): Actor | null {
  const [local = "", domain, ...rest] = email.trim().toLowerCase().split("@");
  if (domain !== `users.noreply.${host.toLowerCase()}` || rest.length > 0) return null;
  const parts = /^(?:(?<id>\d{1,20})\+)?(?<login>[^+\s]{1,100})$/.exec(local)?.groups;
  if (parts?.["login"] === undefined) return null;
  return {
    login: parts["login"],
    kind: hasBotSuffix(parts["login"]) ? "bot" : "unknown",
    id: parts["id"] === undefined ? null : Number(parts["id"]),
  };
}

/** Whether an address is meant by an entry: exact, `*@domain`, `*@*.domain` or `local@*`. */
function matchesAddress(email: string, entry: string): boolean {
  const at = email.lastIndexOf("@");
  if (at < 1) return false;
  if (entry.startsWith("*@*")) return email.slice(at + 1).endsWith(entry.slice(3));
  if (entry.startsWith("*@")) return email.slice(at) === entry.slice(1);
  if (entry.endsWith("@*")) return email.slice(0, at + 1) === entry.slice(0, -1);
  return email === entry;
}

interface AddressRule {
  readonly entry: string;
  readonly row: KnownIdentity;
}
const exactAddresses = new Map<string, KnownIdentity>();
const addressPatterns: AddressRule[] = [];
const rowsByTag = new Map<string, KnownIdentity>();
const nameRules: { readonly rule: NameRule; readonly row: KnownIdentity }[] = [];
const claude: KnownIdentity[] = [];
for (const row of identityTable) {
  for (const entry of row.addresses ?? []) {
    if (entry.includes("*")) addressPatterns.push({ entry, row });
    else exactAddresses.set(entry, row);
  }
  for (const tag of row.tags ?? []) rowsByTag.set(tag, row);
  for (const rule of row.names ?? []) nameRules.push({ rule, row });
  if (row.name === "claude") claude.push(row);
}

function rowsOfAddress(email: string, agents: AgentSettings): KnownIdentity[] {
  if (email === "") return [];
  const rows: KnownIdentity[] = [];
  const exact = exactAddresses.get(email);
  if (exact !== undefined) rows.push(exact);
  for (const { entry, row } of addressPatterns) if (matchesAddress(email, entry)) rows.push(row);
  const configured = agents.emails.find((entry) => matchesAddress(email, entry.trim().toLowerCase()));
  if (configured !== undefined && rows.length === 0)
    rows.push({ name: configured.trim().toLowerCase(), kind: "agent" });
  const local = email.slice(0, email.lastIndexOf("@"));
  const tag = rowsByTag.get(local.slice(local.indexOf("+") + 1));
  if (tag !== undefined && local.includes("+")) rows.push(tag);
  return rows;
}

function matchesName(name: string, email: string, rule: NameRule): boolean {
  const isNamed = name === rule.name || (rule.prefix === true && name.startsWith(`${rule.name} `));
  return isNamed && (rule.address === undefined || matchesAddress(email, rule.address));
}

/**
 * Which known identities a person in a commit or trailer is, agents before bots; empty for everyone else.
 *
 * A display name alone decides only where the table says so, or where it ends in `[bot]`, which no person's name does.
 * Every identity named is returned: an address that says one agent and a name that says another are two.
 */
export function recognisePerson(person: Person, by: Recogniser): readonly KnownIdentity[] {
  const { host } = by;
  const login = person.login ?? "";
  const email = person.email.slice(0, maximumPersonLength);
  const name = person.name.slice(0, maximumPersonLength);
  // Lengths first, so that no spelling of one person is another's key.
  const lengths = `${host.length} ${person.login === null ? "none" : login.length} ${email.length}`;
  const key = `${lengths} ${host}${login}${email}${name}`;
  let known = recognised.get(by.agents);
  if (known === undefined) {
    known = new Map();
    recognised.set(by.agents, known);
  }
  let rows = known.get(key);
  if (rows === undefined) {
    rows = findPerson({ name, email, login: person.login }, by);
    if (known.size >= rememberedPeople) known.clear();
    known.set(key, rows);
  }
  return rows;
}

/** The same few people stand in most commits of a repository, so answers are kept as long as the configuration. */
const recognised = new WeakMap<AgentSettings, Map<string, readonly KnownIdentity[]>>();
const rememberedPeople = 2048;

function findPerson(person: Person, by: Recogniser): readonly KnownIdentity[] {
  const email = foldAddress(person.email);
  const name = foldName(person.name);
  const account = accountOfAddress(email, by.host);
  const rows = rowsOfAddress(email, by.agents);
  if (account !== null) rows.push(...recogniseAccount(account, by.agents));
  if (person.login !== null) {
    // The platform derived the login from the address, so the id in the address belongs to it.
    const isOfAddress = account?.login === person.login.toLowerCase();
    const kind = hasBotSuffix(person.login) ? "bot" : "unknown";
    rows.push(...recogniseAccount({ login: person.login, kind, id: isOfAddress ? account.id : null }, by.agents));
  }
  if (name.endsWith("[bot]")) rows.push(...recogniseAccount({ login: name, kind: "bot", id: null }, by.agents));
  for (const { rule, row } of nameRules) if (matchesName(name, email, rule)) rows.push(row);
  if (/^claude(?:$|\s)/.test(name) && rows.some((row) => row.kind === "agent")) rows.push(...claude);
  if (rows.length === 0 && endsInBotWord(name) && !isPerson(person, account, by.agents)) {
    rows.push({ name, kind: "automation_bot" });
  }
  return distinctByName(mostCareful(rows));
}

/** Whether `people` lists the account a commit names, so that the shape of a display name says nothing about them. */
function isPerson(person: Person, account: Actor | null, agents: AgentSettings): boolean {
  const login = person.login ?? account?.login ?? null;
  return isConfigured({ login, kind: "unknown", id: null }, agents.people);
}

/** Configured rows are made as they are found, so rows are the same by name. */
function distinctByName(rows: readonly KnownIdentity[]): KnownIdentity[] {
  const byName = new Map(rows.map((row) => [row.name, row]));
  return [...byName.values()];
}

interface Tool extends ToolPhrase {
  readonly row: KnownIdentity;
}
const tools: readonly Tool[] = identityTable.flatMap((row) => (row.tools ?? []).map((tool) => ({ ...tool, row })));

/** Whether a text begins with a phrase that ends there; with `clause` the clause has to end there too. */
export function beginsWith(text: string, phrase: string, clause: boolean): boolean {
  if (!text.startsWith(phrase)) return false;
  const rest = text.slice(phrase.length, phrase.length + 20);
  return clause ? /^\s*(?:$|[.,;:!?()|•·–—]|[-–] |v?\d)/u.test(rest) : !/^[\p{L}\p{N}_-]/u.test(rest);
}

/** The tool a folded text begins with. `words`: also those that are given names or English words, where the clause ends after them. */
export function recogniseTool(text: string, words: boolean): KnownIdentity | null {
  for (const { phrase, as, row } of tools) {
    if (as === "word" && !words) continue;
    if (beginsWith(text, phrase, as === "word")) return row;
  }
  return null;
}

/** Every word that is part of an agent's name, account or tool: a line that holds one does not say "no agent". */
export const agentWords: ReadonlySet<string> = new Set(
  identityTable
    .filter((row) => row.kind === ("agent" satisfies IdentityKind))
    .flatMap((row) => [row.name, ...(row.logins ?? []), ...(row.tools ?? []).map((tool) => tool.phrase)])
    .flatMap((name) => [name, ...name.split(" ")]),
);
