/** @module The words of a line: joined spellings taken apart, names and quoted spans kept whole, punctuation on its own. */

import { verbAt } from "./lexicon/lookup.ts";
import { bulkWords, productionWords } from "./lexicon/words.ts";

/** A quoted span or inline code stands as one character in the text; which one, its index in the list of spans says. */
export const spanMark = "\uE000";
export const spanEnd = "\uE001";

export type TokenKind = "word" | "name" | "span" | "mark";

/** A spelling that is read as several words: as written, and how many words it makes. */
export interface Joined {
  readonly text: string;
  readonly length: number;
}

export interface Token {
  readonly kind: TokenKind;
  /** As it stands in the view. */
  readonly text: string;
  /** In lower case; of a span, nothing. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** Of the first word of a joined spelling (`force-push`): all of it. */
  readonly joined?: Joined;
  /** The index of the quoted span. */
  readonly span?: number;
}

/** A run without white space, opening and closing punctuation on its sides. */
const chunkPattern = /\S+/g;
const opening = /^[([{_~"'«“„‚<|#]+/u;
const closing = /[)\]}_~"'»”“>|.,;:!?…。！？，、；：]+$/u;
const plainWord = /^[\p{L}\p{M}']+$/u;
const joinedWords = /^[\p{L}'][\p{L}\p{M}'_‑-]*[\p{L}\p{M}']$/u;
const tagPattern = /<(?<slash>\/?)(?<name>[A-Za-z][\w-]{0,40})[^<>\n]{0,60}>/g;
const joints = /[-_‑]/u;
/** Punctuation inside a run that separates all the same: `fix it,deploy`, `a;b`, `x。y`. */
const inner = /(?<=\p{L}),(?=\p{L})|;|[。！？，、；：]|(?<=\p{L})[()[\]{}](?=\p{L})|(?<!\d)[—–]|[—–](?!\d)/gu;

const marks: Readonly<Record<string, string>> = {
  "。": ".",
  "！": "!",
  "？": "?",
  "，": ",",
  "、": ",",
  "；": ";",
  "：": ":",
  "…": ".",
  "–": "—",
};

/** Markup is text like any other, but what a pair of tags encloses is no part of the clause around it. */
function withoutTags(line: string): string {
  if (!line.includes("</")) return line;
  const closed = new Set<string>();
  for (const { groups } of line.matchAll(tagPattern)) if (groups?.["slash"] === "/") closed.add(groups["name"] ?? "");
  return line.replace(tagPattern, (tag: string, _slash: string, name: string) =>
    closed.has(name) ? `;${" ".repeat(tag.length - 1)}` : tag,
  );
}

/** Whether a part of an identifier is a word that can raise: `drop_table` is looked at in its parts, `created_at` is a name. */
function speaks(identifier: string): boolean {
  const parts = identifier.toLowerCase().split(joints);
  return parts.some((part, at) => verbAt(parts, at) !== undefined || productionWords.has(part) || bulkWords.has(part));
}

class Tokenizer {
  readonly tokens: Token[] = [];

  private push(kind: TokenKind, text: string, start: number, more: Pick<Token, "joined" | "span"> = {}): void {
    const word = kind === "span" ? "" : kind === "mark" ? (marks[text] ?? text) : text.toLowerCase();
    this.tokens.push({ kind, text, word, start, end: start + text.length, ...more });
  }

  private marksOf(text: string, start: number): void {
    let offset = start;
    for (const mark of text) {
      if (!/[*_~|#]/.test(mark)) this.push("mark", mark, offset);
      offset += mark.length;
    }
  }

  private core(text: string, start: number): void {
    if (joints.test(text) && joinedWords.test(text) && (!text.includes("_") || speaks(text))) {
      const parts = text.split(joints);
      const length = parts.filter((part) => part !== "").length;
      let offset = start;
      for (const part of parts) {
        const isFirst = offset === start && length > 1;
        if (part !== "") this.push("word", part, offset, isFirst ? { joined: { text, length } } : {});
        offset += part.length + 1;
      }
    } else this.push(plainWord.test(text) ? "word" : "name", text, start);
  }

  private piece(text: string, start: number): void {
    const open = opening.exec(text)?.[0].length ?? 0;
    this.marksOf(text.slice(0, open), start);
    const rest = text.slice(open);
    const bare = rest.length - (closing.exec(rest)?.[0].length ?? 0);
    const close = rest.startsWith("()", bare) ? bare + 2 : bare;
    const core = rest.slice(0, close);
    if (core !== "") this.core(core, start + open);
    this.marksOf(rest.slice(close), start + open + close);
  }

  /** A run without spans: separated at the punctuation inside. */
  private run(text: string, start: number): void {
    if (text === "—" || text === "-" || text === "--") {
      this.push("mark", "—", start);
      return;
    }
    let from = 0;
    for (const found of text.matchAll(inner)) {
      if (found.index > from) this.piece(text.slice(from, found.index), start + from);
      this.push("mark", found[0], start + found.index);
      from = found.index + found[0].length;
    }
    if (from < text.length) this.piece(text.slice(from), start + from);
  }

  /** Emphasis marks around words are taken off; a star that ends a name (`tmp-*`) belongs to it. */
  private static withoutStars(text: string): string {
    if (!text.includes("*")) return text;
    return text.replace(
      /(?<=^|\s)\*{1,3}(?=[\p{L}\p{N}\uE000])|(?<!\/)\*{2,3}(?=[\s.,;:!?)]|$)|(?<=\s\p{L}{2,40})\*(?=[\s.,;:!?)]|$)/gu,
      (stars) => " ".repeat(stars.length),
    );
  }

  private withSpans(text: string, start: number): void {
    let from = 0;
    for (let at = text.indexOf(spanMark); at >= 0; at = text.indexOf(spanMark, from)) {
      if (at > from) this.run(text.slice(from, at), start + from);
      const end = text.indexOf(spanEnd, at);
      const close = end < 0 ? text.length : end;
      const span = Number(text.slice(at + 1, close)) || 0;
      this.push("span", text.slice(at, close + 1), start + at, { span });
      from = close + 1;
    }
    if (from < text.length) this.run(text.slice(from), start + from);
  }

  read(line: string, start: number): void {
    const text = Tokenizer.withoutStars(withoutTags(line));
    for (const found of text.matchAll(chunkPattern)) this.withSpans(found[0], start + found.index);
  }
}

/** The tokens of one line that begins at `start` of the view. Linear in its length. */
export function tokenize(line: string, start: number): Token[] {
  const tokenizer = new Tokenizer();
  tokenizer.read(line, start);
  return tokenizer.tokens;
}
