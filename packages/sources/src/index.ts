/** @module What Warrant reads locally: git, configuration, beads, plans. */

export { GitError, type GitErrorCode, type GitFailure } from "./git/error.ts";
export {
  type BaseFiles,
  type CollectedFacts,
  collectGitFacts,
  type GitFactsOptions,
  type OpenChange,
  openChange,
} from "./git/facts.ts";
export { type History, type HistoryChange, type HistoryOptions, openHistory } from "./git/history.ts";
