/** @module Brace expansion as bash does it: on the text of a word, before everything else, and outside quotes (S7). */

/** More words than a call is worth. */
const mostWords = 64;
const mostDepth = 8;

/** Where a quote or an expansion that begins at a place ends; the place itself when none begins there. */
function skip(text: string, at: number): number {
  const sign = text.charAt(at);
  if (sign === "\\") return at + 2;
  if (sign === "'" || sign === '"' || sign === "`") {
    let end = at + 1;
    while (end < text.length && text.charAt(end) !== sign) end += sign !== "'" && text.charAt(end) === "\\" ? 2 : 1;
    return end + 1;
  }
  if (sign === "$" && (text.charAt(at + 1) === "{" || text.charAt(at + 1) === "(")) {
    const open = text.charAt(at + 1);
    const close = open === "{" ? "}" : ")";
    let depth = 0;
    let end = at + 1;
    while (end < text.length) {
      const here = text.charAt(end);
      if (here === open) depth += 1;
      if (here === close) depth -= 1;
      end += here === "\\" ? 2 : 1;
      if (depth === 0) break;
    }
    return end;
  }
  return at;
}

interface Group {
  readonly open: number;
  readonly close: number;
  readonly commas: readonly number[];
}

function findGroup(text: string): Group | null {
  for (let at = 0; at < text.length; at += 1) {
    const after = skip(text, at);
    if (after > at) {
      at = after - 1;
      continue;
    }
    if (text.charAt(at) !== "{") continue;
    const group = closeOf(text, at);
    if (group !== null) return group;
  }
  return null;
}

function closeOf(text: string, open: number): Group | null {
  const commas: number[] = [];
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const after = skip(text, at);
    if (after > at) {
      at = after - 1;
      continue;
    }
    const sign = text.charAt(at);
    if (sign === "{") depth += 1;
    if (sign === "," && depth === 1) commas.push(at);
    if (sign !== "}") continue;
    depth -= 1;
    if (depth > 0) continue;
    const isSequence = commas.length === 0 && /^[^{}]+\.\.[^{}]+$/.test(text.slice(open + 1, at));
    return commas.length > 0 || isSequence ? { open, close: at, commas } : null;
  }
  return null;
}

function sequence(text: string): string[] | null {
  const found =
    /^(?:(?<from>-?[0-9]{1,9})\.\.(?<to>-?[0-9]{1,9})|(?<first>[A-Za-z])\.\.(?<last>[A-Za-z]))(?:\.\.(?<step>-?[0-9]{1,9}))?$/.exec(
      text,
    )?.groups;
  if (found === undefined) return null;
  const { from, to, first, last, step = "1" } = found;
  const start = from === undefined ? (first ?? "a").charCodeAt(0) : Number(from);
  const end = to === undefined ? (last ?? "a").charCodeAt(0) : Number(to);
  const by = Math.max(1, Math.abs(Number(step)));
  if (Math.abs(end - start) / by >= mostWords) return null;
  const width = from !== undefined && /^-?0[0-9]/.test(from) ? from.length : 0;
  const words: string[] = [];
  for (let value = start; start <= end ? value <= end : value >= end; value += start <= end ? by : -by) {
    words.push(from === undefined ? String.fromCharCode(value) : String(value).padStart(width, "0"));
  }
  return words;
}

/** The texts a word stands for; null when there are too many or they cannot be told. */
export function expandBraces(text: string, depth = 0): string[] | null {
  const group = findGroup(text);
  if (group === null) return [text];
  if (depth > mostDepth) return null;
  const head = text.slice(0, group.open);
  const tails = expandBraces(text.slice(group.close + 1), depth + 1);
  const choices: string[] = [];
  if (group.commas.length === 0) {
    const words = sequence(text.slice(group.open + 1, group.close));
    if (words === null) return null;
    choices.push(...words);
  } else {
    let from = group.open + 1;
    for (const to of [...group.commas, group.close]) {
      const inner = expandBraces(text.slice(from, to), depth + 1);
      if (inner === null) return null;
      choices.push(...inner);
      from = to + 1;
    }
  }
  if (tails === null || choices.length * tails.length > mostWords) return null;
  return choices.flatMap((choice) => tails.map((tail) => `${head}${choice}${tail}`));
}
