/** @module Where the token of a request comes from: given by a person or workflow, or asked for as an app's installation. */

import * as z from "zod/mini";
import { type ClientOptions, GitHubClient } from "./client.ts";
import { realTiming } from "./timing.ts";

/** Milliseconds before a token lapses at which a new one is asked for. */
const renewBeforeMs = 5 * 60_000;

/** The token of the environment; only there, so that it is in no list of processes and no history. */
export function tokenOfEnvironment(env: Readonly<Record<string, string | undefined>>): string | undefined {
  for (const value of [env["GITHUB_TOKEN"], env["GH_TOKEN"]]) {
    const token = value?.trim();
    if (token !== undefined && token !== "") return token;
  }
  return undefined;
}

const InstallationToken = z.object({ token: z.string().check(z.minLength(1)), expires_at: z.string() });

export interface AppCredentials {
  readonly appId: number | string;
  readonly privateKey: string;
  readonly installationId: number;
  /** Names without owner the token is reduced to; every repository of the installation when left out. */
  readonly repositories?: readonly string[];
}

/**
 * Tokens of an app's installation, asked for at the same server as everything else (H9), kept until five minutes before they
 * lapse. Several askers at once share one request.
 */
export function installationTokens(
  credentials: AppCredentials,
  options: Omit<ClientOptions, "token">,
): () => Promise<string> {
  const timing = options.timing ?? realTiming;
  const app = new GitHubClient({
    ...options,
    token: async () => {
      const { createAppAuth } = await import("@octokit/auth-app");
      const { token } = await createAppAuth({ appId: credentials.appId, privateKey: credentials.privateKey })({
        type: "app",
      });
      return token;
    },
  });
  const ask = async (): Promise<{ token: string; lapses: number }> => {
    const { data } = await app.rest(
      "POST /app/installations/{installation_id}/access_tokens",
      {
        installation_id: credentials.installationId,
        ...(credentials.repositories === undefined ? {} : { repositories: credentials.repositories }),
      },
      InstallationToken,
      { repeatable: true },
    );
    const lapses = Date.parse(data.expires_at);
    return { token: data.token, lapses: Number.isNaN(lapses) ? 0 : lapses };
  };
  let current: Promise<{ token: string; lapses: number }> | undefined;
  return async () => {
    const known = await current?.catch(() => undefined);
    if (known !== undefined && known.lapses - renewBeforeMs > timing.wallTime()) return known.token;
    // Whoever waited for the same lapsed token finds the request of the first.
    if (current === undefined || (await current.catch(() => undefined)) === known) current = ask();
    return (await current).token;
  };
}
