import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readReceipt, receiptFit } from "@warrant/kernel/claim/session-receipt";
import { recordSession, type SessionDraft } from "@warrant/ledger/session-log";
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ExampleLedger, exampleLedger } from "../../../../testing/example-ledger.ts";
import { createRepository, type TestRepository, temporaryFolder } from "../../../../testing/git-repository.ts";
import { readReceiptLine } from "../receipts/envelope.ts";

let example: ExampleLedger;
let repository: TestRepository;
let keys: string;

function call(id: string, command: string, output: string, code: number): SessionDraft[] {
  const common = { call_id: id, host: "claude-code", agent: null, tool: "Bash" };
  return [
    {
      kind: "action-judged",
      body: {
        ...common,
        event: "PreToolUse",
        decision: "allow",
        rule: "action.within-bounds",
        verdict_id: `v-${id}`,
        action_digest: `d-${id}`,
      },
    },
    {
      kind: "trace-appended",
      body: {
        ...common,
        seq: 1,
        input: { command },
        status: code === 0 ? "ok" : "error",
        exit_code: code,
        output_excerpt: output,
        output_digest: "sha256:0",
        is_cut: false,
        started_at: null,
        ended_at: null,
        batch: null,
        model_view: false,
      },
    },
  ];
}

beforeAll(async () => {
  example = exampleLedger();
  keys = temporaryFolder("file");
  for (const name of ["ci", "other"]) {
    const pair = generateKeyPairSync("ed25519");
    writeFileSync(join(keys, `${name}.key`), pair.privateKey.export({ type: "pkcs8", format: "pem" }));
    writeFileSync(join(keys, `${name}.pub`), pair.publicKey.export({ type: "spki", format: "pem" }));
  }
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  writeFileSync(join(keys, "ec.key"), pair.privateKey.export({ type: "pkcs8", format: "pem" }));
  writeFileSync(join(keys, "ec.pub"), pair.publicKey.export({ type: "spki", format: "pem" }));
});
afterAll(async () => await example[Symbol.asyncDispose]());

beforeEach(async () => {
  repository = createRepository();
  repository.commit("First", { "src/a.ts": "a\n" });
  const ledger = await example.open();
  const session = `s-${Math.random().toString(36).slice(2)}`;
  example.now.at += 1000;
  await recordSession(ledger, session, [
    { kind: "session-started", body: { host: "claude-code", cwd: repository.folder } },
    ...call("t-1", "npx vitest run", " Tests  12 passed (12)", 0),
    ...call("t-2", "npx tsc --noEmit", "src/a.ts(1,1): error TS1: x", 2),
  ]);
  await ledger.close();
});

function receipt(args: readonly string[], env: Record<string, string> = {}) {
  return example.warrant(["receipt", ...args], { cwd: repository.folder, env: { ...example.env, ...env } });
}

async function found(args: readonly string[], env?: Record<string, string>) {
  const { stdout, code } = await receipt([...args, "--json"], env);
  return { code, ...(JSON.parse(stdout) as { receipts: { trust: string; fit: string; commit: string }[] }) };
}

/** A ledger that never saw the session: a colleague's machine. */
const elsewhere = (): Record<string, string> => ({ WARRANT_HOME: temporaryFolder() });

describe("warrant receipt", () => {
  it("writes what a session ran on its commit, and proves it where the trace is", async () => {
    const written = await receipt(["write"]);
    expect(written).toMatchObject({ code: 0, stderr: "" });
    expect(written.stdout).toMatch(/^wrote the receipt of session s-\w+ on [0-9a-f]{12}: 2 calls\n/);
    const shown = await receipt(["show"]);
    expect(shown.stdout).toContain("of exactly this tree; our own ledger holds this very trace");
    expect(shown.stdout).toContain("tests: pass (vitest, full, exit 0, 12 passed, 0 failed)");
    expect(shown.stdout).toContain("typecheck: fail (tsc, full, exit 2)");
    expect((await receipt(["check"])).code).toBe(0);
  });

  it("keeps no command's words", async () => {
    await receipt(["write"]);
    const note = repository.git("notes", "--ref=refs/notes/warrant", "show", "HEAD");
    expect(note).not.toContain("--noEmit");
    expect(JSON.parse(note)).toMatchObject({
      _type: "https://in-toto.io/Statement/v1",
      predicateType: "urn:warrant:session-receipt:v1",
      subject: [{ name: "commit" }, { name: "tree" }],
      predicate: { session: { host: "claude-code", agents: ["main"] }, trace: { calls: 2, complete: true } },
    });
  });

  it("is only a word where nobody holds the trace and nobody signed it", async () => {
    await receipt(["write"]);
    expect(await found(["check"], elsewhere())).toMatchObject({
      code: 4,
      receipts: [{ trust: "unsigned", fit: "fresh" }],
    });
  });

  it.each(["ci", "ec"])(
    "R10 signed by a key that counts it is proven elsewhere, and by no other (%s)",
    async (name) => {
      await receipt(["write", "--sign", join(keys, `${name}.key`)]);
      const key = ["--key", join(keys, `${name}.pub`)];
      expect(await found(["check", ...key], elsewhere())).toMatchObject({ code: 0, receipts: [{ trust: "signed" }] });
      expect(await found(["check", "--key", join(keys, "other.pub")], elsewhere())).toMatchObject({
        code: 4,
        receipts: [{ trust: "unsigned" }],
      });
    },
  );

  it("R10 a signature does not make a receipt of another tree true", async () => {
    await receipt(["write", "--sign", join(keys, "ci.key")]);
    const note = repository.git("notes", "--ref=refs/notes/warrant", "show", "HEAD");
    repository.commit("Second", { "src/a.ts": "b\n" });
    repository.git("notes", "--ref=refs/notes/warrant", "add", "-m", note, "HEAD");
    expect(await found(["check", "--key", join(keys, "ci.pub")], elsewhere())).toMatchObject({
      code: 4,
      receipts: [{ trust: "signed", fit: "stale" }],
    });
  });

  it("a changed receipt is signed by nobody", async () => {
    await receipt(["write", "--sign", join(keys, "ci.key")]);
    const note = repository.git("notes", "--ref=refs/notes/warrant", "show", "HEAD");
    const envelope = JSON.parse(note) as { payload: string };
    const payload = Buffer.from(envelope.payload, "base64")
      .toString("utf8")
      .replace('"outcome":"fail"', '"outcome":"pass"');
    const forged = JSON.stringify({ ...envelope, payload: Buffer.from(payload).toString("base64") });
    repository.git("notes", "--ref=refs/notes/warrant", "add", "-f", "-m", forged, "HEAD");
    expect(await found(["check", "--key", join(keys, "ci.pub")], elsewhere())).toMatchObject({
      code: 4,
      receipts: [{ trust: "unsigned" }],
    });
  });

  it("refuses a working tree that is not the commit's", async () => {
    writeFileSync(join(repository.folder, "src/a.ts"), "changed\n");
    const { code, stderr } = await receipt(["write"]);
    expect(code).toBe(2);
    expect(stderr).toContain("src/a.ts differs from");
    writeFileSync(join(repository.folder, "src/a.ts"), "a\n");
    writeFileSync(join(repository.folder, "new.txt"), "not tracked\n");
    expect((await receipt(["write"])).code).toBe(0);
  });

  it("is kept beside those of other sessions, once each", async () => {
    await receipt(["write"]);
    repository.git("notes", "--ref=refs/notes/warrant", "append", "-m", "a line of somebody else", "HEAD");
    await receipt(["write"]);
    await receipt(["write"]);
    const { receipts } = await found(["show"]);
    expect(receipts.map(({ trust }) => trust)).toEqual(["recomputed", "unreadable"]);
  });

  it("is named by a trailer and found by its digest, in our own folder or one that is given", async () => {
    const { stdout } = await receipt(["write", "--trailer"]);
    expect(stdout).toMatch(/^Warrant-Receipt: sha256:[0-9a-f]{64}\n$/);
    repository.git("commit", "--amend", "-q", "-m", `First\n\n${stdout.trim()}`);
    expect(await found(["check"])).toMatchObject({ code: 0, receipts: [{ trust: "recomputed", fit: "fresh" }] });
    const away = elsewhere();
    expect(await found(["check"], away)).toMatchObject({ code: 4, receipts: [] });
    const folder = join(example.folder, "receipts");
    expect(await found(["check", "--receipts", folder], away)).toMatchObject({
      code: 4,
      receipts: [{ trust: "unsigned" }],
    });
    // Another text under the same name is not the one that was named.
    const copy = temporaryFolder();
    const [name = ""] = readdirSync(folder).filter((file) => stdout.includes(file.slice(7, -5)));
    writeFileSync(join(copy, name), readFileSync(join(folder, name), "utf8").replace("claude-code", "other-code"));
    expect(await found(["check", "--receipts", copy], away)).toMatchObject({ receipts: [] });
  });

  it("of an earlier commit counts for a head with the same tree, as after a squash", async () => {
    repository.git("checkout", "-q", "-b", "work");
    repository.commit("Second", { "src/b.ts": "b\n" });
    await receipt(["write"]);
    repository.git("commit", "-q", "--allow-empty", "-m", "Third");
    expect(await found(["check", "main..work"])).toMatchObject({ code: 0, receipts: [{ fit: "fresh" }] });
  });

  it.each<[string[], RegExp]>([
    [["write", "nowhere"], /nowhere/],
    [["write", "--session", "nobody"], /no call of the session nobody was recorded/],
    [["write", "--sign", "/no/key"], /cannot read \/no\/key \(ENOENT\)/],
    [["check", "--key", "package.json"], /package\.json/],
  ])("%j is a usage error", async (args, message) => {
    const { code, stderr } = await receipt(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it("a key that is none is named, whatever the file holds", async () => {
    mkdirSync(join(keys, "folder"), { recursive: true });
    writeFileSync(join(keys, "junk"), "junk");
    const { code, stderr } = await receipt(["check", "--key", join(keys, "junk")]);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("is no public key in PEM form"),
    });
  });
});

describe("a line of a note", () => {
  it("of any text is a receipt that can be read, or none, and never a failure", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        expect(readReceiptLine(line)).toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  it("of more than 64 KiB is none", () => {
    expect(readReceiptLine(`{"a":"${"x".repeat(64 * 1024)}"}`)).toBeNull();
  });

  it("with a part that decides and cannot be read proves nothing", async () => {
    await receipt(["write"]);
    const statement = JSON.parse(repository.git("notes", "--ref=refs/notes/warrant", "show", "HEAD")) as Record<
      string,
      unknown
    >;
    expect(readReceipt(statement)).not.toBeNull();
    const predicate = statement["predicate"] as Record<string, unknown>;
    for (const broken of [
      { ...statement, _type: "https://in-toto.io/Statement/v2" },
      { ...statement, subject: [] },
      { ...statement, subject: [{ name: "tree", digest: { gitTree: "short" } }] },
      { ...statement, predicateType: "other" },
      { ...statement, predicate: { ...predicate, runs: [{}] } },
      { ...statement, predicate: { ...predicate, trace: { digest: {}, complete: true } } },
      { ...statement, predicate: { ...predicate, trace: { digest: { sha256: "x" }, complete: "yes" } } },
    ]) {
      expect(readReceipt(broken)).toBeNull();
    }
  });

  it("is of a tree only when it names exactly that one", async () => {
    await receipt(["write"]);
    const statement = readReceipt(JSON.parse(repository.git("notes", "--ref=refs/notes/warrant", "show", "HEAD")));
    const tree = repository.git("rev-parse", "HEAD^{tree}");
    if (statement === null) throw new Error("no receipt");
    expect(receiptFit(statement, tree)).toBe("fresh");
    expect(receiptFit(statement, tree.slice(0, -1))).toBe("stale");
    expect(receiptFit(statement, "")).toBe("stale");
  });
});
