/** @module The texts of a call that can be quoted: its result as received, and structured content as lines (claim gate, 2.2). */

import { compareText } from "../compare-text.ts";
import { Pane } from "./match/pane.ts";
import type { Invocation } from "./trace.ts";

export type PaneName = "text" | "structured";

const mostLines = 20_000;

/** Structured content as lines `path: value`: keys joined by dots and in order, places in lists left out. */
export function flattenStructured(value: unknown): string {
  const lines: string[] = [];
  const walk = (one: unknown, path: string, depth: number) => {
    if (lines.length >= mostLines || depth > 32) return;
    if (Array.isArray(one)) {
      for (const entry of one) walk(entry, path, depth + 1);
    } else if (typeof one === "object" && one !== null) {
      for (const key of Object.keys(one).toSorted(compareText))
        walk((one as Record<string, unknown>)[key], path === "" ? key : `${path}.${key}`, depth + 1);
    } else lines.push(path === "" ? String(one) : `${path}: ${String(one)}`);
  };
  walk(value, "", 0);
  return lines.join("\n");
}

/** Panes of calls, made once for a judgement. Arguments are never a pane: they are the agent's own words. */
export class Panes {
  readonly #panes = new Map<Invocation, readonly (readonly [PaneName, Pane])[]>();

  of(call: Invocation): readonly (readonly [PaneName, Pane])[] {
    const known = this.#panes.get(call);
    if (known !== undefined) return known;
    const { result } = call;
    const panes: [PaneName, Pane][] = [];
    if (result !== null && (result.text !== "" || result.structured === undefined))
      panes.push(["text", new Pane(result.text, result.cuts)]);
    if (result?.structured !== undefined) panes.push(["structured", new Pane(flattenStructured(result.structured))]);
    this.#panes.set(call, panes);
    return panes;
  }
}
