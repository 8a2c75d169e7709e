/** @module What a failed exchange means: the code a reader sees, and whether it may be tried again (cards, 9 and 10). */

import type { FailureCode } from "@warrant/kernel/card/failure";
import type { Exchange } from "./exchange.ts";
import type { Sent } from "./sender.ts";

const retriedStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

function codeOf(status: number, body: string | null): FailureCode {
  if (status === 401 || status === 403) return "key_rejected";
  if (status === 429) return "rate_limited";
  if (status === 503 || status === 529) return "overloaded";
  if (status === 408 || status === 504) return "timeout";
  // Providers answer 400 where the question is longer than the model reads, and say so.
  const isTooLong =
    status === 400 && /context.{0,20}(?:length|window)|prompt is too long|too many tokens/i.test(body ?? "");
  return status === 413 || isTooLong ? "too_large" : "provider_error";
}

function afterOf(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header.trim()) * 1000;
  // A date needs a clock; who gives one is asked again at our own pace.
  return null;
}

/**
 * The outcome of an exchange that gave no answer. `isOurDeadline`: we closed it because the time was up; `isCancelled`:
 * because nobody wants the answer any more.
 */
export function outcomeOf(
  exchange: Exchange,
  { isOurDeadline, isCancelled }: { readonly isOurDeadline: boolean; readonly isCancelled: boolean },
): Sent {
  if (isCancelled) return { kind: "failure", code: "cancelled", retry: null, mayCost: true };
  if (isOurDeadline) return { kind: "failure", code: "timeout", retry: null, mayCost: true };
  const { status, fault, body } = exchange;
  switch (fault) {
    case "connect":
      return { kind: "failure", code: "unreachable", retry: { after: null }, mayCost: false };
    case "cut":
      return { kind: "failure", code: "unreachable", detail: "The connection broke off.", retry: null, mayCost: true };
    case "redirect":
      return {
        kind: "failure",
        code: "provider_error",
        detail: "It answered with a redirect, which is not followed.",
        retry: null,
        mayCost: false,
      };
    case "too_long":
      return { kind: "unreadable", error: "the response is longer than 256 KiB", usage: null };
    case "garbled":
    case "not_json":
      return { kind: "unreadable", error: "the response is not JSON", usage: null };
    case null:
      break;
  }
  if (status === null) return { kind: "failure", code: "internal", retry: null, mayCost: false };
  if (status >= 200 && status < 300)
    return { kind: "unreadable", error: "the response is not of the provider's form", usage: null };
  const retry = retriedStatuses.has(status) ? { after: afterOf(exchange.retryAfter) } : null;
  return { kind: "failure", code: codeOf(status, body), detail: `It answered ${status}.`, retry, mayCost: false };
}
