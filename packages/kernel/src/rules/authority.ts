/** @module Catalogue of the rules about what a request and a person's delegation permit. */

import { inArea, type Rule } from "./rule.ts";

export const authorityRules: readonly Rule[] = [
  ...inArea("value", [
    [
      "value.unknown",
      "warn",
      "A value is not one of the known words",
      "It counts as the careful end of its scale: whatever was meant, nothing more is permitted by it.",
      "Write one of the words the finding lists.",
    ],
  ]),
];
