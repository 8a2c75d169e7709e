import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type TestRepository, temporaryFolder } from "../../../../testing/git-repository.ts";
import { claudeCall, smallRepository } from "../../../../testing/hook-machine.ts";
import { refreshPolicy } from "./compile-policy.ts";
import { type GatePlaces, gatePlaces } from "./places.ts";
import { type ResidentGate, type ResidentOptions, startResident } from "./resident.ts";

let repository: TestRepository;
beforeAll(() => {
  repository = smallRepository();
});

const gates: ResidentGate[] = [];
afterEach(async () => {
  for (const gate of gates.splice(0)) await gate.close();
});

function newPlaces(): GatePlaces {
  const home = join(temporaryFolder(), "h");
  const places = gatePlaces({ HOME: home });
  if (places === null) throw new Error("no places");
  mkdirSync(dirname(places.personal), { recursive: true });
  writeFileSync(places.personal, "action: { enforce: true }\n");
  return places;
}

function optionsFor(places: GatePlaces, change: Partial<ResidentOptions> = {}): ResidentOptions {
  const entry = join(dirname(places.personal), "entry.js");
  writeFileSync(entry, "");
  return {
    places,
    environment: { HOME: places.home ?? "", WARRANT_DAEMON_AS_ROOT: "1" },
    version: "1.2.3",
    code: "/nowhere/code",
    entry,
    compile: (tree) => refreshPolicy(places, tree),
    ...change,
  };
}

async function started(places = newPlaces(), change: Partial<ResidentOptions> = {}): Promise<ResidentGate> {
  const gate = await startResident(optionsFor(places, change));
  gates.push(gate);
  return gate;
}

interface Answered {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

function sendOnce(
  gate: ResidentGate,
  path: string,
  body: string | null,
  headers: Record<string, string> = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const method = body === null ? "GET" : "POST";
    const asked = request({ socketPath: gate.socket, path, method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (data: string) => {
        text += data;
      });
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body: text }));
    });
    asked.on("error", reject);
    asked.end(body ?? undefined);
  });
}

/** What was too slow for this machine is asked again: what is tested is what is decided. */
async function send(
  gate: ResidentGate,
  path: string,
  body: string | null,
  headers: Record<string, string> = {},
): Promise<Answered> {
  let answered = await sendOnce(gate, path, body, headers);
  for (let tries = 0; tries < 5 && answered.body.includes("[action.deadline]"); tries += 1) {
    answered = await sendOnce(gate, path, body, headers);
  }
  return answered;
}

const curl = { Accept: "text/plain" };

describe("the resident gate", () => {
  it("listens where only this account can, and takes no other place", async () => {
    const places = newPlaces();
    const gate = await started(places);
    expect(lstatSync(gate.socket).mode & 0o777).toBe(0o600);
    expect(lstatSync(dirname(gate.socket)).mode & 0o777).toBe(0o700);
    await expect(startResident(optionsFor(places))).rejects.toThrow("another resident gate runs already");
  });

  it("closes a folder of its own that others could enter, and refuses one that is a link or another's", async () => {
    const places = newPlaces();
    const folder = dirname(places.socket ?? "");
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    await started(places);
    expect(lstatSync(folder).mode & 0o777).toBe(0o700);
    const other = newPlaces();
    mkdirSync(other.state, { recursive: true });
    symlinkSync(folder, dirname(other.socket ?? ""));
    await expect(startResident(optionsFor(other))).rejects.toThrow("is not a folder of this account");
  });

  it("takes the place of one that was killed, and not of a process that lives", async () => {
    const places = newPlaces();
    const lock = join(dirname(places.socket ?? ""), "gate.lock");
    mkdirSync(dirname(lock), { recursive: true });
    // No system gives such a number.
    writeFileSync(lock, "2147483646\n");
    writeFileSync(places.socket ?? "", "left over");
    const gate = await started(places);
    expect(readFileSync(lock, "utf8")).toBe(`${process.pid}\n`);
    await gate.close();
    writeFileSync(lock, `${process.ppid}\n`);
    await expect(startResident(optionsFor(places))).rejects.toThrow("runs already");
  });

  it("does not run as root without leave, nor without a short path", async () => {
    const places = newPlaces();
    if (process.getuid?.() === 0) {
      await expect(startResident(optionsFor(places, { environment: {} }))).rejects.toThrow("does not run as root");
    }
    const nowhere = { ...places, socket: null };
    await expect(startResident({ ...optionsFor(places), places: nowhere })).rejects.toThrow("short enough");
  });

  it("tells how it stands", async () => {
    const gate = await started();
    const { status, body, headers } = await send(gate, "/v1/health", null);
    expect(status).toBe(200);
    expect(headers["x-warrant-version"]).toBe("1.2.3");
    expect(JSON.parse(body)).toMatchObject({ version: "1.2.3", ledger: "writable", calls: 0, pid: process.pid });
  });

  it("answers as JSON for the client and in curl's way for curl: a refusal is a status that fails (hosts 12)", async () => {
    const gate = await started();
    const harmless = claudeCall(repository.folder, "Bash", { command: "ls" });
    const destroys = claudeCall(repository.folder, "Bash", { command: "rm -rf /" });
    const silent = await send(gate, "/v1/hook/claude-code?via=user", harmless);
    expect([silent.status, JSON.parse(silent.body)]).toEqual([200, { stdout: "", stderr: "", exit: 0 }]);
    const allowed = await send(gate, "/v1/hook/claude-code?via=user", harmless, curl);
    expect([allowed.status, allowed.body, allowed.headers["x-warrant-exit"]]).toEqual([200, "", "0"]);
    // Of an unknown version of the host, whose denials could lose to another hook's.
    const refused = await send(gate, "/v1/hook/claude-code?via=user", destroys, curl);
    expect([refused.status, refused.headers["x-warrant-exit"]]).toEqual([422, "2"]);
    expect(refused.body).toContain("[action.critical-path]");
    const codex = JSON.stringify({ ...(JSON.parse(destroys) as object), turn_id: "t" });
    const denied = await send(gate, "/v1/hook/codex", codex, curl);
    expect(denied.status).toBe(200);
    expect(denied.body).toContain('"permissionDecision":"deny"');
  });

  it.each([
    ["another path", "/v1/other", "{}", 404],
    ["a host nobody knows", "/v1/hook/somebody", "{}", 404],
    ["another method", "/v1/hook/codex", null, 404],
    ["more than 16 MiB", "/v1/hook/codex", "x".repeat(16 * 1024 * 1024 + 1), 413],
    ["no object", "/v1/hook/claude-code", "[]", 422],
  ])("refuses %s", async (_what, path, body, status) => {
    const gate = await started();
    expect((await send(gate, path, body, curl)).status).toBe(status);
  });

  it("makes place for another version, asked or installed, and judges nothing then", async () => {
    const asked = await started();
    const other = await send(asked, "/v1/hook/codex", "{}", { "X-Warrant-Version": "1.2.4" });
    expect([other.status, await asked.ended]).toEqual([409, "newer"]);
    const places = newPlaces();
    const options = optionsFor(places);
    const replaced = await startResident(options);
    gates.push(replaced);
    writeFileSync(options.entry, "newer");
    expect((await send(replaced, "/v1/hook/codex", "{}")).status).toBe(409);
    expect(await replaced.ended).toBe("newer");
  });

  it("ends when nobody asks, and takes its socket and its place along", async () => {
    const places = newPlaces();
    const gate = await started(places, { idle: 1 });
    expect(await gate.ended).toBe("idle");
    expect(lstatSync(gate.socket, { throwIfNoEntry: false })).toBeUndefined();
    await started(places);
  });

  it("ends by itself when its program is taken away, or its socket", async () => {
    const options = optionsFor(newPlaces(), { watch: 5 });
    const removed = await startResident(options);
    rmSync(options.entry);
    expect(await removed.ended).toBe("newer");
    const replaced = await startResident(optionsFor(newPlaces(), { watch: 5 }));
    rmSync(replaced.socket);
    expect(await replaced.ended).toBe("replaced");
  });

  it("judges by what is configured now, without being started again", async () => {
    const places = newPlaces();
    const gate = await started(places);
    const curls = claudeCall(repository.folder, "Bash", { command: "curl https://example.org" });
    const ask = async () => (await send(gate, "/v1/hook/claude-code", curls, curl)).status;
    expect(await ask()).toBe(200);
    writeFileSync(
      places.personal,
      "action: { enforce: true, rules: [{ id: no-curl, decision: deny, command: { name: curl } }] }\n",
    );
    expect(await ask()).toBe(422);
    writeFileSync(places.personal, "action: { enforced: true }\n");
    expect(await ask()).toBe(422);
    rmSync(places.personal);
    expect(await ask()).toBe(200);
  });
});

it("a gate whose place goes away while it starts listens nowhere, and ends", async () => {
  const places = newPlaces();
  const folder = dirname(places.socket ?? "");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const starting = startResident(optionsFor(places));
  rmSync(folder, { recursive: true });
  await expect(starting).rejects.toThrow("gate.sock");
  // The system's own list, where it has one, says whether something listens there still.
  const bound = existsSync("/proc/net/unix") ? readFileSync("/proc/net/unix", "utf8") : "";
  expect(bound).not.toContain(places.socket);
});
