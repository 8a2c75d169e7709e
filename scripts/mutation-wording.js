/**
 * @module Tells Stryker to leave the wording of messages alone: a literal with a space in it is a sentence for people. Rule
 * ids, enum words and field names have none and are mutated.
 */

/** @param {{ node: { type: string; value?: unknown; quasis?: { value: { raw: string } }[] } }} path of the syntax tree */
function shouldIgnore({ node }) {
  const texts =
    node.type === "StringLiteral" || node.type === "Literal"
      ? [node.value]
      : node.type === "TemplateLiteral"
        ? (node.quasis ?? []).map((quasi) => quasi.value.raw)
        : [];
  return texts.some((text) => typeof text === "string" && text.includes(" ")) ? "message wording" : undefined;
}

export const strykerPlugins = [{ kind: "Ignore", name: "wording", value: { shouldIgnore } }];
