/** @module The seam between a question and a provider: one request, one answer or the reason there is none. */

import type { FailureCode } from "@warrant/kernel/card/failure";
import type { Prompt } from "@warrant/kernel/card/untrusted";

export interface SendRequest {
  readonly prompt: Prompt;
  /** Of the question, with the nonce replaced by zeros: what a recording is found by. */
  readonly promptDigest: string;
  /** The form of the answer; null where a plain text is read by its asker. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  readonly model: string;
  readonly outputTokens: number;
  readonly signal: AbortSignal;
}

export interface Usage {
  readonly input: number;
  readonly output: number;
}

export type Sent =
  | { readonly kind: "answer"; readonly text: string; readonly usage: Usage | null; readonly model: string | null }
  /** A response that is no answer of the provider's form. */
  | { readonly kind: "unreadable"; readonly error: string; readonly usage: Usage | null }
  | {
      readonly kind: "failure";
      readonly code: FailureCode;
      readonly detail?: string;
      /** May be asked again, after so many milliseconds if the provider said. Null: not. */
      readonly retry: { readonly after: number | null } | null;
      /** Whether the provider may have worked for it although no usage came back. */
      readonly mayCost: boolean;
      readonly usage?: Usage;
    };

export interface Sender {
  readonly provider: string;
  readonly send: (request: SendRequest) => Promise<Sent>;
}
