/** @module The commits each merge of a branch brought in, found while the branch's own history is read. */

import type { Commit } from "@warrant/kernel/change/facts";
import { ByteInput, parseChunks } from "./byte-input.ts";
import { type LoggedCommit, plainLog, readLog } from "./commits.ts";
import { patchLimits } from "./files.ts";
import type { Repository } from "./repository.ts";
import type { GitStream } from "./run.ts";

/** Commits of one merge that are kept. */
const maximumBrought = 1000;

export interface Brought {
  /** Oldest first. Empty for a commit that is no merge. */
  readonly commits: readonly Commit[];
  readonly isWhole: boolean;
}

export const nothingBrought: Brought = { commits: [], isWhole: true };

/**
 * Reads every commit of a history once, ancestors first, in step with the merges. A commit belongs to the first merge
 * that reaches it, which is `FIRST_PARENT..MERGE` for each of them without asking git once a merge.
 */
export class SideCommits {
  readonly #stream: GitStream;
  readonly #logged: AsyncGenerator<LoggedCommit, void, undefined>;
  /** Commits of branches not merged yet, in the order they were read. */
  readonly #open = new Map<string, LoggedCommit>();

  constructor(repository: Repository, tip: string, before: string | null) {
    const input = new ByteInput();
    const selection = [tip, ...(before === null ? [] : [`^${before}`])];
    this.#stream = repository.stream(["log", "--reverse", "--topo-order", ...plainLog, ...selection, "--"], {
      purpose: "listing the commits that merges brought in",
    });
    this.#logged = parseChunks(this.#stream, input, readLog(input, patchLimits));
  }

  /** The commits a change of the branch brought in. Ask for every change, oldest first. */
  async broughtBy(change: LoggedCommit): Promise<Brought> {
    for (;;) {
      const step = await this.#logged.next();
      // Every change is in the list; should it ever not be, nothing about what it brought in is sure.
      if (step.done === true) return { commits: [], isWhole: false };
      if (step.value.commit.sha === change.commit.sha) break;
      this.#open.set(step.value.commit.sha, step.value);
    }
    const reached = new Set<string>();
    const waiting = change.parents.slice(1);
    for (let sha = waiting.pop(); sha !== undefined; sha = waiting.pop()) {
      const commit = this.#open.get(sha);
      if (commit === undefined || reached.has(sha)) continue;
      reached.add(sha);
      waiting.push(...commit.parents);
    }
    if (reached.size === 0) return nothingBrought;
    const commits: Commit[] = [];
    for (const [sha, logged] of this.#open) {
      if (!reached.has(sha)) continue;
      this.#open.delete(sha);
      if (commits.length < maximumBrought) commits.push(logged.commit);
    }
    return { commits, isWhole: reached.size <= maximumBrought };
  }

  async stop(): Promise<void> {
    this.#stream.stop();
    await this.#logged.return();
  }
}
