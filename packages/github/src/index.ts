/** @module What Warrant reads from GitHub and writes there. */

export { BaseUrlError, type BaseUrls, baseUrls } from "./base-urls.ts";
export { type ClientOptions, GitHubClient, type RequestLogEntry } from "./client.ts";
export { type CollectedChange, type CollectOptions, collectPullRequest } from "./collect.ts";
export { PlatformError, type PlatformErrorCode } from "./errors.ts";
export { type GatedPullRequest, type GateOptions, gatePullRequest } from "./gate-pull-request.ts";
export { type JudgedPullRequest, type JudgeOptions, judgedState, judgePullRequest } from "./judge-pull-request.ts";
export { answerMergeGroup, type MergeGroupAnswer, type MergeGroupTask } from "./merge-group/answer.ts";
export { type MergeGroup, readMergeGroup } from "./merge-group/group.ts";
export { type GroupChange } from "./merge-group/judge-member.ts";
export { type Judged, type JudgedChange } from "./publish/conclusion.ts";
export { type JudgedState, type JudgeTask, judgeAndPublish } from "./publish/judge-and-publish.ts";
export { WritePace } from "./publish/pace.ts";
export { type Publication, type PublishRequest, publish, targetOf } from "./publish/publish.ts";
export {
  appPublisher,
  findPublishing,
  type Publisher,
  type Publishing,
  workflowPublisher,
} from "./publish/publisher.ts";
export { uploadSarif } from "./publish/sarif-upload.ts";
export { appendStepSummary, stepSummary } from "./publish/summary.ts";
export { type SweepOptions, type SweepResult, sweepRepository } from "./sweep/sweep.ts";
export type { SweptChange } from "./sweep/swept.ts";
export { type AppCredentials, installationTokens, tokenOfEnvironment } from "./tokens.ts";
