import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { digest } from "@warrant/kernel/canonical";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeFacts, headSha } from "../../../testing/facts.ts";
import { changeVerdict, deniedVerdict, hostileVerdict } from "../../../testing/verdicts.ts";
import { WriteError } from "./atomic-write.ts";
import {
  IntentVerdicts,
  intentVerdicts,
  MergeEligible,
  mergeEligible,
  type RelayEntry,
  relayEntry,
  relayFailure,
  writeRelayFiles,
} from "./relay-files.ts";

const report = { enforced: false, generatedAt: "2026-01-02T03:04:05Z" };
const enforce = { ...report, enforced: true };
const hold = ["hold", "do-not-merge"];

function entry(verdict = changeVerdict(), facts: Parameters<typeof changeFacts>[0] = {}): RelayEntry {
  return relayEntry(verdict, changeFacts(facts), hold);
}

const failure = relayFailure({ repository: "acme/shop", number: 9, fetch_error: "the platform answered 502" });

describe("intent-verdicts.json", () => {
  it("has the documented shape for allowed, denied, hostile and uncollected changes", () => {
    const entries = [entry(), entry(deniedVerdict()), entry(hostileVerdict("\u001B\n`")), failure];
    const document = intentVerdicts(entries, report);
    expect(IntentVerdicts.safeParse(JSON.parse(JSON.stringify(document))).error).toBe(undefined);
    expect(document.verdicts).toHaveLength(4);
  });

  it("tells of a judged change what other tools decide by", () => {
    expect(intentVerdicts([entry(deniedVerdict())], enforce).verdicts[0]).toEqual({
      repo: "acme/shop",
      number: 7,
      title: "Correct the total",
      author: "copilot-swe-agent",
      enforced: true,
      verdict: {
        tier: 3,
        authorized: false,
        reason: deniedVerdict().reason,
        evidence: { linked_issue: true, approved_plan: false, human_approval: false },
        agent_pr: true,
        alignment: {
          status: "misaligned",
          rationale: "2 of 6 files are not explained by the request.",
          deterministic_findings: deniedVerdict().alignment.deterministic_findings,
        },
      },
      classification_reason: "It touches a guarded path.",
      head_sha: headSha,
      warrant: { verdict_digest: digest(deniedVerdict()), rule: "auth.approval-missing" },
    });
  });

  it("tells of a change that could not be collected the careful end, without alignment", () => {
    const [row] = intentVerdicts([failure], report).verdicts;
    expect(row).toMatchObject({ fetch_error: "the platform answered 502", head_sha: null });
    expect(row?.verdict).toMatchObject({ tier: 3, authorized: false, agent_pr: true });
    expect(row?.verdict).not.toHaveProperty("alignment");
  });

  it("is the same apart from `enforced` in both modes (law 6)", () => {
    const strip = (document: IntentVerdicts) => document.verdicts.map((row) => ({ ...row, enforced: null }));
    const entries = [entry(), entry(deniedVerdict()), failure];
    expect(strip(intentVerdicts(entries, enforce))).toEqual(strip(intentVerdicts(entries, report)));
  });

  it("says of each change whether its own base enforces, where a run has several bases", () => {
    const entries = [{ ...entry(), enforced: true }, { ...entry(), enforced: false }, entry()];
    expect(intentVerdicts(entries, enforce).verdicts.map(({ enforced }) => enforced)).toEqual([true, false, true]);
    expect(intentVerdicts(entries, report).verdicts.map(({ enforced }) => enforced)).toEqual([true, false, false]);
  });

  it("passes on at most a hundred files of a finding", () => {
    const verdict = deniedVerdict();
    const files = Array.from({ length: 1000 }, (_, index) => `f${index}`);
    const found = { rule: "drift.outside-intent", status: "misaligned", reason: "Many.", files } as const;
    const large = {
      ...verdict,
      alignment: { ...verdict.alignment, deterministic_findings: [{ ...found, files: [...files] }] },
    };
    const passed = entry(large).row.verdict.alignment?.deterministic_findings[0]?.files;
    expect(passed).toHaveLength(100);
  });
});

describe("merge-eligible.json", () => {
  it("has the documented shape", () => {
    for (const run of [report, enforce]) {
      const document = mergeEligible([entry(), entry(deniedVerdict()), failure], run);
      expect(MergeEligible.safeParse(JSON.parse(JSON.stringify(document))).error).toBe(undefined);
    }
  });

  it("lists an open, allowed change in both modes", () => {
    for (const run of [report, enforce]) {
      expect(mergeEligible([entry()], run).eligible).toEqual([
        {
          repo: "acme/shop",
          number: 7,
          title: "Correct the total",
          author: "copilot-swe-agent",
          head_sha: headSha,
          base_ref: "main",
        },
      ]);
    }
  });

  it("excludes what the verdict denies where the change's own base enforces, whatever the run does", () => {
    const denied = entry(deniedVerdict());
    for (const run of [report, enforce]) {
      expect(mergeEligible([{ ...denied, enforced: true }], run).eligible).toEqual([]);
      expect(mergeEligible([{ ...denied, enforced: false }], run).excluded).toEqual([]);
    }
  });

  const noAutoMerge = changeVerdict({ auto_merge: { allowed: false, because: ["the policy says no"] } });
  const local = changeVerdict({ subject: { ...changeVerdict().subject, number: null } });
  const unknownLabels = changeVerdict({ incomplete: [{ what: "labels", why: "failed" }] });

  it.each([
    ["a draft", entry(changeVerdict(), { draft: true }), "draft"],
    ["a closed change", entry(changeVerdict(), { state: "closed" }), "closed"],
    ["a merged change", entry(changeVerdict(), { state: "merged" }), "merged"],
    [
      "a held change, whatever the case of the label",
      entry(changeVerdict(), { labels: [{ name: " Do-Not-Merge ", permission: undefined }] }),
      "label Do-Not-Merge",
    ],
    ["a local range", entry(local), "not a pull request"],
    ["a change whose labels are not known", entry(unknownLabels), "labels not known"],
    ["a change that could not be collected", failure, "could not be collected: the platform answered 502"],
  ] as const)("excludes %s in both modes", (_name, one, reason) => {
    for (const run of [report, enforce]) {
      const document = mergeEligible([one], run);
      expect(document.eligible).toEqual([]);
      expect(document.excluded.map((row) => row.reason)).toEqual([reason]);
    }
  });

  it.each([
    ["a denied change", entry(deniedVerdict()), deniedVerdict().reason],
    ["a change the policy keeps from auto-merge", entry(noAutoMerge), "auto-merge not allowed: the policy says no"],
  ] as const)("excludes %s under enforce only", (_name, one, reason) => {
    expect(mergeEligible([one], report).excluded).toEqual([]);
    expect(mergeEligible([one], enforce).excluded).toEqual([
      { repo: "acme/shop", number: 7, head_sha: headSha, reason },
    ]);
  });
});

describe("writing the relay files", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "warrant-relay-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("makes the folder and leaves exactly the two files", async () => {
    const out = join(folder, "a", "b");
    await writeRelayFiles(out, [entry(), failure], report);
    expect(readdirSync(out).toSorted()).toEqual(["intent-verdicts.json", "merge-eligible.json"]);
    expect(
      IntentVerdicts.parse(JSON.parse(readFileSync(join(out, "intent-verdicts.json"), "utf8"))).verdicts,
    ).toHaveLength(2);
    expect(
      MergeEligible.parse(JSON.parse(readFileSync(join(out, "merge-eligible.json"), "utf8"))).eligible,
    ).toHaveLength(1);
  });

  it("fails with the path and the cause when the folder cannot be made, and changes nothing", async () => {
    writeFileSync(join(folder, "file"), "mine");
    await expect(writeRelayFiles(join(folder, "file"), [entry()], report)).rejects.toThrow(WriteError);
    expect(readFileSync(join(folder, "file"), "utf8")).toBe("mine");
  });

  it("never leaves a new permission beside old verdicts: when the disk is full nothing is written", async () => {
    await writeRelayFiles(folder, [entry()], report);
    const before = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    const full = Object.assign(new Error("no space"), { code: "ENOSPC" });
    const write = async (path: string): Promise<void> => {
      await Promise.resolve();
      throw new WriteError(path, full);
    };
    await expect(writeRelayFiles(folder, [entry(deniedVerdict())], enforce, write)).rejects.toThrow("the disk is full");
    expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"))).toEqual(before);
  });
});
