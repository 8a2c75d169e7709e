/** @module The managed comment brought to what it should say, step by step, each on what was read just before. */

import { type Moved, movedSince, readHead, type Target } from "./head.ts";
import { commentWrite, listManagedComments, type WantedComment, writeComment } from "./managed-comment.ts";
import type { WritePace } from "./pace.ts";
import { isGone, type Platform } from "./platform.ts";
import type { Publisher } from "./publisher.ts";

/** Writes of one publication; only a heap of duplicates needs more than two. */
const mostSteps = 60;
/** Comments that vanish while they are written; then somebody deletes faster than we write. */
const mostVanished = 3;

export interface CommentResult {
  readonly state: "created" | "updated" | "unchanged" | "none" | "left alone" | "left to app" | "moved";
  readonly id: number | null;
  readonly moved: Moved | null;
}

export interface CommentTask {
  readonly target: Target;
  readonly wanted: WantedComment;
  readonly publisher: Publisher;
  readonly pace: WritePace;
  /** Bots of apps whose check run of ours stands on the head: where one of them has a managed comment, none is made beside it. */
  readonly appBots?: ReadonlySet<string>;
}

/**
 * Creates, renews or leaves the comment, then lists again and makes duplicates into one (reports E6, H1).
 *
 * When the head has moved before anything was written, nothing is. When it moves afterwards, duplicates are still put in
 * order, with the sections of the commit that is the head now.
 *
 * @throws PlatformError of the request that failed.
 */
export async function publishComment(platform: Platform, task: CommentTask): Promise<CommentResult> {
  const { target, publisher, pace } = task;
  const { repository, number } = target;
  let { wanted } = task;
  let state: CommentResult["state"] = "unchanged";
  let moved: Moved | null = null;
  let written: { readonly id: number | null; readonly body: string } | null = null;
  let hasCreated = false;
  let vanished = 0;
  for (let step = 0; step < mostSteps; step += 1) {
    let { ours, bots } = await listManagedComments(platform, repository, number, publisher);
    let write = commentWrite(ours, wanted);
    if (write.kind !== "none" && (await pace.turn())) {
      // The list is a second old: another writer may have been there.
      ({ ours, bots } = await listManagedComments(platform, repository, number, publisher));
      write = commentWrite(ours, wanted);
    }
    if (write.kind === "create" && [...bots].some((bot) => task.appBots?.has(bot))) {
      return { state: "left to app", id: null, moved: null };
    }
    const isNew: boolean = state === "created" || state === "updated";
    // A list that does not show what was just written lags behind; writing again would double it or never end.
    const isRepeated: boolean =
      (write.kind === "create" && hasCreated) ||
      (write.kind === "update" && written?.id === write.id && written.body === write.body);
    if (write.kind === "none" || isRepeated) {
      const id: number | null = write.kind === "none" ? write.id : (written?.id ?? null);
      if (isNew && moved === null) moved = movedSince(target, await readHead(platform, target));
      if (moved !== null) return { state: "moved", id, moved };
      return { state: id === null ? "none" : state, id, moved };
    }
    const now = await readHead(platform, target);
    if (now.state !== "open" && !isNew) return { state: "left alone", id: null, moved: null };
    const movedNow = movedSince(target, now);
    if (movedNow !== null && moved === null) {
      moved = movedNow;
      if (!isNew) return { state: "moved", id: null, moved };
      wanted = { headSha: now.headSha, own: null, mayCreate: false };
      continue;
    }
    const next = write;
    try {
      const id = await pace.write(() => writeComment(platform, repository, number, next));
      if (next.kind === "create") {
        hasCreated = true;
        state = "created";
      } else if (state === "unchanged") state = "updated";
      if (next.kind !== "delete") written = { id, body: next.body };
    } catch (error) {
      if (next.kind === "create" || !isGone(error)) throw error;
      // A duplicate that somebody else has deleted is as good as deleted.
      if (next.kind === "update") vanished += 1;
      if (vanished > mostVanished) throw error;
    }
  }
  return { state: moved === null ? state : "moved", id: written?.id ?? null, moved };
}
