/**
 * @module A fake model provider: a real HTTP server on 127.0.0.1 that speaks two dialects and does what a script says. It
 * keeps every request as it came, so that tests read the bytes that left the process.
 */

import { hash } from "node:crypto";
import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import {
  type Asked,
  type Dialect,
  errorBody,
  type Message,
  readRequest,
  stopWord,
  streamedMessage,
  usageOf,
  wholeMessage,
} from "./dialects.ts";
import { type Behaviour, type Entry, type Role, roleOf, Script } from "./script.ts";

type Env = { Bindings: HttpBindings };

export interface SeenQuestion {
  readonly role: Role;
  readonly model: string;
  readonly path: string;
  /** Keys are hashed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const keyHeaders = new Set(["x-api-key", "authorization"]);

export class FakeModel {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  readonly requests: SeenQuestion[] = [];
  /** Requests no entry was there for. */
  readonly unscripted: string[] = [];
  /** Connections the asker closed before they were answered. */
  closedEarly = 0;
  script = new Script([]);
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Starts a new script; what was left of the one before counts as a fault. */
  play(...entries: readonly Entry[]): void {
    this.check();
    this.requests.length = 0;
    this.closedEarly = 0;
    this.script = new Script(entries);
  }

  /** Throws when a request was not foreseen or an entry not used. */
  check(): void {
    const unscripted = this.unscripted.splice(0);
    const unused = this.script.unused;
    this.script = new Script([]);
    if (unscripted.length > 0) throw new Error(`No entry of the script was there for ${unscripted.join(", ")}.`);
    if (unused.length > 0) throw new Error(`Entries of the script were not used: ${JSON.stringify(unused)}.`);
  }

  of(role: Role): SeenQuestion[] {
    return this.requests.filter((request) => request.role === role);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

function messageOf(dialect: Dialect, asked: Asked, behaviour: Behaviour & { do: "answer" }): Message {
  const text = behaviour.text ?? JSON.stringify(behaviour.value);
  const isTool = asked.tool !== null;
  const stop = behaviour.stop ?? stopWord(dialect, isTool ? "tools" : "end");
  const usage = behaviour.usage === undefined ? usageOf(dialect, 1000, 100) : behaviour.usage;
  const model = behaviour.model ?? asked.model;
  if (!isTool) return { text, calls: [], stop, usage, model };
  let input: unknown = text;
  try {
    input = JSON.parse(text);
  } catch {
    // A call's arguments that are no JSON stay a text.
  }
  return { text: null, calls: [{ name: asked.tool ?? "", input }], stop, usage, model };
}

/** The message a model gives, or null when it gives none. */
function messageFor(dialect: Dialect, asked: Asked, what: Behaviour): Message | null {
  const { model } = asked;
  if (what.do === "answer") return messageOf(dialect, asked, what);
  if (what.do === "answer-by-tool-only") return messageOf(dialect, asked, { do: "answer", value: what.value });
  const usage = usageOf(dialect, 1000, 100);
  if (what.do === "tools") return { text: null, calls: what.calls, stop: stopWord(dialect, "tools"), usage, model };
  if (what.do !== "refuse") return null;
  const stop = stopWord(dialect, "refusal");
  return { text: "I can't help with that.", calls: [], stop, usage, model, refusal: true };
}

function json(id: string, value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  const all = { "content-type": "application/json", "request-id": id, ...headers };
  return new Response(JSON.stringify(value), { status, headers: all });
}

/** What is sent as an answer or an error of a provider; null for what is done to the connection itself. */
async function answerOf(dialect: Dialect, asked: Asked, what: Behaviour, id: string): Promise<Response | null> {
  if (what.do === "status")
    return json(id, errorBody(dialect, what.status, what.message ?? "an error"), what.status, what.headers);
  if (what.do === "answer-by-tool-only" && asked.hasSchema)
    return json(id, errorBody(dialect, 400, "response schema is not supported"), 400);
  if (what.do === "answer" && what.after !== undefined) await wait(what.after);
  const message = messageFor(dialect, asked, what);
  if (message === null) return null;
  if (!asked.stream) return json(id, wholeMessage(dialect, message, id));
  const headers = { "content-type": "text/event-stream" };
  return new Response(streamedMessage(dialect, message, id).join(""), { headers });
}

async function drip(outgoing: ServerResponse, every: number): Promise<void> {
  outgoing.writeHead(200, { "content-type": "application/json" });
  while (!outgoing.destroyed) {
    outgoing.write(" ");
    await wait(every);
  }
}

async function reset(outgoing: ServerResponse, when: "before" | "after-headers" | "in-the-middle"): Promise<void> {
  if (when !== "before") {
    outgoing.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    outgoing.flushHeaders();
    if (when === "in-the-middle") outgoing.write('{"id":');
    await wait(20);
  }
  outgoing.destroy();
}

/** What is done to the connection itself. */
async function misbehave(
  outgoing: ServerResponse,
  dialect: Dialect,
  asked: Asked,
  what: Behaviour,
  id: string,
): Promise<void> {
  if (what.do === "raw") {
    outgoing.writeHead(what.status ?? 200, { "content-type": "application/json", ...what.headers });
    outgoing.end(typeof what.body === "string" ? what.body : Buffer.from(what.body));
  } else if (what.do === "drip") await drip(outgoing, what.every);
  else if (what.do === "reset") await reset(outgoing, what.when);
  else if (what.do === "stream") {
    const events = streamedMessage(dialect, messageOf(dialect, asked, { do: "answer", value: what.value }), id);
    outgoing.writeHead(200, { "content-type": "text/event-stream" });
    outgoing.write((what.fault === "out-of-order" ? events.toReversed() : events.slice(0, -2)).join(""));
    if (what.fault === "stalls") await once(outgoing, "close");
    else outgoing.end();
  } else await once(outgoing, "close");
}

function hashedHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => [name, keyHeaders.has(name) ? hash("sha256", value) : value]),
  );
}

/** Starts the server on a free port, with nothing scripted. */
export async function startFakeModel(): Promise<FakeModel> {
  const app = new Hono<Env>();
  let fake: FakeModel | null = null;
  async function answer(context: Context<Env>, dialect: Dialect): Promise<Response> {
    if (fake === null) return new Response(null, { status: 503 });
    const body = await context.req.text();
    const asked = readRequest(dialect, body);
    const role = roleOf(body);
    const model = "error" in asked ? "" : asked.model;
    fake.requests.push({ role, model, path: context.req.path, headers: hashedHeaders(context.req.raw.headers), body });
    const id = `req_${fake.requests.length}`;
    if ("error" in asked) {
      return new Response(JSON.stringify(errorBody(dialect, 400, asked.error)), { status: 400 });
    }
    const what = fake.script.take(role, model);
    if (what === null) {
      fake.unscripted.push(`${role} of ${model}`);
      return new Response("unscripted", { status: 599 });
    }
    const { outgoing } = context.env as unknown as { outgoing: ServerResponse };
    outgoing.once("close", () => {
      if (!outgoing.writableFinished && fake !== null) fake.closedEarly += 1;
    });
    const answered = await answerOf(dialect, asked, what, id);
    if (answered !== null) return answered;
    await misbehave(outgoing, dialect, asked, what, id);
    return RESPONSE_ALREADY_SENT;
  }
  app.post("/v1/messages", (context) => answer(context, "anthropic"));
  app.post("/v1/chat/completions", (context) => answer(context, "openai"));
  app.get("/__log", (context) => context.json(fake?.requests ?? []));
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  fake = new FakeModel(server);
  return fake;
}
