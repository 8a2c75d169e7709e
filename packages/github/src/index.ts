/** @module What Warrant reads from GitHub and writes there. */

export { BaseUrlError, type BaseUrls, baseUrls } from "./base-urls.ts";
export { type ClientOptions, GitHubClient, type RequestLogEntry } from "./client.ts";
export { type CollectedChange, type CollectOptions, collectPullRequest } from "./collect.ts";
export { PlatformError, type PlatformErrorCode } from "./errors.ts";
export { type AppCredentials, installationTokens, tokenOfEnvironment } from "./tokens.ts";
