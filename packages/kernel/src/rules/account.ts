/** @module Catalogue of the rules about who wrote a change, and of what local git cannot tell. */

import { inArea, type Rule } from "./rule.ts";

export const accountRules: readonly Rule[] = [
  ...inArea("identity", [
    [
      "identity.conflict",
      "warn",
      "The signals name different agents",
      "More than one agent is named among the strongest signals. It is an agent all the same.",
      "Check who wrote it if it matters.",
    ],
    [
      "identity.commits-incomplete",
      "warn",
      "Not all commits could be read",
      "No trace of an agent was found in those that were, so the change is taken to be an agent's.",
      "Collect all commits.",
    ],
  ]),
];
