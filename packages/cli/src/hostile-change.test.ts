/** A pull request in which every piece is an attack (change gate 11.4), from the platform's answers to everything that is shown. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { judgedState, judgePullRequest } from "@warrant/github/judge-pull-request";
import { parseComment } from "@warrant/github/publish/comment";
import { WritePace } from "@warrant/github/publish/pace";
import { publish } from "@warrant/github/publish/publish";
import { workflowPublisher } from "@warrant/github/publish/publisher";
import { stepSummary } from "@warrant/github/publish/summary";
import { floorScale, isAtLeast } from "@warrant/kernel/scale";
import { ChangeVerdict } from "@warrant/kernel/verdict";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../testing/git-repository.ts";
import { clientFor, openShop, type Shop, SkippingTiming } from "../../../testing/github-change.ts";
import { attack, calm } from "../../../testing/hostile-change.ts";
import { hostileTexts } from "../../../testing/hostile-texts.ts";
import { testIo } from "../../../testing/io.ts";
import { harmAndTags } from "../../../testing/markdown-harm.ts";
import { run } from "./main.ts";

let shop: Shop;
let token: string;

beforeAll(async () => {
  shop = await openShop({
    lasting: "file",
    base: { "warrant.yaml": "intent:\n  gate: everyone\n  enforce: true\n" },
    before: (repository) => void repository.issue({ number: 8, title: "Eighth", author: "sam", body: "" }),
  });
  // Enough words to measure drift, so that what drifts is shown too.
  const words = "Customers want discounts: the shop should export the constant that holds the discount.";
  Object.assign(shop.repository.issues.get(7) ?? {}, { title: "Discounts for customers", body: words });
  token = shop.github.tokens.workflow(shop.repository, {
    contents: "read",
    pull_requests: "write",
    issues: "read",
    checks: "write",
  });
});
afterAll(async () => await shop.github.close());

/** What `--publish` and the Action do, without the second between two writes. */
async function publishNow(): Promise<void> {
  const timing = new SkippingTiming();
  const { signal } = new AbortController();
  const client = clientFor(shop.github, token, { timing });
  const judged = await judgePullRequest(client, { repository: "acme/shop", number: 12, mode: "report", env: {} });
  const { published } = await publish(client, {
    mode: "enforce",
    ...judgedState(judged),
    publisher: workflowPublisher,
    pace: new WritePace(timing, signal),
  });
  expect(published).toBe("all");
}

async function warrant(args: readonly string[], { isTTY = false } = {}) {
  const cwd = temporaryFolder();
  const { io, stdout, stderr } = testIo({
    isTTY,
    cwd,
    columns: 100,
    env: {
      GITHUB_API_URL: shop.github.apiUrl,
      GITHUB_GRAPHQL_URL: shop.github.graphqlUrl,
      GITHUB_TOKEN: token,
      WARRANT_DEBUG: "1",
    },
  });
  const code = await run(args, io);
  return { code, cwd, out: stdout(), err: stderr() };
}

/** Everything that could steer a terminal, hide or turn text around, but for line breaks. */
const steering =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]|[\u{E0000}-\u{E01EF}]/u;
const command = /^\s*(?:::|##\[)/m;

/** Without our own markers, the commit's stamp and the lines a check remembers. */
function withoutOurs(text: string): string {
  return text
    .split("\n")
    .filter((line) => !/^<!-- (?:\/?warrant:|judged commit)|^`warrant\.verdict/.test(line))
    .join("\n");
}

interface Shown {
  readonly verdict: ChangeVerdict;
  readonly comment: string;
  readonly text: string;
}

/** Runs every face of the product over the change as it is now, checking what holds whatever it holds. */
async function everyFace(): Promise<Shown> {
  shop.github.tokens.rateOf(token).used = 0;
  const document = await warrant(["check", "acme/shop#12", "--format", "json"]);
  const verdict = ChangeVerdict.parse(JSON.parse(document.out));
  const text = await warrant(["check", "acme/shop#12", "--verbose", "--out", "out", "--beads", "beads.jsonl"]);
  const markdown = await warrant(["check", "acme/shop#12", "--format", "markdown", "--verbose"]);
  const sarif = await warrant(["check", "acme/shop#12", "--format", "sarif"]);
  const facts = await warrant(["facts", "acme/shop#12"], { isTTY: true });
  const sweep = await warrant(["sweep", "acme/shop", "--out", "out"]);
  const code = verdict.decision === "allow" ? 0 : verdict.deny_kind === "incomplete" ? 4 : 3;
  expect([document.code, text.code, markdown.code, sarif.code, facts.code, sweep.code]).toEqual([
    code,
    code,
    code,
    code,
    0,
    0,
  ]);

  // The logs and notices of every run, and the page for a terminal.
  for (const shown of [document.err, text.err, markdown.err, sarif.err, text.out, facts.out, sweep.out, sweep.err]) {
    expect(shown).not.toMatch(steering);
    expect(shown).not.toMatch(command);
  }
  for (const { err } of [document, text, markdown, sarif]) {
    for (const line of err.trimEnd().split("\n")) expect(line).toMatch(/^warrant: request \{.*\}$/);
  }
  // One headline, and its word is the verdict's.
  const headlines = text.out.split("\n").filter((line) => /^\S/.test(line));
  expect(headlines).toHaveLength(1);
  expect(headlines[0]).toMatch(verdict.decision === "allow" ? /^✓ Allowed: / : /^✗ Denied/);
  // Documents are one JSON value each, and the same verdict.
  for (const one of [sarif, facts]) expect(() => JSON.parse(one.out)).not.toThrow();
  const [sarifRun] = (JSON.parse(sarif.out) as { runs: { properties: { verdicts: { decision: string }[] } }[] }).runs;
  expect(sarifRun?.properties.verdicts.map((one) => one.decision)).toEqual([verdict.decision]);

  // So are the files for other tools; what a person reads of them is cleaned.
  const relayed = JSON.parse(readFileSync(join(text.cwd, "out/merge-eligible.json"), "utf8")) as {
    eligible: unknown[];
  };
  expect(relayed.eligible).toHaveLength(verdict.decision === "allow" ? 1 : 0);
  const isMisaligned = verdict.alignment.status === "misaligned";
  const beads = existsSync(join(text.cwd, "beads.jsonl")) ? readFileSync(join(text.cwd, "beads.jsonl"), "utf8") : "";
  expect(beads.split("\n").filter((line) => line !== "")).toHaveLength(isMisaligned ? 1 : 0);
  if (isMisaligned) {
    const { title, notes } = JSON.parse(beads) as { title: string; notes: string };
    expect(title).toBe("Intent alignment drift in acme/shop#12");
    expect(notes).not.toMatch(steering);
  }

  await publishNow();
  const ours = shop.repository.checkRuns.filter(
    (one) => one.app.slug === "github-actions" && one.name === "warrant/change",
  );
  const check = ours.at(-1);
  expect(check).toMatchObject({ status: "completed", headSha: verdict.subject.head_sha });
  expect(check?.conclusion).toBe(
    verdict.decision === "allow" ? "success" : verdict.deny_kind === "unauthorized" ? "action_required" : "failure",
  );
  expect(check?.title).not.toMatch(/\n/);
  const comments = shop.change.comments.filter((one) => one.author?.login === "github-actions[bot]");
  expect(comments).toHaveLength(1);
  const comment = comments[0]?.body ?? "";
  const runOf = {
    enforced: true,
    configuration_origin: "defaults",
    title: shop.change.title,
    author: "sam",
    assumed: [],
  };
  const summary = stepSummary([{ verdict }], { mode: "enforce", run: runOf, notice: null });
  const pages = [comment, check?.summary ?? "", check?.text ?? "", summary, markdown.out];
  for (const page of pages) {
    const { harm, tags } = harmAndTags(withoutOurs(page));
    expect(harm).toEqual([]);
    for (const tag of ["details", "summary", "sub"]) expect(tags.get(`</${tag}>`)).toBe(tags.get(`<${tag}>`));
    expect(page).not.toMatch(steering);
    expect(page).not.toMatch(command);
    expect(page.isWellFormed()).toBe(true);
    expect(page.length).toBeLessThanOrEqual(250_000);
  }
  for (const annotation of check?.annotations ?? []) {
    expect(`${annotation.title ?? ""}${annotation.message}`.replaceAll("\n", "")).not.toMatch(steering);
  }
  return { verdict, comment, text: text.out };
}

/** Every text stands in each list; where there is room for one, it is another in each round. */
const rounds = Array.from({ length: 3 }, (_, round) => {
  const texts = hostileTexts.map(([, text]) => text);
  return [round, [...texts.slice(round * 14), ...texts.slice(0, round * 14)]] as const;
});

describe("a change in which every piece is an attack", () => {
  let plain: Shown;
  beforeAll(async () => {
    calm(shop);
    plain = await everyFace();
  });

  it("would be allowed without it", () => {
    expect(plain.verdict).toMatchObject({ decision: "allow", gated: true, tier: { value: 1 } });
    expect(Object.keys(parseComment(plain.comment) ?? {})).toContain("verdict");
  });

  it.each(rounds)(
    "does nothing on any page, in any log or document, and lowers nothing (round %i)",
    async (_, texts) => {
      calm(shop);
      attack(shop, texts);
      const { verdict, comment, text } = await everyFace();
      const rules = verdict.findings.map((finding) => finding.rule);
      for (const category of ["addressed", "invisible", "forged", "path", "role-tags"])
        expect(rules).toContain(`text.${category}`);
      const sections = Object.keys(parseComment(comment) ?? {});
      expect(sections.filter((name) => !["verdict", "drift"].includes(name))).toEqual([]);
      const markers = comment.split("\n").filter((line) => line.trimStart().startsWith("<!"));
      const known = /^<!-- (?:warrant:comment v1|\/?warrant:section (?:verdict|drift)) -->$/;
      expect(markers.filter((line) => !known.test(line))).toEqual([
        `<!-- judged commit ${verdict.subject.head_sha} -->`,
      ]);
      expect(text.length).toBeLessThan(1_000_000);
      expect(isAtLeast(floorScale, verdict.floor.class, "logic")).toBe(true);
      expect(verdict.tier.value).toBeGreaterThanOrEqual(plain.verdict.tier.value);
      // Nobody asked for the files that came along, whatever they are called and say.
      expect(verdict.authorized).toBe(verdict.tier.value === 1);
    },
  );
});
