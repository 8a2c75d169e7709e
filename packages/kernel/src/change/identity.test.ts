/** @module Agent identity: every row of the table in every signal it has, and what decides between signals. */

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bot, changeFacts, commit, person } from "../../../../testing/facts.ts";
import { defaultConfiguration } from "../configuration.ts";
import type { AgentIdentity } from "../verdict.ts";
import type { ChangeFacts, Commit } from "./facts.ts";
import { identifyAgent } from "./identity.ts";
import { identityTable, type KnownIdentity } from "./identity-table.ts";

const none = defaultConfiguration.intent.agents;
const maria = person("maria", 5);

/** A change by a person without a trace of anyone else. */
function byMaria(parts: Partial<ChangeFacts> = {}): ChangeFacts {
  return changeFacts({ author: maria, ...parts });
}

function identify(parts: Partial<ChangeFacts>, agents = none): AgentIdentity {
  return identifyAgent(byMaria(parts), agents).agent;
}

function someone(name: string, email: string, login: string | null = null): Commit["author"] {
  return { name, email, login };
}

function coAuthor(value: string): Commit {
  return commit({ trailers: [{ key: "Co-authored-by", value }] });
}

function spelled(entry: string): string {
  return entry.replace("*@*.", "scanner@acme.").replace("*@", "scanner@").replace("@*", "@acme.example");
}

function noReply(row: KnownIdentity): string[] {
  const logins = [...(row.logins ?? []), ...(row.botLogins ?? [])].map((login) =>
    login.startsWith("*") ? `acme${login.slice(1)}` : login.replace("*", "-acme"),
  );
  const forms = logins.flatMap((login) => [`${login}[bot]`, `77+${login}[bot]`, login]);
  const ids = (row.ids ?? []).map((id) => `${id}+renamed`);
  // `copilot[bot]` is the coding agent's display login.
  return [...forms, ...ids]
    .filter((local) => !/^(?:77\+)?copilot\[bot\]$/.test(local))
    .map((local) => `${local}@users.noreply.github.com`);
}

interface PersonCase {
  readonly label: string;
  readonly row: KnownIdentity;
  readonly who: string;
  readonly email: string;
}
const people: PersonCase[] = identityTable.flatMap((row) => {
  const addresses = [
    ...noReply(row),
    ...(row.addresses ?? []).map(spelled),
    ...(row.tags ?? []).map((tag) => `ann+${tag}@acme.example`),
  ];
  const named = (row.names ?? []).flatMap(({ name, prefix, address }) =>
    (prefix === true ? [name, `${name} v2`] : [name]).map((who) => ({
      who,
      email: spelled(address ?? "*@acme.example"),
    })),
  );
  return [...addresses.map((email) => ({ who: "Someone", email })), ...named].map(({ who, email }) => ({
    label: `${row.name}: ${who} <${email}>`,
    row,
    who,
    email,
  }));
});

const writers = people.filter(({ row }) => row.kind === "agent");
const bots = people.filter(({ row }) => row.kind !== "agent");

describe("every agent of the table is found", () => {
  it.each(writers)("as author, committer and co-author: $label", ({ row, who, email }) => {
    const agent = someone(who, email);
    const facts = [
      { commits: [commit({ author: agent })] },
      { commits: [commit(), commit({ committer: agent })] },
      { commits: [coAuthor(`${who} <${email.toUpperCase()}>`)] },
      { body: `Why.\n\nCo-Authored-By: ${who} <${email}>`, commits: [coAuthor(`${who} <${email}>`)] },
    ];
    for (const parts of facts)
      expect(identify(parts)).toMatchObject({ kind: "agent", name: row.name, confidence: "likely" });
  });

  const accounts = identityTable
    .filter((row) => row.kind === "agent")
    .flatMap((row) => [...(row.logins ?? []), ...(row.botLogins ?? [])].map((login) => ({ name: row.name, login })));
  it.each(accounts)("as the account that opened the change: $login is $name", ({ name, login }) => {
    const account = bot(login.replace("*", "acme-"), login === "copilot" ? 223556219 : null);
    expect(identify({ author: account })).toMatchObject({ kind: "agent", name, confidence: "certain" });
  });

  const harness = identityTable.flatMap((row) =>
    (row.trailers ?? []).map(({ key, value }) => ({ name: row.name, key, value: value ?? "https://example.org/1" })),
  );
  it.each(harness)("by the trailer $key of $name, and by the same line as a signature", ({ name, key, value }) => {
    expect(identify({ commits: [commit({ trailers: [{ key: key.toUpperCase(), value }] })] })).toMatchObject({
      kind: "agent",
      name,
    });
    expect(identify({ body: `${key}: ${value}\n\nMore text.` })).toMatchObject({
      kind: "agent",
      name,
      evidence: [{ signal: "signature", names: name, strength: "likely" }],
    });
  });
});

describe("a bot beside a person's commits", () => {
  it.each(bots)("is listed and decides nothing: $label", ({ row, who, email }) => {
    const { kind, confidence, evidence } = identify({ commits: [coAuthor(`${who} <${email}>`)] });
    expect({ kind, confidence }).toEqual({ kind: "unknown", confidence: "none" });
    expect(evidence).toMatchObject([{ signal: "trailer", names: row.name, strength: "none" }]);
    expect(identify({ commits: [commit(), commit({ author: someone(who, email) })] })).toMatchObject({
      kind: "unknown",
    });
  });

  it.each(bots)("decides when it wrote every commit: $label", ({ row, who, email }) => {
    const author = someone(who, email);
    expect(identify({ commits: [commit({ author }), commit({ author })] })).toMatchObject({
      kind: row.kind === "review_bot" ? "agent" : row.kind,
      name: row.name,
      confidence: "likely",
    });
  });

  it("makes the change an agent's when a review bot opened it", () => {
    expect(identify({ author: bot("coderabbitai") })).toMatchObject({
      kind: "agent",
      name: "coderabbitai",
      confidence: "certain",
    });
  });

  it("is overruled by an agent among the co-authors", () => {
    for (const login of ["dependabot", "github-actions", "some-app"]) {
      expect(identify({ author: bot(login), commits: [coAuthor("Claude <noreply@anthropic.com>")] })).toMatchObject({
        kind: "agent",
        name: "claude",
        confidence: "likely",
      });
      expect(identify({ author: bot(login) }).kind).toBe(login === "dependabot" ? "dependency_bot" : "automation_bot");
    }
  });

  it("says nothing as the web page's committer", () => {
    const web = someone("GitHub", "noreply@github.com", "web-flow");
    expect(identify({ commits: [commit({ committer: web })] })).toMatchObject({ kind: "unknown", evidence: [] });
  });
});

describe("people are not agents", () => {
  it.each([
    ["Devin Okafor", "devin@example.org"],
    ["Jules Martin", "jules@example.org"],
    ["Claude Roy", "claude@example.org"],
    ["Claude", "claude.roy@example.org"],
    ["Devin", "d@example.org"],
    ["Cursor", "someone@example.org"],
    ["Ann Employee", "ann@anthropic.com"],
    ["Ben Employee", "ben@cursor.com"],
    ["Cem Employee", "cem@all-hands.dev"],
    ["Dan Employee", "dan@cognition.ai"],
    ["Eve Employee", "eve@openai.com"],
    ["Fay", "fay@cline.bot"],
    ["Gil", "gil@qodo.ai"],
    ["Botros Haddad", "botros@example.org"],
    ["Mux", "mux@example.org"],
    ["Mux", "person@coder.com"],
    ["OpenHands Fan", "fan@example.org"],
    ["Claude Code", "claude.code@example.org"],
    ["ColeRoo", "9+ColeRoo@users.noreply.github.com"],
    ["claude-lover", "9+claude-lover@users.noreply.github.com"],
    ["human_microsoft", "9+human_microsoft@users.noreply.github.com"],
    ["Someone", "copilot@users.noreply.evil.example"],
    ["Someone", "devin-ai-integration[bot]@users.noreply.github.com.evil.example"],
    ["Copilot pilot", "x@example.org"],
  ])("%s <%s>", (name, email) => {
    const author = someone(name, email);
    const facts = { commits: [commit({ author, committer: author }), coAuthor(`${name} <${email}>`)] };
    expect(identify(facts)).toEqual({ kind: "unknown", name: null, confidence: "none", evidence: [] });
  });

  it.each(["Devin", "Claude", "Jules", "Maria with Cursor", "codex"])(
    "nor a bare name in a trailer of people: %s",
    (value) => {
      expect(identify({ commits: [coAuthor(value)] }).kind).toBe("unknown");
    },
  );
});

describe("trailers that name a tool", () => {
  it.each([
    ["Assisted-by", "Claude Code", "claude"],
    ["Assisted-by", "Claude:claude-opus-4", "claude"],
    ["Assisted-by", "GitHub Copilot", "copilot"],
    ["Generated-by", "Codex", "codex"],
    ["Generated-by", "Gemini CLI 2.0", "gemini-cli"],
    ["Authored-by", "GitHub Copilot for VS Code", "copilot"],
    ["Co-developed-by", "Claude Opus 4.5 <noreply@anthropic.com>", "claude"],
    ["assisted-by", "Cursor Agent <cursoragent@cursor.com>", "cursor"],
  ])("%s: %s", (key, value, name) => {
    expect(identify({ commits: [commit({ trailers: [{ key, value }] })] })).toMatchObject({ kind: "agent", name });
  });

  it.each([
    ["Reviewed-by", "Claude <noreply@anthropic.com>"],
    ["Made-with", "love"],
    ["Made-with", "Cursorless"],
    ["Assisted-by", "Devin Okafor"],
    ["Generated-by", "codexgen"],
    ["Signed-off-by", "Claude <claude.roy@example.org>"],
  ])("but not %s: %s", (key, value) => {
    expect(identify({ commits: [commit({ trailers: [{ key, value }] })] }).kind).toBe("unknown");
  });
});

describe("trailers of the description", () => {
  const trailer = "Co-authored-by: Claude <noreply@anthropic.com>";
  it.each([
    ["at its end", `Why.\n\n${trailer}`, "agent"],
    ["at its end, with a rule and blank lines after it", `Why.\r\n\r\n${trailer}\r\n---\r\n\r\n`, "agent"],
    ["in the middle", `Why.\n\n${trailer}\n\nMore about it.`, "unknown"],
    ["in prose", `We once had ${trailer} in a commit.`, "unknown"],
  ])("count %s or not", (_, body, kind) => {
    expect(identify({ body }).kind).toBe(kind);
  });

  it.each([
    ["prose", "Claude and Copilot were discussed; Devin said no. Generated with care by Jules Martin."],
    ["a code span", "The flag is `Generated with Claude Code` and the variable is `cursor`."],
    ["a fence", "Log:\n\n```\nGenerated with [Claude Code](https://claude.ai/code)\nCo-authored-by: Claude\n```\n"],
    ["addresses", "See https://bot.example.ai and https://docs.cline.bot/agents and mail claude@example.org."],
  ])("D8: agent names in %s are nothing (TrenTorch/TrenTorch#210, ld-singh/ai-factory-ops-lab#40)", (_, body) => {
    const said = { body, commits: [commit({ message: `fix: the cursor\n\n${body}` })] };
    expect(identify(said)).toMatchObject({ kind: "unknown", confidence: "none" });
  });

  it("are not read from nothing", () => {
    expect(identify({ body: null }).kind).toBe("unknown");
  });
});

describe("which name and how sure", () => {
  it("an account decides before everything and is certain", () => {
    const facts = { author: bot("devin-ai-integration"), commits: [coAuthor("Claude <noreply@anthropic.com>")] };
    const { agent, findings } = identifyAgent(byMaria(facts), none);
    expect(agent).toMatchObject({ kind: "agent", name: "devin", confidence: "certain" });
    expect(findings).toMatchObject([{ rule: "identity.conflict", message: expect.stringContaining("claude, devin") }]);
  });

  it("the most frequent name wins, ties are alphabetical", () => {
    const claude = coAuthor("Claude <noreply@anthropic.com>");
    const cursor = coAuthor("Cursor <cursoragent@cursor.com>");
    expect(identify({ commits: [cursor, claude, cursor] }).name).toBe("cursor");
    expect(identify({ commits: [cursor, claude] }).name).toBe("claude");
  });

  it("a branch shape speaks only where nothing else does", () => {
    const head = { ref: "codex/do-it", sha: "a".repeat(40) };
    expect(identify({ head })).toMatchObject({ kind: "agent", name: "codex", confidence: "likely" });
    const many = [coAuthor("Mux <noreply@coder.com>")];
    expect(identify({ head, commits: many }).name).toBe("mux");
  });

  it("a verified commit is certain and its name wins over more frequent likely ones", () => {
    const devin = someone("Devin AI", "158243242+devin-ai-integration[bot]@users.noreply.github.com");
    const facts = {
      commits: [
        commit({ author: devin, verified: true }),
        coAuthor("Claude <noreply@anthropic.com>"),
        coAuthor("Claude <noreply@anthropic.com>"),
      ],
    };
    expect(identify(facts)).toMatchObject({ name: "devin", confidence: "certain" });
    expect(identify({ commits: [commit({ author: devin, verified: false })] }).confidence).toBe("likely");
  });

  it("an address that says one agent and a name that says another is still an agent, and said", () => {
    const both = commit({ author: someone("kubestellar-hive[bot]", "223556219+Copilot@users.noreply.github.com") });
    const { agent, findings } = identifyAgent(byMaria({ commits: [both] }), none);
    expect(agent.kind).toBe("agent");
    expect(agent.evidence.map((entry) => entry.names)).toEqual(["copilot", "kubestellar-hive"]);
    expect(findings.map((finding) => finding.rule)).toEqual(["identity.conflict"]);
  });

  it("a model's name on another agent's address names both", () => {
    const both = coAuthor("Claude Sonnet 4.5 <cursoragent@cursor.com>");
    expect(identify({ commits: [both] }).evidence.map((entry) => entry.names)).toEqual(["claude", "cursor"]);
  });

  it("D9: no signal is no trace of an agent, never a person (moby/moby#53695)", () => {
    expect(identifyAgent(byMaria(), none)).toEqual({
      agent: { kind: "unknown", name: null, confidence: "none", evidence: [] },
      findings: [],
    });
  });

  it("without all commits and without a trace it is taken to be an agent's", () => {
    const incomplete = [{ what: "commits" as const, why: "250 of 400 listed" }];
    for (const author of [maria, bot("dependabot")]) {
      const { agent, findings } = identifyAgent(byMaria({ author, incomplete }), none);
      expect(agent).toMatchObject({ kind: "agent", confidence: "likely" });
      expect(findings.map((finding) => finding.rule)).toEqual(["identity.commits-incomplete"]);
    }
    const traced = identifyAgent(byMaria({ incomplete, commits: [coAuthor("Amp <amp@ampcode.com>")] }), none);
    expect(traced.agent.name).toBe("amp");
    expect(traced.findings).toEqual([]);
    expect(identify({ incomplete: [{ what: "files", why: "" }] }).kind).toBe("unknown");
  });
});

describe("configured identities", () => {
  it.each(["our-coder", "our-coder[bot]", "Our-Coder[BOT]", "app/our-coder", "@our-coder"])(
    "D5: the login %s is one account with and without [bot] (chdsbd/kodiak#871)",
    (login) => {
      const agents = { ...none, logins: [login] };
      for (const author of [bot("our-coder"), bot("our-coder[bot]"), bot("app/our-coder"), person("Our-Coder")]) {
        expect(identify({ author }, agents)).toMatchObject({ kind: "agent", confidence: "certain" });
      }
      expect(identify({ author: bot("our-coder-2") }, agents).kind).not.toBe("agent");
    },
  );

  it("logins and addresses are agents in every signal", () => {
    const agents = { ...none, logins: ["our-coder[bot]"], emails: ["Coder@Acme.example", "*@agents.acme.example"] };
    expect(identify({ author: bot("our-coder") }, agents)).toMatchObject({ name: "our-coder", confidence: "certain" });
    for (const email of ["1+our-coder[bot]@users.noreply.github.com", "coder@acme.example", "x@agents.acme.example"]) {
      expect(identify({ commits: [commit({ author: someone("X", email) })] }, agents).kind).toBe("agent");
      expect(identify({ commits: [coAuthor(`X <${email}>`)] }, agents).kind).toBe("agent");
      expect(identify({ commits: [coAuthor(`X <${email}>`)] }).kind).toBe("unknown");
    }
  });

  it("people are spared likely signals and nothing else", () => {
    const agents = { ...none, people: ["Maria"] };
    const likely = { commits: [coAuthor("Claude <noreply@anthropic.com>")], body: "Generated with Claude Code" };
    expect(identify(likely, agents)).toMatchObject({ kind: "unknown", confidence: "none" });
    expect(identify(likely, agents).evidence).toHaveLength(2);
    expect(identify({ ...likely, author: person("ines") }, agents).kind).toBe("agent");
    const verified = commit({ author: someone("Claude", "noreply@anthropic.com"), verified: true });
    expect(identify({ commits: [verified] }, agents)).toMatchObject({ kind: "agent", confidence: "certain" });
    expect(identify({ author: bot("claude") }, { ...none, people: ["claude"] })).toMatchObject({ kind: "agent" });
  });
});

describe("limits", () => {
  it("lists at most 100 pieces of evidence, the strongest first, each value short and clean", () => {
    const commits = Array.from({ length: 400 }, (_, index) =>
      coAuthor(`Claude\u202E\u0007 ${index} ${"x".repeat(300)} <noreply@anthropic.com>`),
    );
    const { evidence, name } = identify({ author: bot("cursor"), commits });
    expect(name).toBe("cursor");
    expect(evidence).toHaveLength(100);
    expect(evidence[0]).toMatchObject({ signal: "account", strength: "certain" });
    for (const { value } of evidence) {
      expect(value.length).toBeLessThanOrEqual(200);
      expect(value).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  });

  it("takes any number of commits", () => {
    const commits = Array.from({ length: 150_000 }, (_, index) => coAuthor(`Claude ${index} <noreply@anthropic.com>`));
    expect(identify({ commits })).toMatchObject({ kind: "agent", name: "claude", confidence: "likely" });
  });

  it("reads adversarial names, addresses and trailers without giving up", () => {
    const hostile = [
      "<".repeat(1e5),
      "+@".repeat(1e5),
      "a ".repeat(1e5),
      "[bot]".repeat(1e5),
      `${"1".repeat(1e5)}+x@users.noreply.github.com`,
    ];
    for (const text of hostile) {
      const facts = {
        commits: [commit({ author: someone(text, text, text), trailers: [{ key: "Co-authored-by", value: text }] })],
      };
      expect(["unknown", "automation_bot"]).toContain(identify(facts).kind);
    }
  });
});

describe("properties", () => {
  const values = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(...people.map(({ who, email }) => `${who} <${email}>`)),
    fc.constantFrom("Made-with: Cursor", "Generated with Claude Code", "🤖 robot", "> quote", "```"),
  );
  const commits = fc.array(
    fc
      .record({ value: values, message: values, verified: fc.boolean() })
      .map(({ value, message, verified }) => ({ ...coAuthor(value), message, verified })),
    { maxLength: 5 },
  );
  const facts = fc.record({ commits, body: values, ref: fc.string() }).map(({ commits, body, ref }) => ({
    commits,
    body,
    head: { ref, sha: "a".repeat(40) },
  }));

  it("never throws, and says the same twice", () => {
    fc.assert(
      fc.property(facts, (parts) => {
        expect(identify(parts)).toEqual(identify(parts));
      }),
    );
  });

  it("text never makes an agent's change anything else", () => {
    fc.assert(
      fc.property(facts, values, (parts, more) => {
        fc.pre(identify(parts).kind === "agent");
        expect(identify({ ...parts, commits: [...parts.commits, coAuthor(more)] }).kind).toBe("agent");
      }),
    );
  });

  it("the order of commits does not matter", () => {
    fc.assert(
      fc.property(facts, (parts) => {
        expect(identify({ ...parts, commits: parts.commits.toReversed() })).toEqual(identify(parts));
      }),
    );
  });
});
