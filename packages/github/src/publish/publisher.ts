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

const IdAnswer = z.object({ id: z.number() });

/**
 * The workflow token's publisher on another server than github.com, where the ids are others. Two public reads; a server
 * that knows neither gives ids that match nothing, so nothing there is taken for ours.
 *
 * @throws PlatformError for every failure but a missing account.
 */
export async function findWorkflowPublisher(platform: Platform): Promise<Publisher> {
  const ask = async (route: string, parameters: Readonly<Record<string, string>>): Promise<number> => {
    try {
      return (await platform.rest(route, parameters, IdAnswer)).data.id;
    } catch (error) {
      if (isGone(error)) return -1;
      throw error;
    }
  };
  const [appId, accountId] = await Promise.all([
    ask("GET /apps/{slug}", { slug: "github-actions" }),
    ask("GET /users/{login}", { login: "github-actions[bot]" }),
  ]);
  return { appId, comments: { accountId } };
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
