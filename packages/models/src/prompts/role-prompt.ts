/** @module What the prompt of a role is: our instruction, the form of the answer, and a version that is pinned to its digest. */

import { digest } from "@warrant/kernel/canonical";
import { composePrompt, zeroNonce } from "@warrant/kernel/card/untrusted";

export interface RolePrompt {
  /** Raised with every change of the text or the schema; a test pins the digest. */
  readonly version: string;
  readonly text: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Tokens of an answer. */
  readonly outputTokens: number;
}

/** Covers all that is ours in a call: instruction, rules of the data blocks, form and length of the answer. */
export function rolePromptDigest({ version, text, schema, outputTokens }: RolePrompt): string {
  return digest([version, composePrompt(text, [], zeroNonce), schema, outputTokens]);
}
