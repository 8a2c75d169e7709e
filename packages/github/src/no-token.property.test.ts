/** A server that sends back whatever it was sent, with every failure: nothing of the token gets into errors, reports or logs. */

import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { judgeChange } from "@warrant/kernel/change/judge";
import { defaultConfiguration } from "@warrant/kernel/configuration";
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changeFacts } from "../../../testing/facts.ts";
import { SkippingTiming } from "../../../testing/github-change.ts";
import { tokenShapes, traces } from "../../../testing/token-shapes.ts";
import { GitHubClient, type RequestLogEntry } from "./client.ts";
import { collectPullRequest } from "./collect.ts";
import { WritePace } from "./publish/pace.ts";
import { publish, targetOf } from "./publish/publish.ts";
import { findPublishing, workflowPublisher } from "./publish/publisher.ts";
import { uploadSarif } from "./publish/sarif-upload.ts";
import { installationTokens } from "./tokens.ts";

type Answer = (response: ServerResponse, sent: string, request: IncomingMessage) => void;

/** What every answer holds: the request with its headers, in body and headers. */
function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(body);
}

const statuses = [400, 401, 403, 404, 409, 410, 418, 422, 429, 451, 500, 502, 503, 504];
const answers: Readonly<Record<string, Answer>> = {
  ...Object.fromEntries(
    statuses.map((status): [string, Answer] => [
      String(status),
      (response, sent) =>
        send(response, status, JSON.stringify({ message: sent, errors: [{ message: sent }] }), echoed(sent)),
    ]),
  ),
  "no JSON": (response, sent) => send(response, 200, `<html>${sent}</html>`, { "content-type": "text/html" }),
  "broken JSON": (response, sent) => send(response, 200, `{"data": "${sent}`),
  "JSON of another form": (response, sent) =>
    send(response, 200, JSON.stringify({ data: { [sent]: sent }, [sent]: sent })),
  "a text": (response, sent) => send(response, 200, JSON.stringify(sent)),
  "refused GraphQL": (response, sent) =>
    send(response, 200, JSON.stringify({ data: null, errors: [{ type: sent, message: sent, path: [sent] }] })),
  "a limit in GraphQL": (response, sent) =>
    send(response, 200, JSON.stringify({ data: null, errors: [{ type: "RATE_LIMITED", message: sent }] })),
  "a cut answer": (response, sent) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100000", ...echoed(sent) });
    response.write(JSON.stringify({ message: sent }).slice(0, -1));
    setImmediate(() => response.destroy());
  },
  "no answer": (response) => void response.destroy(),
  "a redirect elsewhere": (response, sent) =>
    send(response, 302, sent, { location: `${elsewhere}/?${encodeURIComponent(sent)}` }),
  "a redirect here": (response, sent) => send(response, 307, sent, { location: `/${encodeURIComponent(sent)}` }),
  "a page here": (response, sent) =>
    send(response, 200, "[]", { link: `<${here}/${encodeURIComponent(sent)}>; rel="next"` }),
  "a page elsewhere": (response, sent) =>
    send(response, 200, "[]", { link: `<${elsewhere}/${encodeURIComponent(sent)}>; rel="next"` }),
};

function echoed(sent: string): Record<string, string> {
  return {
    "x-accepted-github-permissions": sent,
    "x-github-request-id": sent,
    "www-authenticate": sent,
    "retry-after": sent,
  };
}

let server: Server;
let other: Server;
let here: string;
let elsewhere: string;
let answer: Answer = (response) => void response.destroy();
/** Every token that arrived, and every request that arrived where none belongs. */
const arrived = new Set<string>();
const strays: string[] = [];

async function listening(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<[Server, string]> {
  const started = createServer(handler);
  await new Promise<void>((done) => started.listen(0, "127.0.0.1", done));
  return [started, `http://127.0.0.1:${(started.address() as AddressInfo).port}`];
}

beforeAll(async () => {
  [server, here] = await listening((request, response) => {
    const sent = request.headers.authorization ?? "";
    arrived.add(sent.replace(/^Bearer /, ""));
    answer(response, sent, request);
  });
  [other, elsewhere] = await listening((request, response) => {
    strays.push(JSON.stringify([request.url, request.headers]));
    response.end("{}");
  });
});
beforeEach(() => arrived.clear());
afterAll(() => {
  for (const each of [server, other]) {
    each.close();
    each.closeAllConnections();
  }
});

/** An error as anything that prints it could: its text, its stack, what hangs on it, and the same of its causes. */
function everythingIn(value: unknown, depth = 0): string {
  if (depth > 6 || typeof value !== "object" || value === null) return String(value);
  const own = Object.getOwnPropertyNames(value).map(
    (name) => [name, (value as Record<string, unknown>)[name]] as const,
  );
  return own.map(([name, part]) => `${name}: ${everythingIn(part, depth + 1)}`).join("\n");
}

const facts = changeFacts({ number: 12 });
const verdict = judgeChange(facts, defaultConfiguration);

/** Each piece of work that asks, with what it gives when it fails. */
const works: Readonly<Record<string, (client: GitHubClient, pace: WritePace) => Promise<unknown>>> = {
  collect: (client) => collectPullRequest(client, { repository: "acme/shop", number: 12 }),
  publish: async (client, pace) => {
    const target = targetOf(verdict);
    if (target === null) throw new Error("the verdict has no number");
    return await publish(client, { target, judged: { verdict }, mode: "enforce", publisher: workflowPublisher, pace });
  },
  "who publishes": (client) => findPublishing(client),
  sarif: (client, pace) => uploadSarif(client, verdict, { version: "1", pace }),
};

function optionsOf(log: RequestLogEntry[]) {
  const urls = { host: "github.com", rest: here, graphql: `${here}/graphql` };
  return { urls, version: "1", timing: new SkippingTiming(), log: (entry: RequestLogEntry) => void log.push(entry) };
}

describe("a server that sends back what it was sent", () => {
  const anyToken = fc.constantFrom(...Object.keys(tokenShapes)).chain((shape) => tokenShapes[shape] ?? fc.constant(""));

  it.each(Object.keys(answers))(
    "with %s: no token in errors, reports and logs, and none elsewhere (property)",
    async (name) => {
      answer = answers[name] ?? answer;
      await fc.assert(
        fc.asyncProperty(anyToken, fc.constantFrom(...Object.keys(works)), async (token, what) => {
          const log: RequestLogEntry[] = [];
          const options = optionsOf(log);
          const client = new GitHubClient({ ...options, token: () => Promise.resolve(token) });
          const pace = new WritePace(options.timing, new AbortController().signal);
          const result = await works[what]?.(client, pace).catch((error: unknown) => error);
          expect(traces(token, { result: everythingIn(result), log: JSON.stringify(log) })).toEqual([]);
          expect(strays).toEqual([]);
          // What cannot stand in a header is never sent.
          expect([...arrived].filter((each) => each.includes("BEGIN"))).toEqual([]);
        }),
        { numRuns: 8 },
      );
    },
  );

  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });

  it.each(Object.keys(answers))(
    "with %s: neither an app's key nor its signed token stands in an error",
    async (name) => {
      answer = answers[name] ?? answer;
      const log: RequestLogEntry[] = [];
      const tokens = installationTokens({ appId: 77, privateKey, installationId: 5 }, optionsOf(log));
      const error = await tokens().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      const said = { error: everythingIn(error), log: JSON.stringify(log) };
      expect(traces(privateKey, said)).toEqual([]);
      expect(arrived.size).toBeGreaterThan(0);
      for (const signed of arrived) expect(traces(signed, said)).toEqual([]);
      expect(strays).toEqual([]);
    },
  );

  it("a key that is none is an error without it", async () => {
    for (const broken of [
      privateKey.slice(0, 400),
      privateKey.replaceAll("\n", " "),
      privateKey.replace("RSA", "EC"),
    ]) {
      const error = await installationTokens(
        { appId: 77, privateKey: broken, installationId: 5 },
        optionsOf([]),
      )().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(traces(broken, { error: everythingIn(error) })).toEqual([]);
      expect(everythingIn(error)).not.toContain(privateKey.split("\n")[1]);
    }
  });
});
