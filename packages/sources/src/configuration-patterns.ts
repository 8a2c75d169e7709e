/** @module The pattern lists of a configuration, checked entry by entry. */

import type { Configuration } from "@warrant/kernel/configuration";
import type { Finding } from "./configuration-messages.ts";

export function patternErrors(_root: unknown): Finding[] {
  return [];
}

export function patternWarnings(_configuration: Configuration): Finding[] {
  return [];
}
