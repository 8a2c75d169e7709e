/** @module The linked issue: each test of section 9.1 alone, in its order, and the laws it must keep. */

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bot, changeFacts, issue, person } from "../../../../../testing/facts.ts";
import { defaultConfiguration, type IntentConfiguration } from "../../configuration.ts";
import { ruleOf } from "../../rules.ts";
import type { Actor, ChangeFacts, Issue, Label, ReadableIssue } from "../facts.ts";
import { isKnownAccount } from "./authority.ts";
import { type LinkedIssueOptions, linkedIssue } from "./issue.ts";

type Settings = IntentConfiguration["evidence"]["issue"];

const nobody: Actor = { login: null, kind: "unknown", id: null };
const author = bot("copilot-swe-agent", 198982749);
const maria = person("maria", 5);
const triage = { actor: person("tom", 9), permission: "triage" } as const;

function configured(parts: Partial<Settings> = {}): IntentConfiguration {
  const { intent } = defaultConfiguration;
  return { ...intent, evidence: { ...intent.evidence, issue: { ...intent.evidence.issue, ...parts } } };
}

function look(
  issues: Issue[],
  settings: Partial<Settings> = {},
  facts: Partial<ChangeFacts> = {},
  options?: LinkedIssueOptions,
) {
  return linkedIssue(changeFacts({ author, issues, ...facts }), configured(settings), options);
}

/** Why the one issue counts or not. */
function because(
  parts: Partial<ReadableIssue>,
  settings: Partial<Settings> = {},
  facts: Partial<ChangeFacts> = {},
): string {
  const { result, counting, findings } = look([issue(12, parts)], settings, facts);
  const [only] = result.issues;
  expect(result.present).toBe(only?.counts);
  expect(counting).toHaveLength(only?.counts === true ? 1 : 0);
  const rules = findings.map((finding) => finding.rule);
  expect(rules.filter((rule) => ruleOf(rule) === undefined)).toEqual([]);
  expect(rules).toEqual(only?.counts === false ? [only.because] : []);
  return only?.because ?? "no candidate";
}

function label(name: string, parts: Partial<Label> = triage): Label {
  return { name, ...parts };
}

function unreadable(
  number: number,
  why: "not_found" | "forbidden" | "error" | "not_looked_up",
  link: Issue["link"] = "closing",
): Issue {
  return { repository: "acme/shop", number, link, unreadable: why };
}

describe("an open issue by a person counts", () => {
  it.each(["closing", "explicit", "reference"] as const)("when the link is %s", (link) => {
    expect(because({ link })).toBe("auth.issue");
  });

  it("in another repository", () => {
    expect(because({ repository: "acme/planning" })).toBe("auth.issue");
  });

  it("with the change's own number in another repository", () => {
    expect(because({ repository: "acme/planning", number: 7 })).toBe("auth.issue");
  });

  it("when it was reopened, and when a person edited it", () => {
    expect(because({ state_reason: "reopened", editor: maria })).toBe("auth.issue");
  });
});

describe("a link that is no candidate", () => {
  it("is a reference where references do not count", () => {
    const { result, findings } = look([issue(12, { link: "reference" })], { reference_links: false });
    expect(result).toEqual({ present: false, issues: [] });
    expect(findings).toMatchObject([
      { rule: "reference.not-closing", severity: "info", where: { issue: "acme/shop#12" } },
    ]);
    expect(because({ link: "explicit" }, { reference_links: false })).toBe("auth.issue");
  });

  it("is of an unknown kind", () => {
    expect(look([issue(12, { link: "unknown" })]).result).toEqual({ present: false, issues: [] });
  });
});

describe("an issue does not count", () => {
  it.each<[string, Partial<ReadableIssue>, Partial<Settings>, string]>([
    ["that is the change itself", { number: 7 }, {}, "reference.self"],
    ["that is the change itself in another case", { number: 7, repository: "Acme/SHOP" }, {}, "reference.self"],
    ["that is a pull request (A15)", { is_pull_request: true }, {}, "reference.pull-request"],
    ["that is closed as completed (A15)", { state: "closed", state_reason: "completed" }, {}, "issue.closed"],
    ["that is closed as not planned (A15)", { state: "closed", state_reason: "not_planned" }, {}, "issue.closed"],
    [
      "that is not planned, even where closed ones count (A15)",
      { state: "closed", state_reason: "not_planned" },
      { require_open: false },
      "issue.closed",
    ],
    [
      "that is a duplicate, even where closed ones count",
      { state: "closed", state_reason: "duplicate" },
      { require_open: false },
      "issue.closed",
    ],
    ["without a required label", {}, { require_labels: ["ready"] }, "issue.label-missing"],
    [
      "with one of two required labels",
      { labels: [label("ready")] },
      { require_labels: ["ready", "agent"] },
      "issue.label-missing",
    ],
    [
      "with a required label nobody is known to have set",
      { labels: [label("ready", {})] },
      { require_labels: ["ready"] },
      "issue.label-missing",
    ],
    [
      "with a required label set without triage permission",
      { labels: [label("ready", { ...triage, permission: "read" })] },
      { require_labels: ["ready"] },
      "issue.label-missing",
    ],
    [
      "with a required label set with an unknown permission",
      { labels: [label("ready", { ...triage, permission: "unknown" })] },
      { require_labels: ["ready"] },
      "issue.label-missing",
    ],
    [
      "with a required label set by an agent",
      { labels: [label("ready", { actor: bot("claude"), permission: "admin" })] },
      { require_labels: ["ready"] },
      "issue.label-missing",
    ],
    [
      "with a required label set by the change's author",
      { labels: [label("ready", { actor: author, permission: "admin" })] },
      { require_labels: ["ready"] },
      "issue.label-missing",
    ],
    ["written by the agent", { author }, {}, "issue.agent-written"],
    ["written by another agent", { author: bot("claude") }, {}, "issue.agent-written"],
    [
      "written by an agent with write permission and endorsed",
      { author: bot("claude"), author_permission: "write", labels: [label("accepted")] },
      {},
      "issue.agent-written",
    ],
    ["written by a review bot", { author: bot("coderabbitai") }, {}, "issue.agent-written"],
    ["written by any bot", { author: bot("stale") }, {}, "issue.agent-written"],
    [
      "written by an account of unknown kind",
      { author: { login: "nadia", kind: "unknown", id: 11 } },
      {},
      "issue.agent-written",
    ],
    ["written by nobody known", { author: nobody }, {}, "issue.self-written"],
    [
      "written by nobody known, even where self-written ones count",
      { author: nobody },
      { allow_self_written: true },
      "issue.self-written",
    ],
    ["written by a deleted account", { author: person("ghost", 10137) }, {}, "issue.self-written"],
    ["edited by the agent", { editor: author }, {}, "issue.edited"],
    ["edited by a bot", { editor: bot("stale") }, {}, "issue.edited"],
    ["edited by nobody known", { editor: nobody }, {}, "issue.edited"],
    [
      "written by a bot without a name, though it is endorsed",
      { author: { login: null, kind: "bot", id: null }, labels: [label("accepted")] },
      {},
      "issue.agent-written",
    ],
  ])("%s", (_, parts, settings, expected) => {
    expect(because(parts, settings)).toBe(expected);
  });

  it("whose edits are not known", () => {
    const { editor: _, ...withoutEditor } = issue(12);
    const { result, findings } = look([withoutEditor]);
    expect(result.issues).toMatchObject([{ counts: false, because: "issue.edited" }]);
    expect(findings[0]?.message).toBe("It is not known whether someone edited acme/shop#12 after it was written.");
  });

  it("edited by the change's author, whose permission is not the writer's", () => {
    const facts = { author: maria };
    expect(because({ author_permission: "admin", editor: maria }, {}, facts)).toBe("issue.edited");
    expect(because({ author: maria, author_permission: "admin", editor: maria }, {}, facts)).toBe("auth.issue");
  });

  it.each<[string, Partial<ReadableIssue>, Partial<ChangeFacts>, string]>([
    ["warn", { state: "closed", state_reason: "not_planned" }, {}, "acme/shop#12 was closed as not planned:"],
    ["warn", { state: "closed", state_reason: "duplicate" }, {}, "acme/shop#12 was closed as a duplicate:"],
    ["warn", { state: "closed", state_reason: "completed" }, {}, "acme/shop#12 is closed:"],
    ["warn", { author: bot("stale") }, {}, "acme/shop#12 was written by stale, which is not known to be a person."],
    ["warn", { author: nobody }, {}, "It is not known who wrote acme/shop#12."],
    [
      "warn",
      { author: maria },
      { author: maria },
      "acme/shop#12 was written by maria, who opened the change, without write permission.",
    ],
    [
      "warn",
      {},
      { author: nobody },
      "It is not known who opened the change, so nadia may have written acme/shop#12 for it.",
    ],
    ["warn", { editor: bot("stale") }, {}, "acme/shop#12 was last edited by stale,"],
    ["info", { is_pull_request: true }, {}, "A pull request is linked,"],
    ["info", { number: 7 }, {}, "The change names itself,"],
  ])("and is told with severity %s and words of its own (%#)", (severity, parts, facts, message) => {
    expect(look([issue(12, parts)], {}, facts).findings).toMatchObject([
      { severity, message: expect.stringContaining(message) },
    ]);
  });

  it("for want of a label, and the label is named", () => {
    expect(look([issue(12)], { require_labels: ["ready"] }).findings).toMatchObject([
      { severity: "warn", message: expect.stringContaining("put there: ready.") },
    ]);
  });

  it.each([
    ["not_found", "does not exist or is not visible", "Check the number and the permissions."],
    ["forbidden", "may not be read with the permissions at hand", "Check the number and the permissions."],
    ["error", "failed to load", "Check again where the issue can be read."],
    ["not_looked_up", "was not looked up", "Check again where the issue can be read."],
  ] as const)("that cannot be read: %s, it %s", (why, words, next) => {
    const looked = look([unreadable(12, why)]);
    expect(looked.result.issues).toMatchObject([{ counts: false, because: "issue.unreadable" }]);
    expect(looked.findings).toMatchObject([
      {
        rule: "issue.unreadable",
        severity: "warn",
        where: { issue: "acme/shop#12" },
        message: `acme/shop#12 ${words}.`,
        next,
      },
    ]);
  });
});

describe("an issue the change's author wrote", () => {
  const own = { author: maria };
  const change = { author: maria };
  it.each<[string, Partial<ReadableIssue>, Partial<Settings>, string]>([
    ["as an outsider", {}, {}, "issue.self-written"],
    ["with triage permission", { author_permission: "triage" }, {}, "issue.self-written"],
    ["with unknown permission", { author_permission: "unknown" }, {}, "issue.self-written"],
    ["as a maintainer", { author_permission: "write" }, {}, "auth.issue"],
    ["as an outsider where that is allowed", {}, { allow_self_written: true }, "auth.issue"],
    ["endorsed by someone with triage permission", { labels: [label("Accepted ")] }, {}, "auth.issue"],
    ["endorsed with a configured label", { labels: [label("go")] }, { endorsed_labels: ["GO"] }, "auth.issue"],
    ["with another label", { labels: [label("accepted")] }, { endorsed_labels: ["go"] }, "issue.self-written"],
    [
      "endorsed by themselves",
      { labels: [label("accepted", { actor: maria, permission: "triage" })] },
      {},
      "issue.self-written",
    ],
    [
      "endorsed by an agent",
      { labels: [label("accepted", { actor: bot("claude"), permission: "write" })] },
      {},
      "issue.self-written",
    ],
    [
      "endorsed without permission",
      { labels: [label("accepted", { ...triage, permission: "read" })] },
      {},
      "issue.self-written",
    ],
    ["endorsed by nobody known", { labels: [label("accepted", {})] }, {}, "issue.self-written"],
    ["and edited as a maintainer", { author_permission: "write", editor: maria }, {}, "auth.issue"],
  ])("%s", (_, parts, settings, expected) => {
    expect(because({ ...own, author_permission: "read", ...parts }, settings, change)).toBe(expected);
  });

  it("is recognised by id whatever the login", () => {
    expect(because({ author: person("maria-old", 5), author_permission: "read" }, {}, change)).toBe(
      "issue.self-written",
    );
  });

  it("counts when endorsed although nobody knows who wrote it", () => {
    expect(because({ author: nobody, labels: [label("accepted")] })).toBe("auth.issue");
    expect(because({ author: person("ghost"), labels: [label("help wanted")] })).toBe("auth.issue");
  });

  it("is what every issue could be where nobody knows who opened the change", () => {
    expect(because({ labels: [label("accepted")] }, {}, { author: nobody })).toBe("issue.self-written");
    expect(because({ author_permission: "write" }, {}, { author: nobody })).toBe("auth.issue");
  });

  it("does not count after the change's author edited someone else's words, unless endorsed or allowed", () => {
    expect(because({ editor: maria }, {}, change)).toBe("issue.edited");
    expect(because({ editor: maria, labels: [label("accepted")] }, {}, change)).toBe("auth.issue");
    expect(because({ editor: maria }, { allow_self_written: true }, change)).toBe("auth.issue");
  });
});

describe("settings", () => {
  it("a closed issue may count and is warned about all the same", () => {
    const { result, findings } = look([issue(12, { state: "closed", state_reason: "completed" })], {
      require_open: false,
    });
    expect(result.present).toBe(true);
    expect(findings).toMatchObject([{ rule: "issue.closed", severity: "warn" }]);
  });

  it("required labels may be spelled in any case and are all there", () => {
    const labels = [label("READY"), label(" agent ")];
    expect(because({ labels }, { require_labels: ["ready", "Agent"] })).toBe("auth.issue");
  });

  it("require all wants every closing candidate to count, and the list to be whole", () => {
    const good = issue(12);
    const closed = issue(13, { state: "closed", state_reason: "completed" });
    expect(look([good, closed]).result.present).toBe(true);
    expect(look([good, closed], { require: "all" }).result.present).toBe(false);
    expect(look([good, { ...closed, link: "reference" }], { require: "all" }).result.present).toBe(true);
    expect(look([good, issue(13)], { require: "all" }).result.present).toBe(true);
    const incomplete = { incomplete: [{ what: "issues" as const, why: "page 2 failed" }] };
    expect(look([good], { require: "all" }, incomplete).result.present).toBe(false);
    expect(look([good], {}, incomplete)).toMatchObject({ result: { present: true } });
    const reviews = { incomplete: [{ what: "reviews" as const, why: "page 2 failed" }] };
    expect(look([good], { require: "all" }, reviews).result.present).toBe(true);
    expect(look([], { require: "all" }).result.present).toBe(false);
  });
});

describe("assuming named issues", () => {
  const assume = { assumeNamedIssues: true };
  it("counts an issue that was not looked up, and says so", () => {
    const looked = look([unreadable(12, "not_looked_up")], {}, {}, assume);
    expect(looked.result).toEqual({
      present: true,
      issues: [{ repository: "acme/shop", number: 12, link: "closing", counts: true, because: "issue.assumed" }],
    });
    expect(looked).toMatchObject({ counting: [{ number: 12 }] });
    expect(looked.findings).toMatchObject([
      { rule: "issue.assumed", severity: "info", message: "assuming #12 is open" },
    ]);
  });

  it.each(["not_found", "forbidden", "error"] as const)("never one that is %s, nor the change itself", (why) => {
    expect(look([unreadable(12, why)], {}, {}, assume).result.present).toBe(false);
    expect(look([unreadable(7, "not_looked_up")], {}, {}, assume).result.present).toBe(false);
    expect(
      look([unreadable(12, "not_looked_up", "reference")], { reference_links: false }, {}, assume).result.present,
    ).toBe(false);
  });
});

describe("properties", () => {
  const accounts = fc.constantFrom(author, maria, person("nadia", 11), bot("stale"), nobody, person("ghost"), {
    login: "x",
    kind: "unknown" as const,
    id: null,
  });
  const permissions = fc.constantFrom(
    "admin" as const,
    "write" as const,
    "triage" as const,
    "read" as const,
    "none" as const,
    "unknown" as const,
    undefined,
  );
  const labels = fc.array(
    fc
      .record({
        name: fc.constantFrom("accepted", "ready", "bug"),
        actor: fc.option(accounts, { nil: undefined }),
        permission: permissions,
      })
      .map(({ name, actor, permission }) => ({
        name,
        ...(actor === undefined ? {} : { actor }),
        ...(permission === undefined ? {} : { permission }),
      })),
    { maxLength: 3 },
  );
  const readable = fc
    .record({
      number: fc.constantFrom(7, 12, 13),
      link: fc.constantFrom("closing" as const, "explicit" as const, "reference" as const, "unknown" as const),
      state: fc.constantFrom("open" as const, "closed" as const),
      state_reason: fc.constantFrom(null, "completed" as const, "not_planned" as const, "reopened" as const),
      labels,
      author: accounts,
      author_permission: permissions,
      editor: fc.option(accounts),
      is_pull_request: fc.boolean(),
    })
    .map(({ number, author_permission, ...parts }): Issue => {
      const made = issue(number, parts);
      const { author_permission: _, ...rest } = made;
      return author_permission === undefined ? rest : { ...rest, author_permission };
    });
  const issues = fc.array(
    fc.oneof(
      readable,
      fc.constantFrom(unreadable(12, "not_looked_up"), unreadable(13, "not_found"), unreadable(14, "error")),
    ),
    { maxLength: 4 },
  );
  const settings = fc.record({
    require_open: fc.boolean(),
    require_labels: fc.constantFrom<string[][]>([], ["ready"]),
    reference_links: fc.boolean(),
    allow_self_written: fc.boolean(),
  });
  const change = fc.constantFrom(author, maria, nobody);

  it("removing an issue never makes a request present (16.4)", () => {
    fc.assert(
      fc.property(issues, settings, change, (all, config, by) => {
        fc.pre(!look(all, config, { author: by }).result.present);
        for (const left of all) {
          expect(
            look(
              all.filter((one) => one !== left),
              config,
              { author: by },
            ).result.present,
          ).toBe(false);
        }
      }),
    );
  });

  it("removing a label, a permission, or what is known of the editor never makes one count (16.4)", () => {
    fc.assert(
      fc.property(readable, settings, change, (one, config, by) => {
        const before = look([one], config, { author: by }).result.present;
        const weaker: Issue[] = [];
        if ("labels" in one) {
          for (const gone of one.labels) weaker.push({ ...one, labels: one.labels.filter((kept) => kept !== gone) });
          const { author_permission: _, ...withoutPermission } = one;
          const { editor: __, ...withoutEditor } = one;
          weaker.push(withoutPermission, withoutEditor, { ...one, labels: one.labels.map(({ name }) => ({ name })) });
        }
        for (const other of weaker) expect(before || !look([other], config, { author: by }).result.present).toBe(true);
      }),
    );
  });

  it("the order of issues and labels changes nothing, byte for byte (16.2)", () => {
    fc.assert(
      fc.property(issues, settings, (all, config) => {
        const turned = all
          .toReversed()
          .map((one) => ("labels" in one ? { ...one, labels: one.labels.toReversed() } : one));
        expect(look(turned, config).result).toEqual(look(all, config).result);
      }),
    );
  });

  it("a permission or kind nobody knows never counts for more than any known one (16.13)", () => {
    fc.assert(
      fc.property(readable, settings, change, (one, config, by) => {
        fc.pre("labels" in one && one.author.login !== null);
        const present = (other: Issue) => look([other], config, { author: by }).result.present;
        for (const author_permission of ["none", "read", "write", "admin"] as const) {
          expect(present({ ...one, author_permission }) || !present({ ...one, author_permission: "unknown" })).toBe(
            true,
          );
        }
        for (const kind of ["user", "bot", "organization"] as const) {
          // Of a deleted account no kind is known, and by the settled rule an endorsement speaks for it; only one that is
          // said to have been a bot's is refused all the same (decision 0032).
          if (kind === "bot" && !isKnownAccount(one.author)) continue;
          const known = present({ ...one, author: { ...one.author, kind } });
          expect(known || !present({ ...one, author: { ...one.author, kind: "unknown" } })).toBe(true);
        }
      }),
    );
  });
});
