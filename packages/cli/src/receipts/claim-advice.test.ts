import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { recordSession } from "@warrant/ledger/session-log";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ExampleLedger, exampleLedger } from "../../../../testing/example-ledger.ts";
import { createRepository, type TestRepository, temporaryFolder } from "../../../../testing/git-repository.ts";

let example: ExampleLedger;
let keys: string;
beforeAll(() => {
  example = exampleLedger();
  keys = temporaryFolder("file");
  const pair = generateKeyPairSync("ed25519");
  writeFileSync(join(keys, "ci.key"), pair.privateKey.export({ type: "pkcs8", format: "pem" }));
  publicKey = pair.publicKey.export({ type: "spki", format: "pem" }).toString();
});
afterAll(async () => await example[Symbol.asyncDispose]());
let publicKey: string;

/** What a session that ran the tests left in the ledger. */
async function session(code: number): Promise<string> {
  const ledger = await example.open();
  const id = `s-${example.now.at}`;
  example.now.at += 1000;
  const call = { call_id: "t-1", host: "claude-code", agent: null, tool: "Bash" };
  const judged = {
    event: "PreToolUse",
    decision: "allow",
    rule: "action.within-bounds",
    verdict_id: "v",
    action_digest: "d",
  };
  const traced = {
    seq: 1,
    input: { command: "npx vitest run" },
    status: code === 0 ? "ok" : "error",
    exit_code: code,
    output_excerpt: code === 0 ? " Tests  12 passed (12)" : " Tests  1 failed | 11 passed (12)",
    output_digest: "sha256:0",
    is_cut: false,
    started_at: null,
    ended_at: null,
    batch: null,
    model_view: false,
  };
  await recordSession(ledger, id, [
    { kind: "session-started", body: { host: "claude-code", cwd: "/repo" } },
    { kind: "action-judged", body: { ...call, ...judged } },
    { kind: "trace-appended", body: { ...call, ...traced } },
  ]);
  await ledger.close();
  return id;
}

/** A branch whose one commit says that all tests pass, on a base with this configuration. */
function change(configuration: string, files: Record<string, string> = {}): TestRepository {
  const repository = createRepository();
  repository.commit("First", { "warrant.yaml": configuration, ".warrant/ci.pub": publicKey, "src/a.ts": "a\n" });
  repository.branch("agent");
  repository.commit("Explain the cart\n\nAll tests pass.", { "docs/cart.md": "The cart.\n", ...files });
  return repository;
}

interface Shown {
  readonly decision: string;
  readonly reason: string;
  readonly findings: readonly { readonly rule: string; readonly severity: string; readonly message: string }[];
}

async function check(repository: TestRepository, env: Record<string, string> = {}): Promise<Shown> {
  const ran = await example.warrant(["check", "main..agent", "--format", "json"], {
    cwd: repository.folder,
    env: { ...example.env, ...env },
  });
  return JSON.parse(ran.stdout) as Shown;
}

function claimsOf({ findings }: Shown): string[] {
  return findings.filter(({ rule }) => rule.startsWith("claim.")).map(({ rule, severity }) => `${severity} ${rule}`);
}

async function written(repository: TestRepository, code: number, more: readonly string[] = []): Promise<void> {
  const id = await session(code);
  const args = ["receipt", "write", "agent", "--session", id, ...more];
  expect(await example.warrant(args, { cwd: repository.folder, env: example.env })).toMatchObject({ code: 0 });
}

/** A machine that never saw the session. */
const elsewhere = (): Record<string, string> => ({ WARRANT_HOME: temporaryFolder() });
const deny = "intent: { gate: everyone }\nclaim: { change: deny, keys: [.warrant/ci.pub] }\n";

describe("what a local change says of its tests", () => {
  it("is unverified without a receipt, and that refuses nothing", async () => {
    const shown = await check(change(deny));
    expect([shown.decision, ...claimsOf(shown)]).toEqual(["allow", "info claim.unverified"]);
  });

  it("is supported by a session whose trace our ledger holds, and only a word elsewhere", async () => {
    const repository = change(deny);
    await written(repository, 0);
    expect(claimsOf(await check(repository))).toEqual(["info claim.supported"]);
    expect(claimsOf(await check(repository, elsewhere()))).toEqual(["info claim.unverified"]);
    const { stdout } = await example.warrant(["check", "main..agent"], { cwd: repository.folder, env: example.env });
    expect(stdout).toMatch(/Claims +✓ tests pass: supported, the record of the session shows it/);
  });

  it("is contradicted by a session that failed, which warns, and refuses where the base says so", async () => {
    const repository = change(deny);
    await written(repository, 1);
    const shown = await check(repository);
    expect([shown.decision, shown.reason, ...claimsOf(shown)]).toEqual([
      "deny",
      "The description says that tests pass: contradicted, the last run failed. [claim.contradicted]",
      "block claim.contradicted",
    ]);
    const reporting = change("intent: { gate: everyone }\n");
    await written(reporting, 1);
    const warned = await check(reporting);
    expect([warned.decision, ...claimsOf(warned)]).toEqual(["allow", "warn claim.contradicted"]);
  });

  it("is supported elsewhere by a signature of a key of the base, and by none that the change brings", async () => {
    const signed = change(deny);
    await written(signed, 0, ["--sign", join(keys, "ci.key")]);
    expect(claimsOf(await check(signed, elsewhere()))).toEqual(["info claim.supported"]);
    const brought = change("intent: { gate: everyone }\n", { "warrant.yaml": deny });
    await written(brought, 0, ["--sign", join(keys, "ci.key")]);
    expect(claimsOf(await check(brought, elsewhere()))).toEqual(["info claim.unverified"]);
  });
});

describe("what a pull request says of its tests", () => {
  const head = "b".repeat(40);
  const facts = {
    schema: "warrant.change-facts/v1",
    source: "github",
    repository: "acme/shop",
    number: 7,
    title: "Explain the cart",
    body: "All tests pass.",
    author: { login: "builder[bot]", kind: "bot", id: 1 },
    commits: [],
    base: { ref: "main", sha: "a".repeat(40) },
    head: { ref: "agent", sha: head },
    labels: [],
    draft: false,
    files: [{ path: "docs/cart.md", status: "modified", binary: false, kind: "file" }],
    files_total: 1,
    issues: [],
    plans: [],
    reviews: [],
    checks: [{ name: "test (linux)", status: "completed", conclusion: "failure", head_sha: head }],
    incomplete: [],
  };

  it.each<[string, string, readonly string[]]>([
    ["is held to the checks the base names", 'claim: { checks: { tests: ["test*"] } }', ["warn claim.contradicted"]],
    ["is not spoken of where the base names none", "claim: { enforce: true }", []],
  ])("%s", async (_name, configuration, expected) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "facts.json"), JSON.stringify(facts));
    writeFileSync(join(folder, "warrant.yaml"), configuration);
    const args = ["check", "--facts", "facts.json", "--config", "warrant.yaml", "--format", "json"];
    const ran = await example.warrant(args, { cwd: folder, env: example.env });
    expect(claimsOf(JSON.parse(ran.stdout) as Shown)).toEqual(expected);
  });
});
