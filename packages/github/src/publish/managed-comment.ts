/** @module The managed comments of a change on the platform, and what must be written so that one good one is left. */

import * as z from "zod/mini";
import { ownerAndName } from "../owner-and-name.ts";
import { hasMarker, parseComment, renderComment, replaceSections, type Sections } from "./comment.ts";
import { mergeComments } from "./comment-merge.ts";
import type { Platform } from "./platform.ts";
import { type IssueComment, isOurComment, type Publisher } from "./publisher.ts";

const CommentAnswer = z.object({
  id: z.number(),
  body: z.optional(z.nullable(z.string())),
  user: z.optional(
    z.nullable(z.object({ id: z.number(), login: z.optional(z.string()), type: z.optional(z.string()) })),
  ),
  performed_via_github_app: z.optional(z.nullable(z.object({ id: z.number() }))),
});
const CommentsAnswer = z.array(CommentAnswer);
const WrittenAnswer = z.object({ id: z.number() });

/** The managed comments of a change, oldest first. */
export interface ManagedComments {
  /** With our marker on the first line and written by us (report H2). */
  readonly ours: readonly IssueComment[];
  /** Names of bots that wrote such a comment; a name in brackets is the platform's, and no person can have one. */
  readonly bots: ReadonlySet<string>;
}

/**
 * Our managed comments of a change, and who else has one.
 *
 * @throws PlatformError of the page that failed: a list that is not whole cannot prove that there is none.
 */
export async function listManagedComments(
  platform: Platform,
  repository: string,
  number: number,
  publisher: Publisher,
): Promise<ManagedComments> {
  const route = "GET /repos/{owner}/{repo}/issues/{issue_number}/comments";
  const asked = { ...ownerAndName(repository), issue_number: number, per_page: 100 };
  const ours: IssueComment[] = [];
  const bots = new Set<string>();
  for await (const page of platform.pages(route, asked, CommentsAnswer)) {
    for (const row of page) {
      const comment = {
        id: row.id,
        body: row.body ?? "",
        authorId: row.user?.id ?? null,
        appId: row.performed_via_github_app?.id ?? null,
      };
      if (!hasMarker(comment.body)) continue;
      if (isOurComment(comment, publisher)) ours.push(comment);
      else if (row.user?.type === "Bot" && row.user.login !== undefined) bots.add(row.user.login);
    }
  }
  return { ours: ours.sort((left, right) => left.id - right.id), bots };
}

/** The next step towards one comment that says what it should. */
export type CommentWrite =
  | { readonly kind: "none"; readonly id: number | null }
  | { readonly kind: "create"; readonly body: string }
  | { readonly kind: "update"; readonly id: number; readonly body: string }
  | { readonly kind: "delete"; readonly id: number };

/** What is wanted: our sections for a commit. Null sections: only order is wanted, not another text. */
export interface WantedComment {
  readonly headSha: string;
  readonly own: Sections | ((known: Sections) => Sections) | null;
  /** Whether a comment is made where there is none. */
  readonly mayCreate: boolean;
}

function sameBody(left: string, right: string): boolean {
  return left.replaceAll("\r\n", "\n").trimEnd() === right.trimEnd();
}

function ownOf({ own }: WantedComment, known: Sections): Sections {
  return typeof own === "function" ? own(known) : (own ?? {});
}

/**
 * The next write, given the comments just read. The oldest is kept and gets everything that must not be lost before any
 * other is deleted, so that a process that ends in between loses nothing (report H1).
 */
export function commentWrite(ours: readonly IssueComment[], wanted: WantedComment): CommentWrite {
  const [kept, ...others] = ours;
  if (kept === undefined) {
    if (!wanted.mayCreate || wanted.own === null) return { kind: "none", id: null };
    return { kind: "create", body: renderComment(replaceSections({}, ownOf(wanted, {}))) };
  }
  const known = others.length === 0 ? (parseComment(kept.body) ?? {}) : mergeComments(ours, wanted.headSha);
  const isTextWanted = wanted.own !== null || others.length > 0;
  const body = renderComment(replaceSections(known, ownOf(wanted, known)));
  if (isTextWanted && !sameBody(kept.body, body)) return { kind: "update", id: kept.id, body };
  const [surplus] = others;
  return surplus === undefined ? { kind: "none", id: kept.id } : { kind: "delete", id: surplus.id };
}

/** Carries out one write; the id of the comment it was about. */
export async function writeComment(
  platform: Platform,
  repository: string,
  number: number,
  write: Exclude<CommentWrite, { kind: "none" }>,
): Promise<number> {
  const path = ownerAndName(repository);
  if (write.kind === "create") {
    const route = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
    return (await platform.rest(route, { ...path, issue_number: number, body: write.body }, WrittenAnswer)).data.id;
  }
  const one = { ...path, comment_id: write.id };
  if (write.kind === "update") {
    const route = "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}";
    return (await platform.rest(route, { ...one, body: write.body }, WrittenAnswer)).data.id;
  }
  await platform.rest("DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}", one, z.unknown());
  return write.id;
}
