/** @module Catalogue of the rules about who wrote a change, and about what could not be read. */

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
  ...inArea("facts", [
    [
      "facts.incomplete",
      "info",
      "A part of the change could not be read in full",
      "What is missing counts as the careful end wherever a rule needs it.",
      "Collect the facts again where they can be read in full.",
    ],
  ]),
  ...inArea("git", [
    [
      "git.shallow",
      "warn",
      "The clone is shallow",
      "Commits that are needed to compare are not in this clone, so files and commits count as incomplete.",
      "Fetch more history with the command the finding names.",
    ],
    [
      "git.rename-limit",
      "info",
      "Too many files to look for renames",
      "Only exact renames were followed; an edited file that moved is a removal and an addition.",
      "Split the change if the moves matter.",
    ],
    [
      "git.name",
      "warn",
      "A file name is not UTF-8",
      "Its name cannot be compared with patterns, so the file list counts as incomplete. It is shown escaped.",
      "Rename the file.",
    ],
  ]),
];
