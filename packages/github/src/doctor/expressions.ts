/** @module What expressions of a workflow hold: text that a stranger wrote, or the head of a change. */

const context = /\bgithub\.(?:head_ref|event(?:\.[\w*-]{1,60}){0,8})(?![\w-])/g;

/** Fields of the event that hold free text; a branch name is one, since git allows quotes, `$` and backticks in it. */
const freeText = new Set([
  "body",
  "default_branch",
  "description",
  "display_title",
  "email",
  "head_branch",
  "head_ref",
  "homepage",
  "label",
  "message",
  "name",
  "page_name",
  "ref",
  "title",
]);
/** Parts of the event that strangers fill. */
const strangers = new Set([
  "comment",
  "commits",
  "discussion",
  "head_commit",
  "issue",
  "pages",
  "pull_request",
  "review",
  "workflow_run",
]);

/** Contexts are read without regard to case, and a field may stand in brackets. */
export function normalised(inside: string): string {
  return inside.replaceAll(/\[\s{0,8}['"](?<name>[\w-]{1,60})['"]\s{0,8}\]/g, ".$<name>").toLowerCase();
}

function isFreeText(path: string): boolean {
  if (path === "github.head_ref") return true;
  const [, , part = "", ...rest] = path.split(".");
  // The event as a whole, as `toJSON(github.event)` writes it.
  if (part === "") return true;
  if (!strangers.has(part) || rest.includes("base")) return false;
  const last = rest.at(-1);
  if (last === undefined) return true;
  // The name of a repository or user cannot hold what a shell understands; that of a commit's author can.
  if (last === "name") return part === "head_commit" || part === "commits";
  return freeText.has(last) || last === "head" || last === "pull_request";
}

function* expressionsOf(text: string): Generator<string> {
  for (let start = text.indexOf("${{"); start !== -1; start = text.indexOf("${{", start)) {
    const end = text.indexOf("}}", start);
    if (end === -1) return;
    yield normalised(text.slice(start + 3, end));
    start = end + 2;
  }
}

/** The first expression of a text that puts a stranger's words there, as it is written; null: none. */
export function strangersText(text: string): string | null {
  for (const inside of expressionsOf(text)) {
    for (const [path] of inside.matchAll(context)) if (isFreeText(path)) return path;
  }
  return null;
}

/** What names the base, a tag or branch of the repository, or a setting: never a change's own commit. */
const ownRef =
  /^\s*(?:github\.(?:sha|ref|ref_name|base_ref|event\.pull_request\.base\.(?:sha|ref)|event\.repository\.default_branch|repository|event\.repository\.full_name)|vars\.\w{1,100}|'[^']{0,200}')\s*$/;

/**
 * Whether a text given as `ref` or `repository` of a checkout can name the head of a change. An expression nobody can follow
 * from the file, such as an output of a step, can (law 3).
 */
export function mayNameHead(text: string): boolean {
  if (/refs\/pull\/|\bpull\/\d/.test(text)) return true;
  for (const inside of expressionsOf(text)) {
    if (!inside.split("||").every((part) => ownRef.test(part))) return true;
  }
  return false;
}

/** Whether a text names the head of a change outright, as what is handed to a workflow that is called. */
export function namesHead(text: string): boolean {
  return (
    /refs\/pull\//.test(text) ||
    [...expressionsOf(text)].some((inside) => /\bhead(?:_ref|_sha|_branch|\.(?:sha|ref))\b/.test(inside))
  );
}

const headCommands =
  /\bgh\s{1,8}pr\s{1,8}checkout\b|\brefs\/pull\/|\bpull\/(?:\d|\$)|\bgit\s{1,8}(?:checkout|switch|fetch|pull|clone|reset|merge)\b[^\n]{0,300}(?:head\.(?:sha|ref)|head_ref|head_sha|head_branch)/i;

/** Whether a script fetches the head of a change. */
export function scriptFetchesHead(script: string): boolean {
  return headCommands.test(script);
}

const secret = /\bsecrets\.(?!github_token\b)\w|\bsecrets\s{0,8}\)/;

/** Whether a text holds a secret other than the run's own token. */
export function holdsSecret(text: string): boolean {
  for (const inside of expressionsOf(text)) if (secret.test(inside)) return true;
  return false;
}
