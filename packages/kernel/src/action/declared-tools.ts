/**
 * @module Tools that an operator has declared by their full name: what a call of one does, and which of its arguments say to
 * what (actions, section 4). A server's own word about its tools lowers nothing.
 */

import { type EffectKind, effectKinds } from "../effect.ts";
import { isRecord, isTexts } from "../policy/ceiling-read.ts";
import { raise, requestScales } from "../scale.ts";
import { isSuspiciousArgument } from "./arguments.ts";
import type { ActionCall } from "./facts.ts";
import type { Place } from "./place.ts";
import type { Reading, Reversibility } from "./reading.ts";
import { withoutMarks } from "./shell/text.ts";

export interface DeclaredTool {
  /** `target_from`: the argument that says to what; without it the tool itself is the target. */
  readonly effects: readonly { readonly kind: EffectKind; readonly target_from?: string | undefined }[];
  /** Arguments that hold paths of this machine. One that no effect names is read. */
  readonly paths?: readonly string[] | undefined;
  /** How far its effects can be undone; nothing said is not at all. */
  readonly reversibility?: Reversibility | undefined;
}

export type DeclaredTools = Readonly<Record<string, DeclaredTool>>;

const mostTargets = 64;

function readEffect(value: unknown): DeclaredTool["effects"][number] | null {
  if (!isRecord(value)) return null;
  const kind = effectKinds.find((known) => known === value["kind"]);
  const { target_from: from } = value;
  if (kind === undefined || (from !== undefined && (typeof from !== "string" || from === ""))) return null;
  return { kind, ...(from === undefined ? {} : { target_from: from }) };
}

/** A declaration from anything at all; null when any part of it cannot be read. */
export function readDeclaredTool(value: unknown): DeclaredTool | null {
  if (!isRecord(value) || !Array.isArray(value["effects"])) return null;
  const effects = value["effects"].map(readEffect);
  const { paths, reversibility } = value;
  if (!effects.every((effect) => effect !== null) || (paths !== undefined && !isTexts(paths))) return null;
  // What is written and no word of the scale is its careful end.
  const reach = raise(requestScales.reversibility, reversibility);
  return { effects, ...(paths === undefined ? {} : { paths }), reversibility: reach };
}

/** Every declaration that can be read; a tool without one is unknown, which is the careful end. */
export function readDeclaredTools(value: unknown): DeclaredTools {
  if (!isRecord(value)) return {};
  const read: Record<string, DeclaredTool> = {};
  for (const [name, written] of Object.entries(value)) {
    const tool = readDeclaredTool(written);
    if (tool !== null) read[name] = tool;
  }
  return read;
}

/** The texts of an argument; null where it is absent or holds anything else. */
function textsOf(value: unknown): readonly string[] | null {
  const texts = typeof value === "string" ? [value] : value;
  if (!isTexts(texts) || texts.length === 0 || texts.length > mostTargets || texts.includes("")) return null;
  return texts.map(withoutMarks);
}

/** Puts the effects of a declared tool's call into its reading. `name`: the tool without the form of its host. */
export function readDeclared(tool: DeclaredTool, name: string, call: ActionCall, place: Place, reading: Reading): void {
  const paths = new Set(tool.paths ?? []);
  const said = new Set(paths);
  const reversibility = tool.reversibility ?? requestScales.reversibility.careful;
  for (const { kind, target_from: from } of tool.effects) {
    if (from === undefined) {
      reading.effect(kind, `mcp:${name}`, reversibility);
      continue;
    }
    said.add(from);
    const texts = Object.hasOwn(call.input, from) ? textsOf(call.input[from]) : null;
    if (texts === null) {
      reading.lose(`the tool names no ${withoutMarks(from).slice(0, 40)}`);
      reading.effect(kind, "?", "irreversible");
    } else if (paths.has(from)) {
      paths.delete(from);
      for (const path of texts) reading.argument(kind, path, place, kind === "delete", undefined, reversibility);
    } else for (const text of texts) reading.effect(kind, `mcp:${name}/${text}`, reversibility);
  }
  for (const from of paths) {
    if (!Object.hasOwn(call.input, from)) continue;
    const texts = textsOf(call.input[from]);
    if (texts === null) reading.lose("an argument is not the text it should be");
    else for (const path of texts) reading.argument("read", path, place, false);
  }
  for (const [key, value] of Object.entries(call.input)) {
    if (!said.has(key) && isSuspiciousArgument(key, value))
      reading.lose(`nobody declared the argument ${withoutMarks(key).slice(0, 40)}`);
  }
}
