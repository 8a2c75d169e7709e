/** @module What a failed request says of itself: its code, what came back and the next step. */

import { readDocument } from "@warrant/kernel/document";
import type * as z from "zod/mini";
import { PlatformError } from "./errors.ts";
import type { TransportError } from "./transport.ts";
import { type Headers, judgeAnswer } from "./waiting.ts";

/** A request as errors and logs name it. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly text: string;
}

interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly data?: unknown;
}

/** Permissions as the platform lists them, `issues=read; pull_requests=write`; anything else is not repeated. */
const permissionList = /^(?:[a-z_]{1,40}=(?:read|write|admin)(?:[,;] ?|$)){1,10}$/;

function neededPermissions(headers: Headers): string {
  const needed = String(headers["x-accepted-github-permissions"] ?? "");
  return permissionList.test(needed) ? ` (it takes ${needed})` : "";
}

function describeWait(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
}

/**
 * The error of a request that did not give an answer.
 *
 * @param retryAfterMs How long a limit lasts, when one is the reason.
 */
export function failureOf(
  asked: Route,
  got: Got | { readonly transport: TransportError },
  requests: number,
  retryAfterMs?: number,
): PlatformError {
  const times = requests === 1 ? "" : `, ${requests} times`;
  if ("transport" in got) {
    return new PlatformError({
      code: "platform-failed",
      asked: asked.text,
      came: `${got.transport.message}${times}`,
      next: "Check the connection and try again.",
      requests,
    });
  }
  const { status, headers } = got;
  const head = { asked: asked.text, status, requests };
  const isLimit = retryAfterMs !== undefined || judgeAnswer(status, headers, 1, 0).kind === "limit";
  if (isLimit) {
    const wait = retryAfterMs === undefined ? "" : ` for ${describeWait(retryAfterMs)}`;
    return new PlatformError({
      ...head,
      code: "platform-limit",
      came: `a limit was reached (${status})${wait}`,
      next: "Wait that long and try again, or use a token of its own.",
      retryAfterMs,
    });
  }
  if (status === 401) {
    return new PlatformError({
      ...head,
      code: "platform-auth",
      came: "the token was not accepted (401)",
      next: "Give a valid token in GITHUB_TOKEN.",
    });
  }
  if (status === 403) {
    return new PlatformError({
      ...head,
      code: "platform-auth",
      came: `the token may not do this (403)${neededPermissions(headers)}`,
      next: "Give the token the permission.",
    });
  }
  if (status === 404 || status === 410) {
    return new PlatformError({
      ...head,
      code: "platform-missing",
      came: `it is not there, or the token may not see it (${status})`,
      next: "Check the name, and that the token may read the repository.",
    });
  }
  if (notJson(got) && status < 300) {
    return new PlatformError({
      ...head,
      code: "platform-shape",
      came: `the answer is not JSON${times}`,
      next: "Check the address of the server; a proxy may have answered.",
    });
  }
  return new PlatformError({
    ...head,
    code: "platform-failed",
    came: `it answered ${status}${times}`,
    next: status >= 500 ? "Try again later." : "Try again; if it happens again, report it.",
  });
}

/** Whether an answer that should be JSON is a text or bytes. Octokit leaves what it cannot parse as it is. */
export function notJson({ status, data }: { readonly status: number; readonly data?: unknown }): boolean {
  if (status === 204 || status === 205 || status === 304) return false;
  return typeof data === "string" || data instanceof ArrayBuffer;
}

/** Work that ended before its answer came: its deadline passed, or nobody waits for it. */
export function stoppedBy(asked: Route, requests: number): PlatformError {
  return new PlatformError({
    code: "platform-failed",
    asked: asked.text,
    came: "the time for it was over",
    next: "Try again later.",
    requests,
  });
}

/** @throws PlatformError `platform-shape`, naming the place that does not fit and never what stood there. */
export function readAgainst<Data>(schema: z.ZodMiniType<Data>, data: unknown, asked: Route): Data {
  const reading = readDocument(schema, data);
  if (reading.ok) return reading.document;
  const place = reading.misfits[0]?.path ?? "";
  throw new PlatformError({
    code: "platform-shape",
    asked: asked.text,
    came: place === "" ? "the answer has another form" : `the answer has another form at ${place.slice(0, 120)}`,
    next: "Check that the server is a supported GitHub; if it is, report this.",
  });
}
