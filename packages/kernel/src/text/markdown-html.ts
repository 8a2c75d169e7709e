/** @module The text inside HTML of a Markdown document: comments and code elements are hidden, other tags only break runs. */

const nodeMark = "\uFFFC";
const skippedElements = new Set(["pre", "code", "del", "s", "strike", "script", "style", "textarea", "title"]);

/** What is open while a document is read in order. */
export class HtmlState {
  isComment = false;
  /** Elements opened by block HTML and by inline HTML whose text does not count. */
  #blocks: string[] = [];
  #inlines: string[] = [];

  get isHidden(): boolean {
    return this.isComment || this.#blocks.length > 0 || this.#inlines.length > 0;
  }

  /** An inline element that is never closed ends with its paragraph. */
  endBlock(): void {
    this.#inlines = [];
  }

  tag(name: string, isClosing: boolean, isInline: boolean): void {
    if (!skippedElements.has(name)) return;
    if (!isClosing) {
      const open = isInline ? this.#inlines : this.#blocks;
      // One entry an element is enough, and bounds the list.
      if (!open.includes(name)) open.push(name);
      return;
    }
    this.#blocks = this.#blocks.filter((open) => open !== name);
    this.#inlines = this.#inlines.filter((open) => open !== name);
  }
}

const quotationEntities = new Set(["&quot;", "&apos;", "&#39;", "&#34;", "&ldquo;", "&rdquo;", "&lsquo;", "&rsquo;"]);
const escapes = /\\(?<mark>[!-/:-@[-`{-~])|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/g;

/** Source text with escapes resolved. An escaped `#` or `<`, and any entity but a quotation mark, is no part of a reference. */
function resolveEscapes(source: string, isMarkdown: boolean): string {
  if (!source.includes("&") && !source.includes("\\")) return source;
  return source.replace(escapes, (whole: string, mark: string | undefined) => {
    if (whole.startsWith("\\")) {
      if (!isMarkdown) return whole;
      return mark === "#" || mark === "<" || mark === undefined ? nodeMark : mark;
    }
    return quotationEntities.has(whole) ? '"' : nodeMark;
  });
}

/** The countable part of a Markdown text node's source. An unclosed `<!--` is text to Markdown and a comment to a browser. */
export function readText(source: string, state: HtmlState): string {
  const value = resolveEscapes(source, true);
  let out = "";
  let at = 0;
  while (at < value.length) {
    if (state.isComment) {
      const end = value.indexOf("-->", at);
      if (end < 0) return out;
      state.isComment = false;
      at = end + 3;
      out += nodeMark;
      continue;
    }
    const start = value.indexOf("<!--", at);
    const stop = start < 0 ? value.length : start;
    if (!state.isHidden) out += value.slice(at, stop);
    if (start < 0) return out;
    out += nodeMark;
    state.isComment = true;
    // `<!-->` and `<!--->` are whole comments.
    at = start + 2;
    const end = value.indexOf("-->", at);
    if (end >= 0) {
      state.isComment = false;
      at = end + 3;
    } else at = value.length;
  }
  return out;
}

const tag = /<(?<slash>\/?)(?<name>[A-Za-z][A-Za-z0-9-]*)(?:"[^"]*"|'[^']*'|[^"'<>])*>|<[!?/][^>]*>/y;

/** The countable text of an HTML node. A tag breaks the run; a `<` that opens no tag is text. */
export function readHtml(value: string, state: HtmlState, isInline: boolean): string {
  let out = "";
  let at = 0;
  const lastClose = value.lastIndexOf(">");
  while (at < value.length) {
    if (state.isComment || value.startsWith("<!--", at)) {
      const end = value.indexOf("-->", state.isComment ? at : at + 2);
      state.isComment = end < 0;
      if (end < 0) return out;
      out += nodeMark;
      at = end + 3;
      continue;
    }
    if (value.charCodeAt(at) === 60 && at < lastClose) {
      tag.lastIndex = at;
      const found = tag.exec(value);
      if (found !== null) {
        state.tag((found.groups?.["name"] ?? "").toLowerCase(), found.groups?.["slash"] === "/", isInline);
        out += nodeMark;
        at = tag.lastIndex;
        continue;
      }
    }
    const next = value.indexOf("<", at + 1);
    const stop = next < 0 ? value.length : next;
    if (!state.isHidden) out += resolveEscapes(value.slice(at, stop), false);
    at = stop;
  }
  return out;
}
