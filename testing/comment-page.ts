/** @module A comment's Markdown as the page GitHub would make of it: sanitised like there, in a stylesheet of our own. */

import { raw } from "hast-util-raw";
import { defaultSchema, sanitize } from "hast-util-sanitize";
import { toHtml } from "hast-util-to-html";
import { newlineToBreak } from "mdast-util-newline-to-break";
import { toHast } from "mdast-util-to-hast";
import { parsed } from "./markdown-harm.ts";

/** What GitHub shows of a comment's text: a line break is one, tags that are not on its list are gone, comments too. */
export function commentHtml(markdown: string): string {
  const tree = parsed(markdown);
  newlineToBreak(tree);
  return toHtml(sanitize(raw(toHast(tree, { allowDangerousHtml: true })), defaultSchema));
}

/** Shapes for the few emoji of a comment, so that a picture does not depend on the fonts of the machine that made it. */
const emoji: Readonly<Record<string, string>> = {
  "✅": '<rect x="1" y="1" width="14" height="14" rx="2.5" fill="#2da44e"/><path d="m4 8.3 2.8 2.8L12.2 5" fill="none" stroke="#fff" stroke-width="2"/>',
  "❌": '<path d="m3 3 10 10M13 3 3 13" stroke="#e5484d" stroke-width="3" stroke-linecap="round"/>',
  "⚠️": '<path d="m8 1.5 7 13H1z" fill="#f5b301" stroke="#f5b301" stroke-width="1.5" stroke-linejoin="round"/><path d="M8 5.5v5M8 12v1.6" stroke="#3d2e00" stroke-width="1.7"/>',
  "▫️": '<rect x="5" y="5" width="6" height="6" fill="#fff" stroke="#8c959f"/>',
};

function withDrawnEmoji(html: string): string {
  return html.replaceAll(/\p{Emoji_Presentation}|\p{Emoji}\uFE0F/gu, (character) => {
    const shape = emoji[character];
    if (shape === undefined) throw new Error(`${character} has no drawing in testing/comment-page.ts`);
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${shape}</svg>`;
    return `<img class="emoji" alt="${character}" src="data:image/svg+xml,${encodeURIComponent(drawing)}">`;
  });
}

const style = `
:root { color-scheme: light dark; --page: #ffffff; --text: #1f2328; --faint: #59636e; --line: #d1d9e0; --head: #f6f8fa; --code: #eff1f3; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0d1117; --text: #f0f6fc; --faint: #9198a1; --line: #3d444d; --head: #151b23; --code: #212830; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 12px; background: var(--page); color: var(--text);
  font: 14px/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; }
article { border: 1px solid var(--line); border-radius: 6px; overflow-wrap: anywhere; }
header { padding: 8px 16px; background: var(--head); color: var(--faint); border-bottom: 1px solid var(--line); border-radius: 6px 6px 0 0; }
header strong { color: var(--text); font-weight: 600; }
.label { margin: 0 3px; padding: 0 6px; border: 1px solid var(--line); border-radius: 2em; font-size: 12px; }
.text { padding: 16px; }
.text > :first-child { margin-top: 0; }
.text > :last-child { margin-bottom: 0; }
h3, h4 { margin: 20px 0 12px; font-weight: 600; line-height: 1.25; }
h3 { font-size: 1.25em; }
h4 { font-size: 1em; }
p, ul, blockquote, details { margin: 0 0 12px; }
ul { padding-left: 2em; }
ul ul { margin: 0; }
li + li { margin-top: .25em; }
blockquote { padding: 0 1em; color: var(--faint); border-left: .25em solid var(--line); }
code { padding: .2em .4em; border-radius: 6px; background: var(--code); white-space: break-spaces;
  font: 85% ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
summary { cursor: pointer; }
details[open] > summary { margin-bottom: 8px; }
sub { position: relative; bottom: -.25em; font-size: 75%; line-height: 1.5; vertical-align: baseline; }
.emoji { width: 1.15em; height: 1.15em; vertical-align: -.2em; }
`;

/** A whole page that holds one comment and needs nothing from anywhere. */
export function commentPage({ author, body }: { readonly author: string; readonly body: string }): string {
  const isBot = author.endsWith("[bot]");
  const name = `<strong>${isBot ? author.slice(0, -"[bot]".length) : author}</strong>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width">
<title>A comment by Warrant</title>
<style>${style}</style>
<article>
<header>${name}${isBot ? ' <span class="label">bot</span>' : ""} commented</header>
<div class="text">
${withDrawnEmoji(commentHtml(body))}
</div>
</article>
</html>
`;
}
