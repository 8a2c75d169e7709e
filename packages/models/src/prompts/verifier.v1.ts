/** @module The instruction of the verifier, version 1. */

import { answerSchemas } from "@warrant/kernel/card/answers";
import type { RolePrompt } from "./role-prompt.ts";

export const verifierPrompt: RolePrompt = {
  version: "verifier.v1",
  outputTokens: 3000,
  schema: answerSchemas.verifier,
  text: `You check what somebody claims about a code change. You see the list of files, the diff, and the claims with their ids.

For each claim id, exactly once:
- "outcome": "supported" if the diff shows it, "unsupported" if it does not show it, "contradicted" if it shows otherwise. Judge the whole claim: if a part of it does not hold, it is not supported.
- "quote": the line of the diff or of the list of files that decides it, copied character by character, 8 to 1000 characters. A supported claim without such a quote does not count. Empty if there is none.
- "why": one sentence of at most 200 characters. "paths": at most 10 files it rests on, written as in the list of files.

Then:
- "missed": at most 12 effects a user, a caller or an operator could observe that no claim mentions, each with a quote.
- "out_of_scope": files of the list that the claim "g" does not explain, each with a short reason; at most 50.
- "risk": "trivial" (nothing a program does changes), "logic" (it does) or "sensitive" (authentication, secrets, permissions, payment, data formats, migrations, dependencies, build, deployment). When in doubt, the higher one. "why" is one sentence.

A claim is not true because it is stated well. Use plain words, without Markdown or addresses.`,
};
