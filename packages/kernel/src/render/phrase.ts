/** @module Pieces of a sentence for people, before it is known whether a terminal or Markdown will show them. */

/** Plain words, or words with a role: `code` is a path, id or quote; `strong` carries the point; `faint` may be skipped. */
export type Part = string | { readonly code: string } | { readonly strong: string } | { readonly faint: string };

/** Parts that stand beside each other without extra spaces. */
export type Phrase = readonly Part[];

/** What a line says at a glance. */
export type Mark = "yes" | "no" | "warn" | "note" | "none";

export interface Line {
  readonly mark: Mark;
  readonly phrase: Phrase;
  /** 0 for a line of its own, 1 for what explains the line above, 2 for what explains that. */
  readonly depth: 0 | 1 | 2;
}

export function line(mark: Mark, ...phrase: Part[]): Line {
  return { mark, phrase, depth: 0 };
}

export function detail(...phrase: Part[]): Line {
  return { mark: "none", phrase, depth: 1 };
}

/** What explains a detail. */
export function subdetail(...phrase: Part[]): Line {
  return { mark: "none", phrase, depth: 2 };
}

/** `1 file`, `2 files`; thousands are separated, so that large numbers can be read. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** 1620 as `1,620`, the same on every machine. */
export function grouped(count: number): string {
  const text = String(Math.trunc(count));
  const parts: string[] = [];
  const digits = text.startsWith("-") ? text.slice(1) : text;
  for (let end = digits.length; end > 0; end -= 3) parts.unshift(digits.slice(Math.max(0, end - 3), end));
  return (text.startsWith("-") ? "-" : "") + parts.join(",");
}

/** A statement as it stands inside a sentence: small first letter (acronyms stay), no full stop. */
export function continued(sentence: string): string {
  const statement = sentence.endsWith(".") ? sentence.slice(0, -1) : sentence;
  const second = statement.charAt(1);
  const isWord = second !== "" && second === second.toLowerCase();
  return isWord ? statement.charAt(0).toLowerCase() + statement.slice(1) : statement;
}

/** `a`, `a and b`, `a, b and 3 more`. */
export function listed(items: readonly Phrase[], most: number): Part[] {
  const shown = items.slice(0, most);
  const rest = items.length - shown.length;
  const out: Part[] = [];
  for (const [index, item] of shown.entries()) {
    if (index > 0) out.push(index === shown.length - 1 && rest === 0 ? " and " : ", ");
    out.push(...item);
  }
  if (rest > 0) out.push(` and ${grouped(rest)} more`);
  return out;
}
