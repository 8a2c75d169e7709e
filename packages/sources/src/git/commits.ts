/** @module Commits as `git log` prints them: identities and messages, and with a diff behind each where one is asked for. */

import type { Commit } from "@warrant/kernel/change/facts";
import { readTrailers } from "@warrant/kernel/text/trailers";
import type { ByteInput, Parser } from "./byte-input.ts";
import { type ParsedDiff, type PatchLimits, readDiff, unexpectedOutput } from "./parse-diff.ts";

/** A commit and, where the log printed one, its difference to its first parent. */
export interface LoggedCommit {
  readonly commit: Commit;
  readonly parents: readonly string[];
  /** When it was committed, RFC 3339 UTC; null when git cannot say it. Anyone can write any date. */
  readonly date: string | null;
  readonly diff: ParsedDiff;
}

/**
 * The format of `git log -z`. It begins like a patch's header, so one search finds the next file and the next commit;
 * a file's header can never go on with the byte 1.
 */
export const logFormat = "--format=tformat:diff --git %x01%H%x00%P%x00%an%x00%ae%x00%cn%x00%ce%x00%ct%x00%B";

/** Settings of `git log` that would change what is printed, each set to its plain value. */
export const plainLog = [
  "--no-color",
  "--no-decorate",
  "--no-notes",
  "--no-show-signature",
  "--encoding=UTF-8",
  "-z",
  logFormat,
] as const;

const nul = 0;
const lineEnd = 0x0a;
const colon = 0x3a;
const marker = "diff --git \u0001";
const markerByte = 1;
const fieldCount = 8;
/** Characters of a commit message that are kept: as many as of a description. */
const maximumMessageLength = 65_536;
/** Bytes of one field that are held while its end is looked for. */
const maximumFieldBytes = 512 * 1024;

/** Whether a commit begins where a patch's header would. */
export function isCommitStart(input: ByteInput, headerStart: number): boolean {
  return input.buffer[headerStart + marker.length - 1] === markerByte;
}

/** Reads `git log -z` with the format above, with `--raw --numstat -p` or without. Yields commit after commit. */
export function* readLog(input: ByteInput, limits: PatchLimits): Parser<LoggedCommit> {
  for (;;) {
    while (input.remaining < marker.length && !input.ended) yield;
    if (input.remaining === 0) return;
    if (input.buffer.toString("latin1", input.position, input.position + marker.length) !== marker) {
      throw unexpectedOutput("a commit does not begin where one should");
    }
    input.moveTo(input.position + marker.length);
    const fields: string[] = [];
    while (fields.length < fieldCount) {
      let kept: string | undefined;
      let end = input.findByte(nul);
      while (end === -1) {
        if (input.ended) throw unexpectedOutput("the list of commits ended in the middle of one");
        if (input.remaining > maximumFieldBytes) {
          kept ??= input.buffer.toString("utf8", input.position, input.position + maximumFieldBytes);
          input.moveTo(input.buffer.length);
        }
        yield;
        end = input.findByte(nul);
      }
      fields.push(kept ?? input.buffer.toString("utf8", input.position, end));
      input.moveTo(end + 1);
    }
    const { commit, parents, date } = readCommit(fields);
    while (input.remaining < 2 && !input.ended) yield;
    let diff: ParsedDiff = { rows: [] };
    if (input.peek() === lineEnd && input.buffer[input.position + 1] === colon) {
      input.moveTo(input.position + 1);
      for (const part of readDiff(input, limits, isCommitStart)) {
        if (part === undefined) yield;
        else diff = part;
      }
    }
    yield { commit, parents, date, diff };
  }
}

/** The last second that four digits of a year can say. */
const lastSecond = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000;

function readDate(seconds: string): string | null {
  if (!/^\d{1,12}$/.test(seconds) || Number(seconds) > lastSecond) return null;
  return new Date(Number(seconds) * 1000).toISOString().replace(".000Z", "Z");
}

function readCommit(fields: readonly string[]): { commit: Commit; parents: string[]; date: string | null } {
  const [
    sha = "",
    parentIds = "",
    authorName = "",
    authorEmail = "",
    committerName = "",
    committerEmail = "",
    seconds = "",
    text = "",
  ] = fields;
  if (!/^[0-9a-f]{40,64}$/.test(sha)) throw unexpectedOutput("a commit has no id");
  const parents = parentIds === "" ? [] : parentIds.split(" ");
  const message = withoutLastLineEnds(text.slice(0, maximumMessageLength).toWellFormed());
  return {
    commit: {
      sha,
      author: { name: authorName, email: authorEmail, login: null },
      committer: { name: committerName, email: committerEmail, login: null },
      message,
      trailers: readTrailers(message),
      parents: parents.length,
    },
    parents,
    date: readDate(seconds),
  };
}

function withoutLastLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === "\n") end -= 1;
  return text.slice(0, end);
}

/** The first line of a message and what follows its empty line. */
export function splitMessage(message: string): { subject: string; body: string } {
  const text = message.replace(/^\s*\n/, "");
  const end = text.indexOf("\n");
  if (end === -1) return { subject: text, body: "" };
  return { subject: text.slice(0, end).replace(/\r$/, ""), body: text.slice(end + 1).replace(/^(?:\r?\n)+/, "") };
}

/**
 * What stands for a description of a local change (change gate, section 14). One commit: its subject and body. Several:
 * the oldest subject, and all messages, oldest first.
 */
export function describeCommits(commits: readonly Commit[]): { title: string; body: string } {
  const [oldest] = commits;
  if (oldest === undefined) return { title: "", body: "" };
  const { subject, body } = splitMessage(oldest.message);
  if (commits.length === 1) return { title: subject, body };
  return { title: subject, body: commits.map((commit) => commit.message).join("\n\n") };
}
