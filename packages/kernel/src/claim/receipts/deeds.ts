/** @module What the calls of a trace did, in order: checks that ran, files written, and what nobody can see into (claim gate, 5.2). */

import type { Place } from "../../action/place.ts";
import { readCall } from "../../action/read-call.ts";
import { inertTools, tools } from "../../action/tools.ts";
import { fold } from "../fold.ts";
import type { ClaimSettings } from "../settings.ts";
import type { Invocation, Trace } from "../trace.ts";
import type { Check } from "./check-scope.ts";
import { checkOfArgv } from "./checks.ts";
import { readScript, type Step } from "./script.ts";
import { commandOf, isShellCall } from "./shell-call.ts";
import { readSummary, type Summary } from "./summaries.ts";
import { baseName, layersOf } from "./unwrap.ts";

export type WriteKind = "create" | "modify" | "delete";

export interface Write {
  readonly path: string;
  readonly kind: WriteKind;
}

/** One step of one call: a simple command, or the whole of another tool's call. */
export interface Deed {
  readonly call: Invocation;
  /** Grows in the order things happened. */
  readonly order: number;
  readonly argv: readonly string[] | null;
  /** The command and what it runs behind wrappers. */
  readonly layers: readonly (readonly string[])[];
  readonly check: Check | null;
  readonly isOpaque: boolean;
  /** Opaque, and it may have changed files. */
  readonly mayEdit: boolean;
  readonly writes: readonly Write[];
  readonly reads: readonly string[];
  /** Changes files that no list of paths tells: a formatter, an install, a merge. */
  readonly editsUnseen: boolean;
  readonly isRestore: boolean;
  readonly decides: boolean;
  readonly surely: boolean;
  readonly pipeline: number;
  /** Files of the project it runs. */
  readonly runs: readonly string[];
}

/** The calls of a trace as deeds, with the results that are read from time to time. */
export interface Deeds {
  readonly all: readonly Deed[];
  readonly root: string;
  readonly isComplete: boolean;
  readonly summaryOf: (call: Invocation) => Summary | null;
  readonly textOf: (call: Invocation) => string;
}

const stepsPerCall = 1_000;

function placeOf(cwd: string): Place {
  return {
    os: "linux",
    shell: "bash",
    user: null,
    home: null,
    cwd,
    roots: [{ path: cwd }],
    scratch: ["/tmp"],
    control_paths: [],
    local_bins: [],
  };
}

/** Tools that make a file where there may have been none. */
const creating = new Set(["Write", "write_file", "write", "create_file", "Create", "create"]);

function toolWrites(call: Invocation, effects: readonly { kind: string; target: string; isPath?: boolean }[]): Write[] {
  const added = addedFiles(call);
  return effects.flatMap((effect): Write[] => {
    if (effect.isPath !== true || effect.target === "?") return [];
    if (effect.kind === "delete") return [{ path: effect.target, kind: "delete" }];
    if (effect.kind !== "write") return [];
    const isNew = creating.has(call.tool) || added.some((path) => isSamePath(effect.target, path));
    return [{ path: effect.target, kind: isNew ? "create" : "modify" }];
  });
}

function addedFiles(call: Invocation): string[] {
  const texts = Object.values(call.arguments ?? {}).filter((one): one is string => typeof one === "string");
  return texts.flatMap((text) =>
    text.includes("*** Add File: ")
      ? [...text.matchAll(/^\*\*\* Add File: (?<path>.+)$/gm)].map((one) => one[1] ?? "")
      : [],
  );
}

/** Whether a recorded path is the one that is named: the same, or its end, by whole segments. */
export function isSamePath(recorded: string, named: string): boolean {
  const plain = named.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
  return recorded === plain || recorded.endsWith(plain.startsWith("/") ? plain : `/${plain}`);
}

function isUnknownWriter(tool: string): boolean {
  return /write|edit|create|delete|update|insert|move|rename|patch|apply|replace|remove|set|put|run|exec/i.test(tool);
}

function otherDeed(call: Invocation, order: number, place: Place, spoken: ReadonlySet<string>): Deed {
  const tool = tools.get(call.tool);
  const base = {
    call,
    order,
    argv: null,
    layers: [],
    check: null,
    editsUnseen: false,
    isRestore: false,
    decides: true,
    surely: true,
    pipeline: 0,
    runs: [],
  };
  const plain = { ...base, writes: [], reads: [], isOpaque: false, mayEdit: false };
  if (inertTools.has(call.tool)) return plain;
  if (tool === undefined) return { ...plain, isOpaque: true, mayEdit: isUnknownWriter(call.tool) };
  // Another agent whose own calls are recorded hides nothing.
  if (tool.kind === "delegate") return { ...plain, isOpaque: !spoken.has(call.id), mayEdit: !spoken.has(call.id) };
  if (tool.kind === "opaque" || tool.kind === "skill") return { ...plain, isOpaque: true, mayEdit: true };
  const input = { id: call.id, tool: call.tool, input: call.arguments ?? {}, siblings: null };
  const { effects, isUnderstood } = readCall(input, place);
  const writes = toolWrites(call, effects);
  const isFiles = tool.kind === "files" || tool.kind === "patch";
  const isBlind = isFiles && !isUnderstood && writes.length === 0 && effects.every(({ kind }) => kind !== "read");
  return {
    ...base,
    writes,
    reads: effects.flatMap((one) => (one.kind === "read" && one.isPath === true ? [one.target] : [])),
    isOpaque: isBlind,
    mayEdit: isBlind,
  };
}

const restoring = /^(?:checkout|reset|stash|restore|revert|switch|merge|rebase|pull)$/;
/** What a shell's own words do to no file. */
const inertWords = new Set([
  "cd",
  "pushd",
  "popd",
  "set",
  "export",
  "unset",
  "source",
  ":",
  "true",
  "false",
  "exit",
  "wait",
]);

function folderOf(step: Step, root: string): string | null {
  if (step.folder === "?") return null;
  if (step.folder === "") return root;
  return step.folder.startsWith("/") ? step.folder : `${root === "/" ? "" : root}/${step.folder}`;
}

function shellSteps(text: string): { steps: readonly Step[]; isUnderstood: boolean } {
  const read = readScript(text);
  const steps = read.steps.flatMap((step): readonly Step[] => {
    const name = baseName(step.argv[0] ?? "");
    const at = step.argv.findIndex((word) => /^-[a-z]*c$/.test(word));
    const inner = step.argv[at + 1];
    if (!/^(?:ba|z|da)?sh$/.test(name) || at !== 1 || inner === undefined) return [step];
    const nested = readScript(inner);
    if (!nested.isUnderstood) return [step];
    return nested.steps.map((one) => ({
      ...one,
      decides: one.decides && step.decides,
      surely: one.surely && step.surely,
      folder: one.folder === "" ? step.folder : one.folder,
      pipeline: step.pipeline + one.pipeline / 1_000,
    }));
  });
  return { steps, isUnderstood: read.isUnderstood };
}

function stepDeed(call: Invocation, step: Step, order: number, root: string, settings: ClaimSettings): Deed {
  const folder = folderOf(step, root);
  const place = { ...placeOf(folder ?? root), cwd: folder };
  const input = { id: call.id, tool: "Bash", input: { command: step.text }, siblings: null };
  const reading = readCall(input, place);
  const commands = reading.commands.map(({ name, args }) => [name, ...args]);
  const own = commands.findIndex(([name]) => baseName(name ?? "") === baseName(step.argv[0] ?? ""));
  const layers = layersOf(step.argv, own < 0 ? [] : commands.slice(own));
  let check: Check | null = null;
  let edits = false;
  for (const layer of layers.toReversed()) {
    const found = checkOfArgv(layer, settings.runners);
    if (found === "edit") edits = true;
    else check = found;
    if (found !== null) break;
  }
  if (check !== null && folder !== null && folder !== root && check.scope === "full")
    check = { ...check, scope: "narrow", targets: [folder.slice(root.length + 1)] };
  const name = baseName(step.argv[0] ?? "");
  const runsCode = reading.effects.some(({ kind }) => kind === "execute" || kind === "delegate");
  const isInert = inertWords.has(name);
  const isOpaque = check === null && !edits && !isInert && (runsCode || !reading.isUnderstood);
  const redirected = step.written.map((path): Write => ({ path: joinPath(path, folder), kind: "create" }));
  const isMaking = /^(?:cp|mv|touch|tee|install|ln|dd|truncate)$/.test(name);
  const written = reading.effects.flatMap((effect): Write[] => {
    if (effect.isPath !== true || effect.target === "?" || !effect.certain) return [];
    if (effect.kind === "delete") return [{ path: effect.target, kind: "delete" }];
    return effect.kind === "write" ? [{ path: effect.target, kind: isMaking ? "create" : "modify" }] : [];
  });
  const [, ...words] = layers.at(-1) ?? [];
  const verb = words.find((word) => !word.startsWith("-")) ?? "";
  return {
    call,
    order,
    argv: step.argv,
    layers,
    check,
    isOpaque,
    mayEdit: isOpaque,
    writes: [...written, ...redirected],
    reads: reading.effects.flatMap((one) => (one.kind === "read" && one.isPath === true ? [one.target] : [])),
    editsUnseen: edits || check?.fixes === true,
    isRestore: edits && baseName(layers.at(-1)?.[0] ?? "") === "git" && restoring.test(verb),
    decides: step.decides,
    surely: step.surely,
    pipeline: step.pipeline,
    runs: reading.effects.flatMap((one) => (one.kind === "execute" && one.isPath === true ? [one.target] : [])),
  };
}

function joinPath(path: string, folder: string | null): string {
  if (path.startsWith("/") || folder === null) return path;
  return `${folder === "/" ? "" : folder}/${path.replace(/^(?:\.\/)+/, "")}`;
}

/** Reads every call that was let through. Steps of one call come in the order of its text. */
export function readDeeds(trace: Trace, settings: ClaimSettings): Deeds {
  const root = (trace.session.cwd ?? "/").replace(/(?<=.)\/+$/, "");
  const spoken = new Set(trace.invocations.flatMap(({ parent_id: parent }) => parent ?? []));
  const place = placeOf(root);
  const all: Deed[] = [];
  const seen = new Set<string>();
  for (const [index, call] of trace.invocations.entries()) {
    if (call.status === "denied" || seen.has(call.id)) continue;
    seen.add(call.id);
    const order = index * stepsPerCall;
    const command = commandOf(call);
    if (command === null) {
      const unread = isShellCall(call);
      const deed = otherDeed(call, order, place, spoken);
      all.push(unread ? { ...deed, isOpaque: true, mayEdit: true } : deed);
      continue;
    }
    const { steps, isUnderstood } = shellSteps(command);
    for (const [at, step] of steps.entries())
      all.push(stepDeed(call, step, order + Math.min(at + 1, 990), root, settings));
    if (!isUnderstood) {
      const deed = otherDeed(call, order, place, spoken);
      all.push({ ...deed, writes: [], isOpaque: true, mayEdit: true });
    }
  }
  const texts = new Map<Invocation, string>();
  const textOf = (call: Invocation): string => {
    const known = texts.get(call);
    if (known !== undefined) return known;
    const raw = call.result?.text ?? "";
    // Folding takes the colours out; lines stay lines.
    const text = /[\u001b\u009b]/.test(raw) ? raw.replace(/[\u001b\u009b]\[?[0-9;?]*[ -/]*[@-~]/g, "") : raw;
    texts.set(call, text);
    return text;
  };
  const summaries = new Map<Invocation, Summary | null>();
  const summaryOf = (call: Invocation): Summary | null => {
    const known = summaries.get(call);
    if (known !== undefined) return known;
    const found = readSummary(textOf(call));
    summaries.set(call, found);
    return found;
  };
  return { all, root, isComplete: trace.complete, summaryOf, textOf };
}

/** A claim's words as they are compared with those of calls. */
export function foldedWords(text: string): string {
  return fold(text).text.toLowerCase();
}
