/** @module Traces of agents in spellings that a person reads and a program may miss. */

import { describe, expect, it } from "vitest";
import { changeFacts, commit, person } from "../../../../testing/facts.ts";
import { defaultConfiguration } from "../configuration.ts";
import { readTrailers } from "../text/trailers.ts";
import type { Actor, ChangeFacts, CommitPerson } from "./facts.ts";
import { identifyAgent } from "./identity.ts";

function kindOf(parts: Partial<ChangeFacts>): string {
  const facts = changeFacts({ author: person("mallory", 5), commits: [commit()], ...parts });
  return identifyAgent(facts, defaultConfiguration.intent.agents).agent.kind;
}

function withMessage(message: string): Partial<ChangeFacts> {
  return { commits: [commit({ message, trailers: readTrailers(message) })] };
}

function writtenBy(parts: Partial<CommitPerson>): Partial<ChangeFacts> {
  return { commits: [commit({ author: { name: "x", email: "x@example.org", login: null, ...parts } })] };
}

describe("an agent is not hidden by", () => {
  it.each([
    "Co-authored-by: Claude < noreply@anthropic.com >",
    "Co-authored-by: Claude <noreply @anthropic.com>",
    "Co-authored-by: Claude <<noreply@anthropic.com>>",
    "Co-authored-by: Claude <mailto:noreply@anthropic.com>",
    "Co-authored-by: Claude <noreply@anthropic.com.>",
    "Co-authored-by: Claude <noreply@anth\u200bropic.com>",
    "CO-AUTHORED-BY: CLAUDE <NOREPLY@ANTHROPIC.COM>",
    `Co-authored-by: ${"A".repeat(600)} <noreply@anthropic.com>`,
    "Claude-Session : https://claude.example/1",
  ])("the trailer %s", (trailer) => {
    expect(kindOf(withMessage(`Fix\n\n${trailer}`))).toBe("agent");
  });

  it.each([
    "- Generated with Claude Code",
    "1. Generated with Claude Code",
    "### Generated with Claude Code",
    "| Generated with Claude Code |",
    "(Generated with Claude Code)",
    "— Generated with Claude Code",
    "\\Generated with Claude Code",
    "\u200bGenerated with Claude Code",
    "Gen\u200berated with Cla\u00adude Code",
    "&nbsp;Generated with Claude&nbsp;Code",
    "Generated\u00a0with\u00a0Claude Code",
    "`<!--`\nGenerated with Claude Code",
    "```ts`\nGenerated with Claude Code",
  ])("the line %j", (line) => {
    expect(kindOf({ body: `Words.\n\n${line}` })).toBe("agent");
  });

  it.each<Partial<CommitPerson>>([
    { email: "<noreply@anthropic.com>" },
    { email: "noreply@anthropic.com\u200b" },
    { email: "noreply@anthropic.com\0" },
    { email: " NoReply@Anthropic.com " },
    { login: "app/copilot-swe-agent" },
    { name: "copilot-swe-agent[bot]\u200b" },
  ])("the author %j", (author) => {
    expect(kindOf(writtenBy(author))).toBe("agent");
  });

  it.each<Actor>([
    { login: "app/copilot-swe-agent", kind: "bot", id: null },
    { login: "app/copilot-swe-agent", kind: "user", id: null },
    { login: "@claude", kind: "user", id: null },
    { login: "claude\u200b", kind: "user", id: null },
    { login: "renamed", kind: "user", id: "0198982749" },
  ])("the account %j", (author) => {
    expect(kindOf({ author })).toBe("agent");
  });
});

describe("a person is not made an agent by", () => {
  it.each([
    "> Generated with Claude Code",
    '"Generated with Claude Code" is what the bot writes',
    "```\nGenerated with Claude Code\n```",
    "- [ ] Generated files are up to date",
    "1. Generated with care",
    "# Claude and the others",
  ])("the text %j", (body) => {
    expect(kindOf({ body })).toBe("unknown");
  });

  it.each<Partial<CommitPerson>>([
    { email: "noreply@anthropic.com.example.org" },
    { email: "jane@anthropic.com" },
    { name: "app/store" },
    { name: "Claude Monet" },
  ])("the author %j", (author) => {
    expect(kindOf(writtenBy(author))).toBe("unknown");
  });
});
