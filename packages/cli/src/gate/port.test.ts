import { createHash } from "node:crypto";
import { mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CallEnvironment } from "@warrant/hosts/client/call-environment";
import type { Source } from "@warrant/hosts/event";
import { freshMemory } from "@warrant/hosts/remember";
import { draft, type PendingAction } from "@warrant/kernel/commitment/park";
import { recordSession } from "@warrant/ledger/session-log";
import { openLedger } from "@warrant/ledger/warrant-ledger";
import { afterEach, describe, expect, it } from "vitest";
import { createRepository, temporaryFolder } from "../../../../testing/git-repository.ts";
import { Machine } from "./machine.ts";
import { gatePlaces } from "./places.ts";
import { defaultGatePolicy } from "./policy-store.ts";
import { MachinePort, type PolicyOf } from "./port.ts";

const machines: Machine[] = [];
afterEach(async () => {
  for (const machine of machines.splice(0)) await machine.close();
});

const person: CallEnvironment = { digest: "sha256:d", names: ["CI"], is_headless: false, run: null, shell: "zsh" };

interface Opened {
  readonly machine: Machine;
  readonly port: MachinePort;
  readonly home: string;
}

function open(call: Partial<CallEnvironment> = {}, policyOf: PolicyOf = async () => defaultGatePolicy): Opened {
  const home = temporaryFolder();
  const places = gatePlaces({ HOME: home });
  if (places === null) throw new Error("no places");
  let at = Date.parse("2026-03-01T09:00:00Z");
  const now = () => (at += 1000);
  const machine = new Machine({ places, environment: { HOME: home }, now, code: "/opt/warrant/dist" });
  machines.push(machine);
  return { machine, home, port: new MachinePort(machine, { ...person, ...call }, policyOf) };
}

function source(cwd: string | null, change: Partial<Source> = {}): Source {
  const agent = { id: null, type: null };
  return {
    host: "claude-code",
    event: "PreToolUse",
    session: "s1",
    cwd,
    folders: [],
    mode: null,
    agent,
    transcript: null,
    ...change,
  };
}

describe("where a call runs", () => {
  it("is the work tree the session began in, whatever folder a later call names", async () => {
    const { port } = open();
    const repository = createRepository();
    repository.commit("First", { "a/b": "1", "node_modules/.bin/tsc": "x" });
    const other = createRepository();
    const first = await port.surroundings(source(repository.path("a")), freshMemory("s1"));
    expect(first.place.roots).toEqual([{ path: repository.folder }]);
    expect(first.place).toMatchObject({
      local_bins: ["tsc"],
      env_digest: "sha256:d",
      shell: "zsh",
      git: { branch: "main" },
    });
    const later = await port.surroundings(source(other.folder), freshMemory("s1"));
    expect(later.place.roots).toEqual([{ path: repository.folder }]);
    const elsewhere = await port.surroundings(source(other.folder, { session: "s2" }), freshMemory("s2"));
    expect(elsewhere.place.roots).toEqual([{ path: other.folder }]);
  });

  it("is the folder itself outside of every work tree, and nothing where the host names none", async () => {
    const { port } = open();
    const folder = temporaryFolder();
    const { place } = await port.surroundings(source(folder), freshMemory("s1"));
    expect(place.roots).toEqual([{ path: folder }]);
    expect(place.git).toBeUndefined();
    expect((await port.surroundings(source(null, { session: "" }), freshMemory(""))).place.roots).toEqual([]);
    expect((await port.surroundings(source("relative", { session: "" }), freshMemory(""))).place.roots).toEqual([]);
  });

  it("has a root by both of its names when it is reached through a link", async () => {
    const { port } = open();
    const repository = createRepository();
    mkdirSync(repository.path("a"));
    const link = join(temporaryFolder(), "link");
    symlinkSync(repository.folder, link);
    const { place } = await port.surroundings(source(join(link, "a")), freshMemory("s1"));
    expect(place.roots).toEqual([{ path: link, real: repository.folder }]);
  });

  it("has the folders a person added, and not the work trees around them", async () => {
    const { port } = open();
    const repository = createRepository();
    mkdirSync(repository.path("docs"));
    const memory = { ...freshMemory("s1"), added: [repository.path("docs"), "relative"] };
    const { place } = await port.surroundings(source(temporaryFolder()), memory);
    expect(place.roots.slice(1)).toEqual([{ path: repository.path("docs") }]);
  });

  it("guards branches that are configured beside the usual ones", async () => {
    const { port } = open({}, async () => ({ ...defaultGatePolicy, protected_names: ["stable"] }));
    const repository = createRepository();
    await port.policy(repository.folder, "s1");
    const { place } = await port.surroundings(source(repository.folder), freshMemory("s1"));
    expect(place.git?.protected).toEqual(["main", "master", "trunk", "release/*", "stable"]);
  });

  it("guards the gate's own folders, and every file that holds its entry by both of its names", async () => {
    const { port, machine, home } = open();
    const real = join(temporaryFolder(), "dotfiles.json");
    writeFileSync(real, "{}");
    const settings = join(home, "settings.json");
    symlinkSync(real, settings);
    mkdirSync(machine.places.state, { recursive: true, mode: 0o700 });
    const entry = { host: "codex", layer: "user", file: settings, digest: "d", created: [], is_new_file: true };
    const record = {
      schema: "warrant.install/v1",
      program: "/opt/hook",
      entries: [{ ...entry, host_version: null, capabilities: [], at: "" }],
    };
    writeFileSync(machine.places.installRecord, JSON.stringify(record));
    const { place } = await port.surroundings(source(home), freshMemory("s1"));
    expect(place.control_paths).toEqual(
      expect.arrayContaining([
        machine.places.state,
        dirname(machine.places.personal),
        "/opt/warrant/dist",
        "/opt/warrant/bin",
        "/opt/hook",
        settings,
        real,
      ]),
    );
    writeFileSync(machine.places.installRecord, '{"schema":"warrant.install/v1"}');
    await expect(port.surroundings(source(home), freshMemory("s1"))).rejects.toThrow("cannot be read");
  });
});

describe("the policy of a call", () => {
  it("is that of the session's own folder: a change of the folder sheds no rule", async () => {
    const asked: (string | null)[] = [];
    const { port } = open({}, async (tree) => {
      asked.push(tree?.root ?? null);
      return defaultGatePolicy;
    });
    const repository = createRepository();
    await port.surroundings(source(repository.folder), freshMemory("s1"));
    await port.policy("/tmp", "s1");
    await port.policy(repository.folder, "");
    expect(asked).toEqual([null, repository.folder, repository.folder]);
  });

  it("is nobody's when the person's own cannot be read", async () => {
    const { port } = open({}, async () => null);
    expect(await port.policy("/tmp", "s1")).toBeNull();
  });
});

describe("what is known of the host", () => {
  it("is what was proven where it was installed, and what its environment tells", async () => {
    const { port, machine } = open({ is_headless: true });
    expect(port.hostFacts("codex", "user")).toMatchObject({
      version: null,
      capabilities: [],
      is_headless: true,
      environment: ["CI"],
    });
    mkdirSync(machine.places.state, { recursive: true, mode: 0o700 });
    const entry = (layer: string, version: string) => ({
      host: "codex",
      layer,
      file: `/x/${layer}`,
      digest: "d",
      created: [],
      is_new_file: true,
      at: "",
      host_version: version,
      capabilities: [`ask-${layer}`],
    });
    const entries = [entry("user", "1.0"), entry("project", "2.0")];
    writeFileSync(machine.places.installRecord, JSON.stringify({ schema: "warrant.install/v1", program: "", entries }));
    expect(port.hostFacts("codex", "project")).toMatchObject({ version: "2.0", capabilities: ["ask-project"] });
    expect(port.hostFacts("codex", null).version).toBe("1.0");
    expect(port.hostFacts("gemini", "user").version).toBeNull();
  });

  it("is how many calls the last turn of its own transcript holds, and of no other file", async () => {
    const { port, home } = open();
    const folder = join(home, ".claude/projects/x");
    mkdirSync(folder, { recursive: true });
    const line = {
      type: "assistant",
      message: {
        id: "m",
        content: [
          { type: "tool_use", id: "t1" },
          { type: "tool_use", id: "t2" },
        ],
      },
    };
    const elsewhere = join(home, "t.jsonl");
    for (const file of [join(folder, "t.jsonl"), elsewhere]) writeFileSync(file, JSON.stringify(line));
    symlinkSync(elsewhere, join(folder, "link.jsonl"));
    const of = (transcript: string, host: Source["host"] = "claude-code") =>
      port.siblings(source(home, { transcript, host }), "t1");
    expect(await of(join(folder, "t.jsonl"))).toBe(2);
    expect(await of(elsewhere)).toBeNull();
    expect(await of(join(folder, "link.jsonl"))).toBeNull();
    expect(await of(join(folder, "../../../t.jsonl"))).toBeNull();
    expect(await of(join(folder, "t.jsonl"), "codex")).toBeNull();
  });

  it("is whether our entry in its settings is as it was installed", () => {
    const { port, machine, home } = open();
    const file = join(home, "warrant.js");
    expect(port.entry("opencode", null)).toBe("intact");
    mkdirSync(machine.places.state, { recursive: true, mode: 0o700 });
    writeFileSync(file, "ours");
    const digest = `sha256:${createHash("sha256").update("ours").digest("hex")}`;
    const entry = {
      host: "opencode",
      layer: "user",
      file,
      digest,
      created: [],
      is_new_file: true,
      host_version: null,
      capabilities: [],
      at: "",
    };
    writeFileSync(
      machine.places.installRecord,
      JSON.stringify({ schema: "warrant.install/v1", program: "/p", entries: [entry] }),
    );
    expect(port.entry("opencode", file)).toBe("intact");
    expect(port.entry("opencode", null)).toBe("intact");
    writeFileSync(file, "theirs");
    expect(port.entry("opencode", file)).toBe("changed");
    expect(port.entry("opencode", join(home, "other.js"))).toBe("intact");
    writeFileSync(machine.places.installRecord, "{");
    expect(port.entry("opencode", file)).toBe("changed");
  });
});

function question(session: string): PendingAction {
  return {
    identity: {
      tool: "Bash",
      input: { command: "git push" },
      cwd: "/x",
      roots: ["/x"],
      session,
      agent: null,
      env_digest: "sha256:d",
      envelope_version: null,
      policy_digest: defaultGatePolicy.digest,
    },
    effects: [],
    request_id: "no-request",
    gates: ["action.costly"],
    reason: "It publishes. [action.costly]",
    requester: { kind: "agent", id: session },
  };
}

describe("what people decide", () => {
  it("is asked in the inbox, let through once, and told when the session goes on", async () => {
    const { port, machine } = open();
    await port.policy(null, "s1");
    await recordSession(await machine.ledger(null), "s1", [{ kind: "session-started", body: { cwd: "/x" } }]);
    const inbox = await port.park(question("s1"));
    expect(inbox).toMatch(/^[0-9a-f-]{36}$/);
    expect(await port.park(question("s1"))).toBe(inbox);
    const memory = await port.memory("s1");
    const { approvals } = await port.authority("s1", memory);
    expect(approvals).toMatchObject([{ state: "pending", tool: "Bash" }]);
    expect(await port.answers("s1")).toEqual([]);
    const taking = {
      identity: question("s1").identity,
      effects: [],
      request_id: "no-request",
      gates: ["action.costly"],
    };
    expect(await port.take(approvals[0]?.id ?? "", taking)).toBe(false);
    expect(await port.useEnvelope("none", "sha256:a")).toBe(false);
    const ledger = await machine.ledger(null);
    const ines = { kind: "person", id: "ines" } as const;
    const approval = approvals[0]?.id ?? "";
    await ledger.append([`approval/${approval}`], () => [
      draft("approval", approval, "approval-decided", ines, {
        decision: "denied",
        scope: "once",
        expires_at: "2099-01-01T00:00:00.000Z",
        note: "not yet",
      }),
    ]);
    expect(await port.answers("s1")).toEqual(['Bash "git push" was denied by ines: "not yet"']);
  });

  it("limits nothing for a session that is bound to no issue, unless one is required", async () => {
    const free = open();
    await free.port.policy(null, "s1");
    expect(await free.port.authority("s1", freshMemory("s1"))).toEqual({
      commitments: [],
      approvals: [],
      ceilings: [],
      autonomy_grants: [],
      is_writable: true,
      spend: { limit_usd: "unlimited", spent_usd: 0, running_usd: 0 },
    });
    const bound = open({}, async () => ({ ...defaultGatePolicy, require_bound_issue: true }));
    await bound.port.policy(null, "s1");
    const { ceilings, autonomy_grants } = await bound.port.authority("s1", freshMemory("s1"));
    expect(ceilings).toMatchObject([{ source: "policy", permission: "read-only" }]);
    expect(autonomy_grants).toEqual(["manual"]);
  });
});

describe("a session that is bound to an issue", () => {
  it("is the first attempt at it where nothing else worked on it", async () => {
    const { port, machine } = open();
    await port.policy(null, "s1");
    const ledger = await machine.ledger(null);
    const issue = "acme/shop#2";
    const body = { issue, title: "x", binding: { state: "bound", policy: { max_attempts: 1 } } };
    await ledger.append(["binding/s1"], () => [
      draft("binding", "s1", "session-bound", { kind: "person", id: "ines" }, body),
    ]);
    const { attempt, ceilings } = await port.authority("s1", freshMemory("s1"));
    expect({ attempt, most: ceilings[0]?.attempts }).toEqual({ attempt: 1, most: 1 });
  });
});

describe("what is kept between calls", () => {
  it("is over as soon as somebody else decides, and when another ledger lies in its place", async () => {
    const { port, machine, home } = open();
    await port.policy(null, "s1");
    await port.park(question("s1"));
    const states = async () => (await port.authority("s1", freshMemory("s1"))).approvals.map(({ state }) => state);
    expect(await states()).toEqual(["pending"]);
    // Another process, as `warrant answer` is.
    const path = join(home, ".local/state/warrant/ledger.db");
    const other = await openLedger({ engine: "sqlite", path }, () => Date.parse("2026-03-01T10:00:00Z"));
    const id = (await port.authority("s1", freshMemory("s1"))).approvals[0]?.id ?? "";
    const decided = { decision: "denied", scope: "once", expires_at: "2026-03-02T09:00:00.000Z" };
    await other.append([`approval/${id}`], () => [
      draft("approval", id, "approval-decided", { kind: "person", id: "ines" }, decided),
    ]);
    await recordSession(other, "s1", [{ kind: "session-started", body: { cwd: "/x" } }]);
    await other.close();
    expect(await states()).toEqual(["denied"]);
    renameSync(path, `${path}.old`);
    for (const part of ["-wal", "-shm"]) rmSync(`${path}${part}`, { force: true });
    expect(await states()).toEqual([]);
    expect(await machine.ledger(null)).toBe(await machine.ledger(null));
  });
});

describe("a ticket of `warrant run`", () => {
  const run = `run-${"1".repeat(36)}`;
  const digest = "d".repeat(64);
  const ticket = { run: true, principal: "ines", prompts: [digest], cwd: "/x" };

  it("makes its person's prompt theirs, once", async () => {
    const { port, machine } = open({ run });
    const ledger = await machine.ledger(null);
    await recordSession(ledger, run, [{ kind: "session-started", body: ticket }], { kind: "person", id: "ines" });
    expect(await port.claimRun(source("/x"), "e".repeat(64))).toBeNull();
    expect(await port.claimRun(source("/x"), digest)).toBe("ines");
    expect(await port.claimRun(source("/x"), digest)).toBeNull();
  });

  it.each<readonly [string, Partial<CallEnvironment>, "person" | "agent", boolean]>([
    ["without its id in the environment", { run: null }, "person", false],
    ["that an agent wrote", { run }, "agent", false],
    ["that is over", { run }, "person", true],
  ])("is nobody's %s", async (_what, call, kind, isOver) => {
    const { port, machine } = open(call);
    const ledger = await machine.ledger(null);
    await recordSession(ledger, run, [{ kind: "session-started", body: ticket }], { kind, id: "ines" });
    if (isOver) await recordSession(ledger, run, [{ kind: "session-ended", body: {} }]);
    expect(await port.claimRun(source("/x"), digest)).toBeNull();
  });
});

describe("the trace of a request", () => {
  it("is what was traced since, in its order", async () => {
    const { port } = open();
    const entry = (call_id: string) => ({ kind: "trace-appended", body: { call_id, status: "ok" } }) as const;
    await port.record("s1", [entry("before"), { kind: "request-recorded", body: { request_id: "r1" } }, entry("one")]);
    await port.record("s1", [{ kind: "action-judged", body: { decision: "allow", rule: "x" } }, entry("two")]);
    const trace = await port.trace("s1");
    expect(trace?.map(({ body }) => body["call_id"])).toEqual(["one", "two"]);
    expect(await port.trace("s2")).toEqual([]);
  });

  it('is that of the request before it until it has a call of its own, so that "go on" forgets no failing run', async () => {
    const { port } = open();
    const entry = (call_id: string) => ({ kind: "trace-appended", body: { call_id, status: "ok" } }) as const;
    const asked = (request_id: string) => ({ kind: "request-recorded", body: { request_id } }) as const;
    await port.record("s1", [entry("old"), asked("r1"), entry("one"), asked("r2"), asked("r3")]);
    expect((await port.trace("s1"))?.map(({ body }) => body["call_id"])).toEqual(["one"]);
    await port.record("s1", [entry("two")]);
    expect((await port.trace("s1"))?.map(({ body }) => body["call_id"])).toEqual(["two"]);
  });
});

it("a path is seen as it is on this machine, without following a link there", () => {
  const { port } = open();
  const folder = realpathSync(temporaryFolder());
  writeFileSync(join(folder, "file"), "x");
  symlinkSync("file", join(folder, "link"));
  symlinkSync("nowhere", join(folder, "dangling"));
  expect(port.look(join(folder, "file"))).toMatchObject({ type: "file", nlink: 1, vcs: "none" });
  expect(port.look(join(folder, "link"))).toMatchObject({
    type: "link",
    link_target: "file",
    real: join(folder, "file"),
  });
  expect(port.look(join(folder, "dangling"))).toMatchObject({ type: "link", link_target: "nowhere" });
  expect(port.look(folder)).toMatchObject({ type: "dir" });
  expect(port.look(join(folder, "none"))).toEqual({ type: "missing" });
  expect(port.look(join(folder, "file/below"))).toEqual({ type: "missing" });
  expect(port.look(join(folder, "a\0b"))).toEqual({ type: "unreadable" });
});
