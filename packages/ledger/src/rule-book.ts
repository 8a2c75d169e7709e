/** @module Which rules hold in which streams. */

import type { StreamRules } from "@warrant/kernel/commitment/stream";

/** The rules of each family of streams, by its name. */
export type RuleBook<States> = { readonly [Family in keyof States & string]: StreamRules<States[Family]> };
