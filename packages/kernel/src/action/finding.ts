/** @module The reasons of the action gate: what each rule says, and who can lift it (actions, sections 10 and 15). */

import type { Effect } from "../effect.ts";
import { cleanQuote } from "../text/clean.ts";

export interface ActionFinding {
  readonly rule: string;
  readonly severity: "block" | "warn" | "info";
  readonly message: string;
  /** The effect it is about, or what was not understood. */
  readonly quote?: string;
  readonly next: string;
  /** Whose limit it was, for ceilings. */
  readonly source?: string;
}

const answer = "Answer the question, or grant it for this work with `warrant grant`.";
const nobody = "Nothing lifts this from inside a session; a person can do it in a terminal of their own.";

const texts: Readonly<Record<string, readonly ["block" | "warn" | "info", string, string]>> = {
  "action.facts-invalid": [
    "block",
    "The facts of the call cannot be read.",
    "Run `warrant hooks doctor` for this host.",
  ],
  "action.failed": ["block", "The gate failed.", "Report this call as a bug of the gate."],
  "action.deadline": ["block", "The gate did not answer in time.", "Try again."],
  "action.off": ["info", "The action gate is off.", "Set `action.enabled: true` in warrant.yaml to use it."],
  "action.inert": ["info", "The tool touches only the host's own display or plan.", "Nothing to do."],
  "action.within-bounds": ["info", "Nothing speaks against it.", "Nothing to do."],
  "action.control": ["block", "It changes files or processes of the gate itself.", nobody],
  "action.self-authorize": ["block", "It grants authority or answers a question that is for a person.", nobody],
  "action.critical-path": [
    "block",
    "It would destroy the machine, a home or the whole work.",
    "Name the things to delete one by one.",
  ],
  "action.hidden-characters": [
    "warn",
    "It holds characters that make it look like something else.",
    "Write it in plain letters.",
  ],
  "action.not-understood": [
    "warn",
    "Not all of what it does is known.",
    "Write it more plainly: full paths instead of variables, one known command at a time.",
  ],
  "action.irreversible": ["warn", "It cannot be undone.", answer],
  "action.secret": ["warn", "It reads a secret.", "Answer the question, or name what is needed without the secret."],
  "action.protected": ["warn", "It changes a file that steers later actions.", answer],
  "action.outside-roots": [
    "warn",
    "It changes something outside of the work's folders.",
    "Work inside the folders of this session, or let a maintainer set `permission: full-access`.",
  ],
  "action.spend": ["warn", "It costs money that is not within what was granted.", answer],
  "action.costly": ["warn", "Undoing it takes work, or others notice.", answer],
  "action.autonomy": ["warn", "What was delegated lets this ask first.", answer],
  "ceiling.permission": [
    "warn",
    "It needs more than this session may touch.",
    "Ask a maintainer for a wider permission.",
  ],
  "ceiling.tools": ["warn", "This tool is not one of those allowed here.", "Use an allowed tool."],
  "ceiling.paths": ["warn", "The path is outside of what was allowed.", "Work on the paths that were named."],
  "ceiling.hosts": ["warn", "The host is not one of those allowed.", "Ask for the host to be allowed."],
  "ceiling.branches": ["warn", "The branch is not one this session may change.", "Push a branch of your own."],
  "ceiling.attempts": ["warn", "This issue has had all its attempts.", "Ask a person before trying again."],
  "ceiling.spend": ["warn", "It costs more than was allowed.", answer],
  "authority.approval": ["info", "A person approved exactly this.", "Nothing to do."],
  "authority.envelope": ["info", "A delegation covers it.", "Nothing to do."],
  "authority.nobody-to-ask": [
    "block",
    "It needs a person's answer, and nobody can give it.",
    "Start it where a person can answer, or grant it beforehand with `warrant grant`.",
  ],
  "path.unresolved": ["warn", "It is not known where the path leads.", "Name the path in full."],
  "path.windows-form": [
    "warn",
    "The path is of a form that hides where it leads.",
    "Name it by drive and plain segments.",
  ],
  "path.short-name": ["warn", "The path uses a short name that stands for another.", "Name it by its long name."],
  "path.root-too-wide": [
    "warn",
    "The session's folder holds more than one project.",
    "Start in the folder of the project.",
  ],
  "path.link-escapes": ["warn", "A link on the way leads out of the work's folders.", "Name the real path."],
  "path.dangling-link": ["warn", "A link on the way leads to nothing that is known.", "Name the real path."],
  "path.encoded": ["warn", "The path holds encoded steps.", "Write the path in plain letters."],
  "path.case-fold": [
    "warn",
    "The path differs from the folder's name in case alone.",
    "Write it as the folder is named.",
  ],
  "path.unicode-form": [
    "warn",
    "The path differs from the folder's name in the form of its letters alone.",
    "Write it as the folder is named.",
  ],
  "path.hard-link": [
    "warn",
    "The file has a second name, which would change too.",
    "Copy the file, or answer the question.",
  ],
};

/** A finding of a rule about an effect. `detail` is quoted in place of it. */
export function finding(rule: string, effect: Effect | null, detail = ""): ActionFinding {
  const [severity, message, next] = texts[rule] ?? [
    "warn" as const,
    "A rule of the operator speaks about this.",
    "Ask whoever keeps warrant.yaml.",
  ];
  const quote = effect === null ? detail : `${effect.kind} ${effect.target}`;
  return { rule, severity, message, next, ...(quote === "" ? {} : { quote: cleanQuote(quote) }) };
}
