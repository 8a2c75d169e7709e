import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { assert, property, uint8Array } from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../testing/git-repository.ts";
import { ask, type Exchange, readAnswer } from "./exchange.ts";

const version = "1.2.3";
const output = { stdout: '{"a":"ü"}', stderr: "", exit: 0 };

function answer(body: string, change: { status?: string; headers?: readonly string[]; length?: number } = {}): Buffer {
  const { status = "200 OK", headers = [`X-Warrant-Version: ${version}`], length = Buffer.byteLength(body) } = change;
  return Buffer.from([`HTTP/1.1 ${status}`, `content-length: ${length}`, ...headers, "", body].join("\r\n"));
}

const body = JSON.stringify(output);

describe("readAnswer", () => {
  it("is what the gate said, whatever the letters of its headers", () => {
    expect(readAnswer(answer(body), version)).toEqual({ ok: true, output });
    expect(readAnswer(answer(body, { headers: ["x-WARRANT-version:1.2.3", "Other: x"] }), version)).toEqual({
      ok: true,
      output,
    });
    const refused = { stdout: "", stderr: "no\n", exit: 2 };
    expect(readAnswer(answer(JSON.stringify(refused)), version)).toEqual({ ok: true, output: refused });
  });

  it.each<readonly [string, Buffer, Exchange]>([
    ["nothing", Buffer.alloc(0), { ok: false, why: "broken" }],
    ["no HTTP", Buffer.from(`${body}\r\n\r\n`), { ok: false, why: "broken" }],
    ["headers without an end", answer(body).subarray(0, 40), { ok: false, why: "broken" }],
    ["half a body", answer(body).subarray(0, -1), { ok: false, why: "broken" }],
    ["more than was announced", Buffer.concat([answer(body), Buffer.from(" ")]), { ok: false, why: "broken" }],
    [
      "no length",
      Buffer.from(`HTTP/1.1 200 OK\r\nX-Warrant-Version: 1.2.3\r\n\r\n${body}`),
      { ok: false, why: "broken" },
    ],
    ["another status", answer(body, { status: "500 Oh" }), { ok: false, why: "broken" }],
    ["another version", answer(body, { headers: ["X-Warrant-Version: 1.2.4"] }), { ok: false, why: "version" }],
    ["no version", answer(body, { headers: [] }), { ok: false, why: "version" }],
    ["no JSON", answer("allow"), { ok: false, why: "broken" }],
    ["null", answer("null"), { ok: false, why: "broken" }],
    ["a code that lets go on", answer('{"stdout":"","stderr":"","exit":1}'), { ok: false, why: "broken" }],
    ["a code that is none", answer('{"stdout":"","stderr":"","exit":"0"}'), { ok: false, why: "broken" }],
    ["no output", answer('{"stderr":"","exit":0}'), { ok: false, why: "broken" }],
  ])("takes no answer from %s", (_what, bytes, expected) => {
    expect(readAnswer(bytes, version)).toEqual(expected);
  });

  it("never throws and never believes random bytes", () => {
    assert(
      property(uint8Array({ maxLength: 300 }), (bytes) => {
        expect(readAnswer(Buffer.from(bytes), version).ok).toBe(false);
      }),
      { numRuns: 200 },
    );
  });
});

describe("ask", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  async function listening(on: (connection: Socket, received: string) => void): Promise<string> {
    const socket = join(temporaryFolder(), "s");
    const server = createServer((connection) => {
      let received = "";
      connection.on("error", () => undefined);
      connection.on("data", (data) => {
        received += data.toString("latin1");
        on(connection, received);
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => {
      server.listen(socket, resolve);
    });
    return socket;
  }

  const question = {
    host: "codex",
    via: "a b",
    bytes: Buffer.from('{"x":1}'),
    version,
    headers: { "X-One": "1" },
    deadline: 2000,
  };

  it("sends the bytes as they are with where they came from, and takes the answer", async () => {
    let asked = "";
    const socket = await listening((connection, received) => {
      if (!received.endsWith('{"x":1}')) return;
      asked = received;
      connection.end(answer(body));
    });
    expect(await ask({ ...question, socket })).toEqual({ ok: true, output });
    expect(asked.split("\r\n")).toEqual(
      expect.arrayContaining([
        "POST /v1/hook/codex?via=a%20b HTTP/1.1",
        "Content-Length: 7",
        "X-Warrant-Version: 1.2.3",
        "X-One: 1",
      ]),
    );
  });

  it("says why there is no answer", async () => {
    expect(await ask({ ...question, socket: join(temporaryFolder(), "none") })).toEqual({ ok: false, why: "refused" });
    const silent = await listening(() => undefined);
    expect(await ask({ ...question, socket: silent, deadline: 20 })).toEqual({ ok: false, why: "slow" });
    const gone = await listening((connection) => connection.destroy());
    expect(await ask({ ...question, socket: gone })).toEqual({ ok: false, why: "broken" });
    const endless = await listening((connection) => connection.write(Buffer.alloc(5 * 1024 * 1024)));
    expect(await ask({ ...question, socket: endless })).toEqual({ ok: false, why: "broken" });
  });
});
