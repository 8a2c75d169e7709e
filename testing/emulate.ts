/**
 * @module An independent imitation of GitHub, the npm package `emulate`, started for suites that want a second opinion
 * beside the fake of this repository. It knows apps and their tokens, check runs, issue comments, contents, permissions
 * and signed webhooks. It knows no GraphQL, no `/api/v3`, no files of pull requests, no rulesets, and keeps no limits.
 */

import { createEmulator } from "emulate";

export interface EmulateOptions {
  /** Where its webhooks go. */
  readonly webhookUrl?: string;
  readonly webhookSecret?: string;
}

export interface Emulated {
  /** The base of its REST interface. */
  readonly url: string;
  readonly appId: number;
  readonly slug: string;
  readonly installationId: number;
  /** PEM; made anew at each start. */
  readonly privateKey: string;
  /** A personal token of maria, who owns `acme/shop`. */
  readonly personalToken: string;
  /** Opens a pull request in `acme/shop` with one new file. */
  readonly openPullRequest: (about: { readonly branch: string; readonly body?: string }) => Promise<OpenedChange>;
  readonly close: () => Promise<void>;
}

export interface OpenedChange {
  readonly number: number;
  readonly headSha: string;
}

const appId = 77;
const installationId = 5;
const personalToken = "emulated-token-of-maria";

/** Starts it on a free port of this machine with the organisation acme, its repository shop, and an installed app. */
export async function startEmulate(options: EmulateOptions = {}): Promise<Emulated> {
  const emulator = await createEmulator({
    service: "github",
    port: 0,
    seed: { tokens: { [personalToken]: { login: "maria", scopes: ["repo"] } }, github: seed(options) },
  });
  const { url } = emulator;
  const privateKey = emulator.generatedSecrets.find((secret) => secret.kind === "github.app_private_key")?.value;
  if (privateKey === undefined) throw new Error("emulate made no key for the app");
  return {
    url,
    appId,
    slug: "warrant",
    installationId,
    privateKey,
    personalToken,
    openPullRequest: async ({ branch, body }) => await openPullRequest(url, branch, body ?? ""),
    close: async () => await emulator.close(),
  };
}

function seed(options: EmulateOptions) {
  const app = {
    app_id: appId,
    slug: "warrant",
    name: "Warrant",
    permissions: { metadata: "read", contents: "read", pull_requests: "write", issues: "read", checks: "write" },
    events: ["pull_request", "issue_comment", "check_run"],
    ...(options.webhookUrl === undefined ? {} : { webhook_url: options.webhookUrl }),
    ...(options.webhookSecret === undefined ? {} : { webhook_secret: options.webhookSecret }),
    installations: [{ installation_id: installationId, account: "acme", repository_selection: "all" }],
  };
  return {
    users: [{ login: "maria" }],
    orgs: [{ login: "acme", name: "Acme", members: [{ login: "maria", role: "admin" }] }],
    repos: [{ owner: "acme", name: "shop", auto_init: true }],
    apps: [app],
  };
}

async function openPullRequest(url: string, branch: string, body: string): Promise<OpenedChange> {
  const repository = `${url}/repos/acme/shop`;
  async function send<Answer>(method: string, path: string, content?: object): Promise<Answer> {
    const response = await fetch(repository + path, {
      method,
      headers: { authorization: `Bearer ${personalToken}`, "content-type": "application/json" },
      ...(content === undefined ? {} : { body: JSON.stringify(content) }),
    });
    if (!response.ok) throw new Error(`emulate: ${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }
  const main = await send<{ object: { sha: string } }>("GET", "/git/ref/heads/main");
  await send("POST", "/git/refs", { ref: `refs/heads/${branch}`, sha: main.object.sha });
  const content = Buffer.from(`${branch}\n`).toString("base64");
  await send("PUT", `/contents/src/${branch}.txt`, { message: `Add ${branch}`, content, branch });
  const pull = { title: `Add ${branch}`, head: branch, base: "main", body };
  const opened = await send<{ number: number; head: { sha: string } }>("POST", "/pulls", pull);
  return { number: opened.number, headSha: opened.head.sha };
}
