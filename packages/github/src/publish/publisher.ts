/** @module Who publishes: how our own check runs and comments are told from everybody else's. */

import * as z from "zod/mini";
import { isGone, type Platform } from "./platform.ts";

/** The accounts behind one set of credentials. */
export interface Publisher {
  /** Id of the app whose check runs are ours. */
  readonly appId: number;
  /** An App is known by its own id, a token by the account it acts for. */
  readonly comments: { readonly appId: number } | { readonly accountId: number };
}

/** The workflow token of github.com: the app GitHub Actions and its account `github-actions[bot]`. */
export const workflowPublisher: Publisher = { appId: 15_368, comments: { accountId: 41_898_282 } };

/** An installed App. */
export function appPublisher(appId: number): Publisher {
  return { appId, comments: { appId } };
}

const ViewerAnswer = z.object({ viewer: z.object({ login: z.string(), databaseId: z.nullable(z.number()) }) });
const AppAnswer = z.object({ id: z.number() });

/** Who the credentials publish as, and what they may write: only an app's may write check runs. */
export interface Publishing {
  readonly publisher: Publisher;
  readonly parts: { readonly check: boolean; readonly comment: boolean };
}

/** Ids that match nothing: what they would have written is not taken for ours. */
const nobody = -1;
const botName = /^(?<slug>[a-z0-9-]{1,100})\[bot\]$/i;

/** The id of the app of a bot. The workflow token's on github.com is known; an app that is not told is unknown. */
async function appIdOf(platform: Platform, slug: string, accountId: number): Promise<number> {
  if ("accountId" in workflowPublisher.comments && accountId === workflowPublisher.comments.accountId) {
    return workflowPublisher.appId;
  }
  try {
    return (await platform.rest("GET /apps/{app_slug}", { app_slug: slug }, AppAnswer)).data.id;
  } catch (error) {
    if (isGone(error)) return nobody;
    throw error;
  }
}

/**
 * Asks the platform whom the token acts for, which also a workflow token may ask this way. A person's token may write
 * comments only; so does an app that does not tell its id, since without it an earlier check run could not be found again.
 *
 * @throws PlatformError of the request that failed.
 */
export async function findPublishing(platform: Platform): Promise<Publishing> {
  const query = "query WarrantViewer { viewer { login databaseId } }";
  const { data } = await platform.graphql("the account of the token", query, {}, ViewerAnswer);
  const accountId = data.viewer.databaseId ?? nobody;
  const slug = botName.exec(data.viewer.login)?.groups?.["slug"];
  const appId = slug === undefined ? nobody : await appIdOf(platform, slug, accountId);
  return {
    publisher: { appId, comments: { accountId } },
    parts: { check: appId !== nobody, comment: accountId !== nobody },
  };
}

/** The parts of a comment that are read. */
export interface IssueComment {
  readonly id: number;
  readonly body: string;
  readonly authorId: number | null;
  readonly appId: number | null;
}

/** Whether we wrote a comment, whatever it says (report H2). */
export function isOurComment(comment: IssueComment, publisher: Publisher): boolean {
  return "appId" in publisher.comments
    ? comment.appId === publisher.comments.appId
    : comment.authorId === publisher.comments.accountId;
}
