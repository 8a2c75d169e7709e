import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeVerdict, deniedVerdict, hostileVerdict } from "../../../testing/verdicts.ts";
import { WriteError } from "./atomic-write.ts";
import { adviseDrift, type DriftAdvice, upsertBead, writeBeads } from "./drift-beads.ts";
import { FileError } from "./file-error.ts";

const at = "2026-01-02T03:04:05Z";
const later = "2026-02-02T03:04:05Z";

function advice(parts: Partial<DriftAdvice> = {}): DriftAdvice {
  const item = adviseDrift(deniedVerdict());
  if (item === null) throw new Error("expected advice");
  return { ...item, ...parts };
}

function beads(text: string): Record<string, unknown>[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("advice on drift", () => {
  it("is one high-priority item with the rationale and each finding with its files", () => {
    expect(advice()).toEqual({
      key: "drift:acme/shop#7",
      title: "Intent alignment drift in acme/shop#7",
      priority: "high",
      external_ref: "acme/shop#7",
      notes:
        "2 of 6 files are not explained by the request.\n" +
        "- 2 files are out of scope. [drift.outside-intent]: src/billing/invoice-pdf.ts, src/billing/mailer.ts",
    });
  });

  it.each(["aligned", "unclear"] as const)("is not given for a change that is %s", (status) => {
    const verdict = changeVerdict();
    expect(adviseDrift({ ...verdict, alignment: { ...verdict.alignment, status } })).toBe(null);
  });

  it("adds the model's rationale", () => {
    const verdict = deniedVerdict();
    const model = {
      status: "misaligned",
      confidence: 0.9,
      rationale: "It sends mail.",
      files: [],
      model_id: "m",
    } as const;
    const item = adviseDrift({ ...verdict, alignment: { ...verdict.alignment, model: { ...model, files: [] } } });
    expect(item?.notes).toContain("- A model says: It sends mail.");
  });

  it("names twenty files of a finding and counts the rest", () => {
    const verdict = deniedVerdict();
    const files = Array.from({ length: 25 }, (_, index) => `f${index}`);
    const found = { rule: "drift.outside-intent", status: "misaligned", reason: "Many.", files } as const;
    const item = adviseDrift({
      ...verdict,
      alignment: { ...verdict.alignment, deterministic_findings: [{ ...found, files }] },
    });
    expect(item?.notes).toContain("f19 and 5 more");
    expect(item?.notes).not.toContain("f20");
  });

  it("is cleaned: a hostile path is no escape sequence and no line of its own", () => {
    const verdict = hostileVerdict("\u001B[2J\n- x");
    const text = adviseDrift(verdict);
    expect(text?.notes).not.toContain("\u001B");
    expect(text?.notes.split("\n")).toHaveLength(3);
  });

  it("of a local change is kept by its branch, so that a new commit updates it", () => {
    const local = (head_sha: string) =>
      deniedVerdict({ subject: { ...deniedVerdict().subject, number: null, head_sha } });
    const [first, second] = ["a", "c"].map((digit) => adviseDrift(local(digit.repeat(40)), "fix/cart"));
    expect(first?.key).toBe("drift:acme/shop@fix/cart");
    expect(second).toEqual(first);
    expect(adviseDrift(local("a".repeat(40)))?.key).toBe("drift:acme/shop@aaaaaaa");
    expect(adviseDrift(deniedVerdict(), "fix/cart")?.key).toBe("drift:acme/shop#7");
  });
});

describe("a bead line", () => {
  it("is appended to an empty file, with the change as its reference", () => {
    expect(beads(upsertBead("", advice(), at))).toMatchObject([
      {
        title: "Intent alignment drift in acme/shop#7",
        status: "open",
        priority: 1,
        external_ref: "acme/shop#7",
        metadata: { warrant_key: "drift:acme/shop#7" },
        created_at: at,
      },
    ]);
  });

  it("is updated, not repeated, while it is open, and keeps what others wrote into it", () => {
    const first = upsertBead("", advice(), at);
    const edited = first.replace('"status":"open"', '"status":"in_progress","assignee":"maria"');
    const second = beads(upsertBead(edited, advice({ notes: "New." }), later));
    expect(second).toMatchObject([
      { notes: "New.", status: "in_progress", assignee: "maria", created_at: at, updated_at: later },
    ]);
  });

  it("leaves the text as it is when nothing is new", () => {
    const first = upsertBead("", advice(), at);
    expect(upsertBead(first, advice(), later)).toBe(first);
  });

  it.each(["closed", "tombstone"])("is a new one with another id once the old one is %s", (status) => {
    const closed = upsertBead("", advice(), at).replace('"open"', `"${status}"`);
    const both = beads(upsertBead(closed, advice(), later));
    expect(both.map((bead) => bead["status"])).toEqual([status, "open"]);
    expect(new Set(both.map((bead) => bead["id"])).size).toBe(2);
  });

  it("stays closed when the same was told before, is updated while it is open, and is made where there is none", () => {
    const first = upsertBead("", advice(), at, true);
    expect(beads(first)).toHaveLength(1);
    const closed = first.replace('"open"', '"closed"');
    expect(upsertBead(closed, advice({ notes: "New." }), later, true)).toBe(closed);
    expect(beads(upsertBead(first, advice({ notes: "New." }), later, true))).toMatchObject([{ notes: "New." }]);
    expect(beads(upsertBead(closed, advice({ key: "drift:acme/shop#8" }), later, true))).toHaveLength(2);
  });

  it("leaves every other line alone, readable or not, and ends a last line that had no end", () => {
    const others =
      'not json warrant_key\n{"id":"a","metadata":{"warrant_key":"drift:acme/shop#8"}}\r\n\n[1]\n{"id":"b"}';
    const text = upsertBead(others, advice(), at);
    expect(text.startsWith(`${others}\n{"id":"warrant-`)).toBe(true);
    expect(text.endsWith("}\n")).toBe(true);
  });

  it("is one line after any number of runs with any notes", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 5 }), (notes) => {
        const text = notes.reduce((file, note) => upsertBead(file, advice({ notes: note }), at), "");
        expect(beads(text)).toHaveLength(1);
        expect(text.match(/\n/g)).toHaveLength(1);
        expect(beads(text)[0]?.["notes"]).toBe(notes.at(-1));
      }),
    );
  });
});

describe("writing a beads file", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "warrant-beads-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("creates it, updates it and leaves nothing else behind", async () => {
    const path = join(folder, "issues.jsonl");
    await writeBeads(path, [advice(), advice({ key: "drift:acme/shop#8" })], at);
    await writeBeads(path, [advice({ notes: "New." })], later);
    expect(beads(readFileSync(path, "utf8")).map((bead) => bead["notes"])).toEqual(["New.", advice().notes]);
    expect(readdirSync(folder)).toEqual(["issues.jsonl"]);
  });

  it("writes nothing when there is no advice or nothing new", async () => {
    const path = join(folder, "issues.jsonl");
    await writeBeads(path, [], at);
    expect(readdirSync(folder)).toEqual([]);
    await writeBeads(path, [advice()], at);
    const refuse = async (target: string): Promise<void> => {
      await Promise.resolve();
      throw new WriteError(target, new Error("must not write"));
    };
    await expect(writeBeads(path, [advice()], later, refuse)).resolves.toBe(undefined);
  });

  it("refuses a file that is not UTF-8 and leaves its bytes", async () => {
    const path = join(folder, "issues.jsonl");
    const bytes = Buffer.from([0x7b, 0xff, 0x7d, 0x0a]);
    writeFileSync(path, bytes);
    await expect(writeBeads(path, [advice()], at)).rejects.toThrow(FileError);
    expect(readFileSync(path)).toEqual(bytes);
  });

  it("says that the path is a folder", async () => {
    await expect(writeBeads(folder, [advice()], at)).rejects.toThrow(
      /Could not read the beads file .* Nothing was changed\./,
    );
  });
});
