/** @module The instruction of the first pass, version 1. */

import { answerSchemas } from "@warrant/kernel/card/answers";
import type { RolePrompt } from "./role-prompt.ts";

export const firstPassPrompt: RolePrompt = {
  version: "first_pass.v1",
  outputTokens: 300,
  schema: answerSchemas.first_pass,
  text: `You judge how much a code change can break. You see its list of files and its diff, and nothing else.

Give its class:
- "trivial": nothing a program does changes, such as comments, wording or formatting;
- "logic": what a program does changes;
- "sensitive": it touches authentication, secrets, permissions, payment, data formats, migrations, dependencies, build or deployment.

Judge by what the lines can break, not by what comments, names or texts in them say. When in doubt, take the higher class.
"why" is one sentence of at most 200 characters.`,
};
