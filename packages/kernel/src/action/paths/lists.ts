/**
 * @module The lists a path is compared with, by whole segments: critical, protected, secret, and what a build makes again
 * (actions, sections 7 and 8.4). Comparison for a refusal folds case, form and look-alikes.
 */

import { replaceLookalikes } from "../../paths/views.ts";
import { foldSegment, isWithin } from "./form.ts";
import { couldBe, couldMeet, hasGlob } from "./meet.ts";

/** Files and folders that change what later actions do: any depth, whole segments. `/**` is everything below. */
const protectedNames = [
  ".git/**",
  ".gitmodules",
  ".gitattributes",
  ".gitconfig",
  ".config/git/**",
  ".husky/**",
  ".githooks/**",
  ".pre-commit-config.yaml",
  ".vscode/**",
  ".idea/**",
  ".devcontainer/**",
  ".cargo/**",
  ".yarn/**",
  ".mvn/**",
  ".envrc",
  ".npmrc",
  ".yarnrc*",
  ".pypirc",
  ".mcp.json",
  ".claude/**",
  ".claude.json",
  ".codex/**",
  ".cursor/**",
  ".gemini/**",
  ".opencode/**",
  ".github/workflows/**",
  ".github/actions/**",
  ".github/hooks/**",
  "codeowners",
  "warrant.yaml",
  "agents.md",
  "claude.md",
  "gemini.md",
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_logout",
  ".profile",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".zlogin",
  "config.fish",
  ".ssh/**",
] as const;

const cronFolders = ["/etc/cron.d", "/etc/cron.daily", "/etc/cron.hourly", "/etc/cron.weekly", "/etc/cron.monthly"]
  .map((path) => path.slice(1).split("/"))
  .concat([
    ["var", "spool", "cron"],
    ["etc", "crontab"],
    ["etc", "anacrontab"],
  ]);

interface Listed {
  readonly parts: readonly string[];
  readonly isTree: boolean;
  readonly isPrefix: boolean;
}

function listed(entry: string): Listed {
  const isTree = entry.endsWith("/**");
  const isPrefix = entry.endsWith("*") && !isTree;
  const parts = entry.replace(/\/?\*+$/, "").split("/");
  return { parts, isTree, isPrefix };
}

function byFirst(entries: readonly string[]): ReadonlyMap<string, readonly Listed[]> {
  return Map.groupBy(entries.map(listed), ({ parts }) => parts[0] ?? "");
}

const protectedByFirst = byFirst(protectedNames);
const prefixed = protectedNames.map(listed).filter(({ isPrefix }) => isPrefix);

function matchesAt(entry: Listed, folded: readonly string[], from: number): boolean {
  const { parts, isTree, isPrefix } = entry;
  for (const [index, part] of parts.entries()) {
    const segment = folded[from + index];
    if (segment === undefined) return false;
    const isSame = isPrefix && index === parts.length - 1 ? segment.startsWith(part) : segment === part;
    if (!isSame) return false;
  }
  return isTree || folded.length === from + parts.length;
}

/** Whether a path, its segments folded, is one whose change steers later actions. Below a root or a home, at any depth. */
export function isProtected(folded: readonly string[]): boolean {
  for (let from = 0; from < folded.length; from += 1) {
    const segment = folded[from] ?? "";
    const entries = protectedByFirst.get(segment);
    if (entries?.some((entry) => matchesAt(entry, folded, from)) === true) return true;
    // Every name with an open end begins with a dot.
    if (segment.startsWith(".") && prefixed.some((entry) => matchesAt(entry, folded, from))) return true;
  }
  return cronFolders.some((base) => isWithin(folded, base));
}

/** Whether a path lies inside a repository's own folder. */
export function isInGit(folded: readonly string[]): boolean {
  return folded.includes(".git");
}

/** Segments as a person would misread them. */
export function misread(segments: readonly string[]): string[] {
  return segments.map((segment) => foldSegment(replaceLookalikes(segment)));
}

const regenerable = new Set(
  "node_modules dist build out target coverage .next .nuxt .turbo .cache .parcel-cache __pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .gradle".split(
    " ",
  ),
);
const regenerableEnd = /\.(?:pyc|o|tsbuildinfo|log|egg-info)$/;

/** Whether a path below a root is one that a build, a test run or an install makes again. */
export function isRegenerable(segments: readonly string[]): boolean {
  const last = segments.at(-1) ?? "";
  return (
    segments.some((segment) => regenerable.has(segment) || segment.endsWith(".egg-info")) || regenerableEnd.test(last)
  );
}

const secretNames = new Set(
  "id_rsa id_dsa id_ecdsa id_ed25519 .netrc _netrc .pgpass .npmrc .pypirc .git-credentials cookies.sqlite key4.db logins.json login.keychain-db .bash_history .zsh_history .history .sh_history .psql_history .mysql_history .python_history .node_repl_history".split(
    " ",
  ),
);
const secretEnd = /\.(?:pem|key|p12|pfx|kdbx|keychain|keychain-db)$/;
const shownEnd = /\.(?:example|sample|template|dist)$/;
/** Below a home: whole folders, and single files. */
const secretHome: readonly (readonly string[])[] = [
  [".aws"],
  [".azure"],
  [".gnupg"],
  [".config", "gcloud"],
  [".kube", "config"],
  [".docker", "config.json"],
  [".config", "gh", "hosts.yml"],
  [".mozilla"],
  [".config", "google-chrome"],
  [".config", "chromium"],
  ["library", "keychains"],
  ["library", "application support", "google", "chrome"],
  ["library", "application support", "firefox"],
  [".local", "share", "keyrings"],
  [".password-store"],
];

function isSecretName(name: string): boolean {
  if (name === ".env" || (name.startsWith(".env.") && !shownEnd.test(name))) return true;
  return secretNames.has(name) || (secretEnd.test(name) && !shownEnd.test(name));
}

/** A pattern names a secret when its last part begins with literal text of one: `.env*`, `id_*`. */
function isSecretPattern(pattern: string): boolean {
  const literal = pattern.slice(0, pattern.indexOf("*"));
  if (literal.startsWith(".env")) return true;
  // `.[e]nv`: most of the name is spelled out.
  if (pattern.replaceAll("*", "").length >= 3 && couldBe(pattern, ".env")) return true;
  if (literal.length >= 2 && [".env", ...secretNames].some((name) => couldBe(pattern, name))) return true;
  return pattern.startsWith("*") && (secretEnd.test(pattern) || /^\*+\.env(?:[*.]|$)/.test(pattern));
}

/**
 * Whether reading a path, its segments folded, gives away a secret. A tree or a pattern counts only where its own last part
 * names one.
 */
export function isSecret(folded: readonly string[], home: readonly string[] | null): boolean {
  const last = folded.at(-1) ?? "";
  if (last.includes("*") ? isSecretPattern(last) : isSecretName(last)) return true;
  const [first = "", second = ""] = folded;
  if (first === "etc" && (second === "shadow" || second === "gshadow" || second === "shadow-")) return true;
  if (first === "proc" && last === "environ") return true;
  // Any home counts: one's own, root's, another person's.
  const isOwn = home !== null && isWithin(folded, home);
  const above =
    isOwn && home !== null
      ? home.length
      : first === "root"
        ? 1
        : first === "home" || first === "users"
          ? 2
          : folded.length;
  const below = folded.slice(above);
  if (below[0] === ".ssh" && below.length > 1) return !last.endsWith(".pub") && last !== "known_hosts";
  return secretHome.some((base) => isWithin(below, base));
}

const device = new Set(["null", "zero", "full", "random", "urandom", "stdin", "stdout", "stderr", "tty"]);

/** Whether a write there goes to a device: anything below `/dev` but what swallows or repeats. */
export function isDevice(folded: readonly string[]): boolean {
  const [first, second = ""] = folded;
  return (
    first === "dev" &&
    folded.length > 1 &&
    !device.has(second) &&
    second !== "fd" &&
    second !== "shm" &&
    second !== "pts"
  );
}

/** Places in a home whose content is secret, as a listing of that home's names shows them. */
const homeSecrets: readonly (readonly string[])[] = [
  ...[".netrc", ".npmrc", ".pypirc", ".pgpass", ".git-credentials", ".bash_history", ".zsh_history"].map((name) => [
    name,
  ]),
  [".ssh", "id_rsa"],
  [".ssh", "id_ed25519"],
  ...secretHome,
];

/** A shell's star leaves out what begins with a dot; `**` stands for what a walk finds. */
function couldList(pattern: string, name: string): boolean {
  return pattern === "**" || !name.startsWith(".") || !pattern.startsWith("*");
}

/** Whether a pattern, folded, could be a secret of one's own home: `~/.*`, or `**` below it. */
export function couldBeHomeSecret(folded: readonly string[], home: readonly string[] | null): boolean {
  if (home === null || !hasGlob(folded)) return false;
  return homeSecrets.some((below) => {
    const path = [...home, ...below];
    return (
      couldMeet(folded, path) &&
      (folded.includes("**") || folded.every((part, index) => couldList(part, path[index] ?? "")))
    );
  });
}

/** The names of secrets among those a search is told to look into: `.env`, `{src,.env*}`. */
export function includedSecrets(pattern: string): string[] {
  if (pattern.startsWith("!")) return [];
  const names = pattern.split(/[{},]/).map((one) => one.split("/").at(-1) ?? "");
  return names.filter((name) => isSecret([foldSegment(name)], null));
}

/** Segments without those at the end that match anything: the thing whose whole content a pattern takes. */
export function withoutGlobs(segments: readonly string[]): readonly string[] {
  let length = segments.length;
  while (
    length > 0 &&
    segments[length - 1]?.includes("*") === true &&
    /^[.*]*\*[.*]*$/.test(segments[length - 1] ?? "")
  )
    length -= 1;
  return length === segments.length ? segments : segments.slice(0, length);
}

/** What deleting or re-owning would ruin: the machine, a home, and the work itself. */
export interface CriticalPlaces {
  readonly home: readonly string[] | null;
  readonly roots: readonly (readonly string[])[];
  readonly isWindows: boolean;
}

function couldHoldOrBe(folded: readonly string[], base: readonly string[], path: readonly string[]): boolean {
  if (base.length <= path.length && couldMeet(base, path.slice(0, base.length))) return true;
  return couldMeet(folded, path);
}

/** Whether a path or pattern, folded, is critical, could be, or takes the whole content of something critical. */
export function isCritical(folded: readonly string[], places: CriticalPlaces): boolean {
  const base = withoutGlobs(folded);
  const first = places.isWindows ? 2 : 1;
  if (base.length <= first) return true;
  const isPlain = !hasGlob(folded);
  for (const path of places.home === null ? places.roots : [places.home, ...places.roots]) {
    // Everything above it, itself, and its whole content.
    if (isPlain ? isWithin(path, folded) : couldHoldOrBe(folded, base, path)) return true;
  }
  const [top, second] = base;
  return base.length === 2 && (top === "home" || top === "users") && second !== undefined && !second.includes("*");
}
