/** @module Human approval: who counts, who does not, who says no, and how many are needed. */

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bot, changeFacts, commit, headSha, person, review } from "../../../../../testing/facts.ts";
import { defaultConfiguration, type IntentConfiguration } from "../../configuration.ts";
import { ruleOf } from "../../rules.ts";
import type { Actor, ChangeFacts, Commit, Requester, Review } from "../facts.ts";
import { identifyAgent } from "../identity.ts";
import { humanApproval } from "./approval.ts";

type Settings = IntentConfiguration["evidence"]["approval"];

const nobody: Actor = { login: null, kind: "unknown", id: null };
const older = "c".repeat(40);

function configured(parts: Partial<Settings> = {}): IntentConfiguration {
  const { intent } = defaultConfiguration;
  return { ...intent, evidence: { ...intent.evidence, approval: { ...intent.evidence.approval, ...parts } } };
}

function look(reviews: Review[], parts: Partial<ChangeFacts> = {}, settings: Partial<Settings> = {}) {
  const facts = changeFacts({ reviews, ...parts });
  const configuration = configured(settings);
  return humanApproval(facts, configuration, identifyAgent(facts, configuration.agents).agent);
}

/** Why each approval counts or not. */
function because(reviews: Review[], parts: Partial<ChangeFacts> = {}, settings: Partial<Settings> = {}): string[] {
  const { result, findings } = look(reviews, parts, settings);
  expect(findings.filter((finding) => ruleOf(finding.rule) === undefined)).toEqual([]);
  const failed = result.approvals.filter((approval) => !approval.counts).map((approval) => approval.because);
  expect(findings.map((finding) => finding.rule)).toEqual(expect.arrayContaining(failed));
  return result.approvals.map((approval) => approval.because);
}

function someone(login: string | null, email = "x@example.org"): Commit["author"] {
  return { name: "Someone", email, login };
}

function requester(login: string): Requester {
  return { ...person(login), via: "assigner" };
}

describe("one approval of the head by a person with write permission", () => {
  it.each(["write", "maintain", "admin"] as const)("counts with %s", (permission) => {
    expect(look([review("ines", { permission })]).result).toEqual({
      present: true,
      needed: 1,
      approvals: [{ login: "ines", counts: true, because: "auth.approval" }],
      vetoes: [],
    });
  });

  it("whatever the association says, which never decides (D1)", () => {
    for (const association of ["MEMBER", "OWNER", "NONE", ""])
      expect(because([review("ines", { association })])).toEqual(["auth.approval"]);
    expect(because([review("ines", { association: "OWNER", permission: "read" })])).toEqual(["approval.permission"]);
  });
});

it.each([
  ["a bot", bot("stale")],
  ["a review bot", bot("coderabbitai[bot]")],
  ["an agent on a user account", person("cursoragent")],
  ["a listed agent on a user account", person("our-coder")],
  ["a listed agent", bot("our-coder[bot]")],
  ["the workflow's account", bot("github-actions[bot]", 41_898_282)],
] as const)("D10: an approval of %s never counts (ossf/scorecard#2953, project-noemi/agents#410)", (_, author) => {
  const facts = changeFacts({ reviews: [review("x", { author, permission: "admin" })] });
  const { intent } = defaultConfiguration;
  const configuration = { ...intent, agents: { ...intent.agents, logins: ["our-coder"] } };
  const { result } = humanApproval(facts, configuration, identifyAgent(facts, configuration.agents).agent);
  expect(result).toMatchObject({ present: false, approvals: [{ counts: false, because: "approval.bot" }] });
});

describe("an approval does not count", () => {
  it.each<[string, Partial<Review>, Partial<ChangeFacts>, Partial<Settings>, string]>([
    ["of an earlier commit", { commit: older }, {}, {}, "approval.stale"],
    ["of an unknown commit", { commit: null }, {}, {}, "approval.stale"],
    ["of a commit that only begins like the head", { commit: headSha.slice(0, 7) }, {}, {}, "approval.stale"],
    ["with triage permission", { permission: "triage" }, {}, {}, "approval.permission"],
    ["with read permission", { permission: "read" }, {}, {}, "approval.permission"],
    ["with no permission", { permission: "none" }, {}, {}, "approval.permission"],
    [
      "with less than the configured permission",
      { permission: "write" },
      {},
      { min_permission: "maintain" },
      "approval.permission",
    ],
    ["with unknown permission", { permission: "unknown" }, {}, {}, "approval.permission-unknown"],
    [
      "by a deleted account",
      { author: { login: null, kind: "user", id: null } },
      {},
      {},
      "approval.permission-unknown",
    ],
    ["by the stand-in of deleted accounts", { author: person("ghost") }, {}, {}, "approval.permission-unknown"],
    ["by a bot", { author: bot("stale") }, {}, {}, "approval.bot"],
    ["by an agent on a user account", { author: person("cursoragent") }, {}, {}, "approval.bot"],
    ["by a review bot", { author: bot("coderabbitai") }, {}, {}, "approval.bot"],
    ["by an organisation", { author: { login: "acme", kind: "organization", id: 1 } }, {}, {}, "approval.bot"],
    ["by an account of unknown kind", { author: { login: "ines", kind: "unknown", id: 1 } }, {}, {}, "approval.bot"],
    ["by the author", { author: person("ines", 4) }, { author: person("ines-new", 4) }, {}, "approval.author"],
    ["by a requester", {}, { requested_by: [requester("tom"), requester("Ines")] }, {}, "approval.requester"],
    [
      "by the author of a commit",
      {},
      { commits: [commit(), commit({ author: someone("ines") })] },
      {},
      "approval.committer",
    ],
    [
      "by the committer of a commit",
      {},
      { commits: [commit({ committer: someone("INES") })] },
      {},
      "approval.committer",
    ],
    [
      "by the author of a commit, known by a no-reply address",
      { author: person("ines", 4) },
      { commits: [commit({ author: someone(null, "4+old-name@users.noreply.github.com") })] },
      {},
      "approval.committer",
    ],
    [
      "by the author of an octopus merge",
      {},
      { commits: [commit({ author: someone("ines"), parents: 3 })] },
      {},
      "approval.committer",
    ],
    [
      "by the author of a commit whose parents are not known",
      {},
      { commits: [{ ...commit({ author: someone("ines") }), parents: undefined }] },
      {},
      "approval.committer",
    ],
    [
      "while not all commits are known",
      {},
      { incomplete: [{ what: "commits", why: "cut" }] },
      {},
      "approval.committer",
    ],
    ["that was dismissed", { state: "dismissed" }, {}, {}, "approval.dismissed"],
  ])("%s", (_, parts, facts, settings, expected) => {
    const looked = look([review("ines", parts)], facts, settings);
    expect(because([review("ines", parts)], facts, settings)).toEqual([expected]);
    expect(looked.result.present).toBe(false);
    expect(looked.findings.map(({ rule, severity }) => [rule, severity])).toContainEqual([
      expected,
      expected === "approval.dismissed" ? "info" : "warn",
    ]);
  });

  it("by an account the configuration calls an agent or a bot", () => {
    for (const key of ["logins", "automation_bots", "dependency_bots"] as const) {
      const configuration = { ...configured(), agents: { ...configured().agents, [key]: ["Ines"] } };
      const facts = changeFacts({ reviews: [review("ines")] });
      const { agent } = identifyAgent(facts, configuration.agents);
      expect(humanApproval(facts, configuration, agent).result.approvals).toMatchObject([{ because: "approval.bot" }]);
    }
  });

  it("names the approved commit when it is stale", () => {
    const { findings } = look([review("ines", { commit: older })]);
    expect(findings).toMatchObject([
      {
        rule: "approval.stale",
        where: { login: "ines", commit: older },
        message: "The approval by ines is for commit ccccccc, not for aaaaaaa.",
      },
    ]);
  });

  it("points at what is known of it", () => {
    const where = (parts: Partial<Review>) => look([review("ines", parts)]).findings[0]?.where;
    expect(where({ permission: "read" })).toEqual({ login: "ines", commit: headSha });
    expect(where({ commit: null })).toEqual({ login: "ines" });
    expect(where({ author: nobody })).toEqual({ commit: headSha });
    expect(where({ author: nobody, commit: null })).toEqual({});
  });
});

describe("exceptions a project may make", () => {
  it("a requester counts where they are not excluded", () => {
    expect(because([review("ines")], { requested_by: [requester("ines")] }, { exclude_requester: false })).toEqual([
      "auth.approval",
    ]);
  });

  it("a committer counts where they are not excluded", () => {
    const facts = { commits: [commit({ author: someone("ines") })] };
    expect(because([review("ines")], facts, { exclude_committers: false })).toEqual(["auth.approval"]);
    const cut = { ...facts, incomplete: [{ what: "commits" as const, why: "cut" }] };
    expect(because([review("ines")], cut, { exclude_committers: false })).toEqual(["auth.approval"]);
  });

  it("a merge commit with two parents does not make one a committer", () => {
    expect(
      because([review("ines")], {
        commits: [commit(), commit({ author: someone("ines"), committer: someone("ines"), parents: 2 })],
      }),
    ).toEqual(["auth.approval"]);
  });
});

describe("a co-author of an agent's commit is taken to be its requester", () => {
  const agentAuthor = someone("copilot-swe-agent", "198982749+copilot@users.noreply.github.com");
  const names = (value: string) => [{ key: "Co-authored-by", value }];
  it.each<[string, Partial<Commit>, string]>([
    [
      "by a platform address",
      { author: agentAuthor, trailers: names("Ines <4+ines@users.noreply.github.com>") },
      "approval.requester",
    ],
    [
      "where the agent is only a co-author too",
      { trailers: [...names("Claude <noreply@anthropic.com>"), ...names("Ines <4+ines@users.noreply.github.com>")] },
      "approval.requester",
    ],
    [
      "but not by another address",
      { author: agentAuthor, trailers: names("Ines <ines@example.org>") },
      "auth.approval",
    ],
    ["but not of a person's commit", { trailers: names("Ines <4+ines@users.noreply.github.com>") }, "auth.approval"],
    [
      "but not by another trailer",
      { author: agentAuthor, trailers: [{ key: "Reviewed-by", value: "Ines <4+ines@users.noreply.github.com>" }] },
      "auth.approval",
    ],
  ])("%s", (_, parts, expected) => {
    const reviews = [review("ines", { author: person("ines", 4) })];
    expect(because(reviews, { commits: [commit(parts)] })).toEqual([expected]);
    expect(because(reviews, { commits: [commit(parts)] }, { exclude_requester: false })).toEqual(["auth.approval"]);
  });
});

describe("the last word of each reviewer stands", () => {
  const yes = review("ines");
  const no = review("ines", { state: "changes_requested", commit: older });
  const gone = review("ines", { state: "dismissed" });
  const talk = review("ines", { state: "commented" });
  const draft = review("ines", { state: "pending" });
  it.each<[string, Review[], boolean, number]>([
    ["approval after a veto", [no, yes], true, 0],
    ["veto after an approval", [yes, no], false, 1],
    ["a comment after an approval changes nothing", [yes, talk, draft], true, 0],
    ["a comment after a veto changes nothing", [no, talk], false, 1],
    ["a dismissal after an approval", [yes, gone], false, 0],
    ["a dismissal after a veto, which brings no older approval back", [yes, no, gone], false, 0],
    ["only a comment", [talk], false, 0],
    ["only a draft", [draft], false, 0],
    ["a draft after a dismissal", [gone, draft], false, 0],
    ["a draft after a veto", [no, draft], false, 1],
    ["nothing at all", [], false, 0],
    ["a veto by another beside an approval", [yes, review("tom", { state: "changes_requested" })], false, 1],
  ])("%s", (_, reviews, present, vetoes) => {
    const { result } = look(reviews);
    expect(result.present).toBe(present);
    expect(result.vetoes).toHaveLength(vetoes);
  });

  it("also after they were renamed, or where only some reviews carry the id", () => {
    const renamed = review("x", { author: person("ines-new", 4) });
    expect(
      look([review("x", { author: person("ines", 4), state: "changes_requested" }), renamed]).result,
    ).toMatchObject({ present: true, vetoes: [] });
    expect(look([no, review("x", { author: person("Ines", 4) })]).result).toMatchObject({ present: true, vetoes: [] });
    const other = review("x", { author: person("ines", 5) });
    expect(
      look([no, review("x", { author: person("ines", 4), state: "changes_requested" }), other]).result.vetoes,
    ).toEqual(["ines"]);
  });

  it("two approvals of one person are one", () => {
    expect(look([yes, yes], {}, { count: 2 }).result).toMatchObject({
      present: false,
      needed: 2,
      approvals: [{ login: "ines" }],
    });
    expect(look([yes, review("tom")], {}, { count: 2 }).result.present).toBe(true);
  });
});

describe("a veto", () => {
  const no = (parts: Partial<Review>) => review("tom", { state: "changes_requested", ...parts });
  it.each<[string, Partial<Review>, boolean]>([
    ["with write permission", {}, true],
    ["on an earlier commit", { commit: older }, true],
    ["on an unknown commit", { commit: null }, true],
    ["with unknown permission", { permission: "unknown" }, true],
    ["by a deleted account of unknown permission", { author: nobody, permission: "unknown" }, true],
    ["with triage permission", { permission: "triage" }, false],
    ["by a deleted account without permission", { author: nobody, permission: "none" }, false],
  ])("%s stands: %s", (_, parts, stands) => {
    const { result } = look([review("ines"), no(parts)]);
    expect(result.vetoes).toHaveLength(stands ? 1 : 0);
    expect(result.present).toBe(!stands);
  });

  it("needs the configured permission", () => {
    expect(
      look([review("ines", { permission: "admin" }), no({})], {}, { min_permission: "maintain" }).result.present,
    ).toBe(true);
  });

  it("of one whom nobody knows is not lifted by another whom nobody knows", () => {
    const lifted = review("x", { author: nobody, state: "dismissed" });
    expect(look([no({ author: nobody, permission: "unknown" }), lifted, review("ines")]).result.vetoes).toEqual([null]);
  });
});

describe("attacks by accounts that resemble others", () => {
  const decide = (parts: Partial<ChangeFacts>, settings = configured()) => {
    const facts = changeFacts({ author: person("mallory", 5), commits: [], ...parts });
    return humanApproval(facts, settings, identifyAgent(facts, settings.agents).agent).result;
  };
  const by = (author: Actor, parts: Partial<Review> = {}) => review("x", { author, ...parts });

  it.each<[string, Actor]>([
    ["their number with a zero before it", { login: "renamed", kind: "user", id: "05" }],
    ["their number with a space before it", { login: "renamed", kind: "user", id: " 5" }],
    ["a look-alike letter", { login: "m\u0430llory", kind: "user", id: null }],
    ["an invisible letter", { login: "mallory\u200b", kind: "user", id: null }],
    ["full-width letters", { login: "\uff4dallory", kind: "user", id: null }],
    ["the number of the account that stands for deleted ones", { login: null, kind: "user", id: 10_137 }],
  ])("nobody approves their own change under %s", (_name, author) => {
    expect(decide({ reviews: [by(author)] }).present).toBe(false);
  });

  it("a new and an old node id of one login are one account, for the author and for the count", () => {
    const [one, other] = [
      by({ login: "ann", kind: "user", id: "U_1" }),
      by({ login: "ann", kind: "user", id: "MDQ6" }),
    ];
    expect(decide({ author: one.author, reviews: [other] }).present).toBe(false);
    expect(decide({ reviews: [one, other] }, configured({ count: 2 })).present).toBe(false);
  });

  it.each<[string, Actor]>([
    ["without an id", { login: "ann[bot]", kind: "bot", id: null }],
    ["with an id", { login: "ann[bot]", kind: "user", id: 77 }],
  ])("an app named like a reviewer does not take back the reviewer's veto: %s", (_name, app) => {
    const veto = by({ login: "ann", kind: "user", id: null }, { state: "changes_requested" });
    expect(decide({ reviews: [veto, by(app), review("bob")] })).toMatchObject({ present: false, vetoes: ["ann"] });
  });

  it.each<[string, Actor]>([
    ["without a name", { login: null, kind: "unknown", id: null }],
    ["with a deleted account", { login: "ghost", kind: "user", id: null }],
  ])("a requester %s may be any approver, so one more is needed", (_name, requester) => {
    const requested_by = [{ ...requester, via: "assigner" as const }];
    expect(decide({ requested_by, reviews: [review("ann")] })).toMatchObject({ present: false, needed: 2 });
    expect(decide({ requested_by, reviews: [review("ann"), review("bob")] }).present).toBe(true);
  });

  it("16.4: a requester besides the co-authors who is no longer known never makes fewer approvals enough", () => {
    const accounts = ["ann", "bob", "cyd"].map((login) => person(login));
    fc.assert(
      fc.property(
        fc.subarray(accounts),
        fc.subarray(accounts, { maxLength: 1 }),
        fc.integer({ min: 1, max: 2 }),
        (approvers, requesters, needed) => {
          const facts = changeFacts({
            reviews: approvers.map((author) => by(author)),
            requested_by: requesters.map((requester) => ({ ...requester, via: "assigner" as const })),
          });
          const { requested_by: _, ...unknown } = facts;
          const settings = configured({ count: needed });
          const { agent } = identifyAgent(facts, settings.agents);
          const before = humanApproval(facts, settings, agent).result.present;
          fc.pre(!before);
          expect(humanApproval(unknown, settings, agent).result.present).toBe(false);
        },
      ),
    );
  });
});

describe("how many are needed", () => {
  it("one more for an agent's change whose requester is not known", () => {
    const { requested_by: _, ...unknown } = changeFacts();
    const configuration = configured();
    const count = (reviews: Review[], settings = configuration) => {
      const facts = { ...unknown, reviews };
      return humanApproval(facts, settings, identifyAgent(facts, settings.agents).agent);
    };
    expect(count([review("ines")])).toMatchObject({
      result: { present: false, needed: 2 },
      findings: [{ rule: "approval.requester-unknown", severity: "warn", where: { field: "requested_by" } }],
    });
    expect(count([review("ines"), review("tom")]).result.present).toBe(true);
    expect(count([]).findings).toEqual([]);
    expect(count([review("ines")], configured({ exclude_requester: false })).result).toMatchObject({
      present: true,
      needed: 1,
    });
    const byPerson = { ...unknown, author: person("maria", 5), reviews: [review("ines")] };
    expect(
      humanApproval(byPerson, configuration, identifyAgent(byPerson, configuration.agents).agent).result,
    ).toMatchObject({ present: true, needed: 1 });
  });

  it("one more where nobody knows who opened the change", () => {
    expect(look([review("ines")], { author: nobody })).toMatchObject({
      result: { present: false, needed: 2 },
      findings: [{ rule: "approval.requester-unknown", severity: "warn", where: { field: "author" } }],
    });
    expect(look([review("ines"), review("tom")], { author: nobody }).result.present).toBe(true);
  });

  it("none while the list of reviews is not complete, since who changed their mind may be missing", () => {
    const incomplete = [{ what: "reviews" as const, why: "page 2 failed" }];
    const looked = look([review("ines")], { incomplete });
    expect(looked).toMatchObject({
      result: { present: false, approvals: [{ because: "auth.evidence-unavailable" }] },
    });
    expect(look([review("tom", { state: "changes_requested" })], { incomplete }).result.vetoes).toEqual(["tom"]);
  });

  it("nothing changes for an approver whose permission is known when others failed to load", () => {
    const incomplete = [{ what: "permissions" as const, why: "forbidden" }];
    expect(look([review("ines")], { incomplete }).result.present).toBe(true);
  });
});

describe("commits by listed accounts after the approval (E3: palantir/policy-bot#788)", () => {
  const sync = { author: someone("merge-helper"), committer: someone("merge-helper"), verified: true };
  const chain = (...parts: Partial<Commit>[]) => [
    commit({ sha: older }),
    ...parts.map((one, index) => commit({ sha: index === parts.length - 1 ? headSha : "d".repeat(40), ...one })),
  ];
  const settings = { ignore_commits_by: ["Merge-Helper"] };
  it.each<[string, Partial<Commit>[], boolean]>([
    ["verified and by listed accounts", [sync], true],
    ["two of them", [sync, sync], true],
    ["not verified", [{ ...sync, verified: false }], false],
    ["of unknown verification", [{ author: sync.author, committer: sync.committer }], false],
    ["by another author", [{ ...sync, author: someone("eve") }], false],
    ["by another committer", [{ ...sync, committer: someone("web-flow") }], false],
    ["by an account nobody knows", [{ ...sync, author: someone(null) }], false],
    ["with another commit before the listed one", [{ author: someone("eve") }, sync], false],
    ["with another commit after the listed one", [sync, { author: someone("eve") }], false],
  ])("%s: the approval counts: %s", (_, later, counts) => {
    const facts = { commits: chain(...later) };
    expect(because([review("ines", { commit: older })], facts, settings)).toEqual([
      counts ? "auth.approval" : "approval.stale",
    ]);
    expect(because([review("ines", { commit: older })], facts)).toEqual(["approval.stale"]);
  });

  it("need the whole list, up to the head", () => {
    const reviews = [review("ines", { commit: older })];
    const incomplete = [{ what: "commits" as const, why: "cut" }];
    expect(because(reviews, { commits: chain(sync), incomplete }, settings)).toEqual(["approval.stale"]);
    expect(because(reviews, { commits: [] }, settings)).toEqual(["approval.stale"]);
    expect(
      because(reviews, { commits: [commit({ sha: older }), commit({ ...sync, sha: "d".repeat(40) })] }, settings),
    ).toEqual(["approval.stale"]);
    expect(because([review("ines", { commit: "e".repeat(40) })], { commits: chain(sync) }, settings)).toEqual([
      "approval.stale",
    ]);
  });
});

describe("properties", () => {
  const people = fc.constantFrom<Actor[]>(
    person("ines", 4),
    person("tom", 9),
    person("tom"),
    person("maria", 5),
    bot("claude"),
    nobody,
  );
  const reviews = fc.array(
    fc
      .record({
        author: people,
        permission: fc.constantFrom<Review["permission"][]>("admin", "write", "triage", "unknown", "none"),
        state: fc.constantFrom<Review["state"][]>("approved", "changes_requested", "commented", "dismissed"),
        commit: fc.constantFrom(headSha, older),
      })
      .map((parts) => review("x", parts)),
    { maxLength: 6 },
  );
  const facts = fc.record({
    author: fc.constantFrom<Actor[]>(person("maria", 5), bot("copilot-swe-agent", 198982749), nobody),
    requested_by: fc.constantFrom<Requester[][]>([], [requester("ines")]),
    commits: fc.constantFrom<Commit[][]>([commit()], [commit({ author: someone("tom") })]),
  });

  it("more vetoes, or an incomplete entry, never make it present (16.3)", () => {
    fc.assert(
      fc.property(reviews, facts, people, (all, parts, by) => {
        const before = look(all, parts).result.present;
        const no = review("x", { author: by, state: "changes_requested" });
        expect(before || !look([...all, no], parts).result.present).toBe(true);
        for (const what of ["reviews", "permissions", "commits", "files"] as const) {
          expect(before || !look(all, { ...parts, incomplete: [{ what, why: "" }] }).result.present).toBe(true);
        }
      }),
    );
  });

  it("removing an approval, or what is known of the requester, never makes it present (16.4)", () => {
    fc.assert(
      fc.property(reviews, facts, (all, parts) => {
        const before = look(all, parts).result.present;
        const rest = all.filter((one) => one.state !== "approved");
        expect(look(rest, parts).result.present).toBe(false);
        const oncePerPerson = [...new Map(all.map((one) => [one.author.login, one])).values()];
        const presentOnce = look(oncePerPerson, parts).result.present;
        for (const gone of oncePerPerson.filter((one) => one.state === "approved")) {
          const without = look(
            oncePerPerson.filter((one) => one !== gone),
            parts,
          ).result.present;
          expect(presentOnce || !without).toBe(true);
        }
        const { requested_by: _, ...unknown } = changeFacts({ reviews: all, ...parts });
        const configuration = configured();
        const after = humanApproval(unknown, configuration, identifyAgent(unknown, configuration.agents).agent).result
          .present;
        const isAgents = identifyAgent(unknown, configuration.agents).agent.kind === "agent";
        expect(before || !after || !isAgents).toBe(true);
      }),
    );
  });

  it("a permission or kind nobody knows never counts for more than a known one (16.13)", () => {
    fc.assert(
      fc.property(reviews, facts, fc.nat(5), (all, parts, index) => {
        const change = (to: Partial<Review>) =>
          look(
            all.map((one, at) => (at === index ? { ...one, ...to } : one)),
            parts,
          ).result.present;
        for (const permission of ["none", "read", "triage", "write", "admin"] as const) {
          expect(change({ permission }) || !change({ permission: "unknown" })).toBe(true);
        }
      }),
    );
  });

  it("a long list is judged as a short one", () => {
    const many = Array.from({ length: 20_000 }, (_, index) => review(`p${index % 5000}`, { permission: "read" }));
    const commits = Array.from({ length: 20_000 }, (_, index) => commit({ author: someone(`c${index}`) }));
    const { result } = look([...many, review("ines")], { commits });
    expect(result.present).toBe(true);
    expect(result.approvals).toHaveLength(5001);
  });
});
