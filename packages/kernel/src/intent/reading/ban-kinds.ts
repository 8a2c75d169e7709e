/** @module Which effects a ban on a verb rules out. */

import type { EffectKind } from "../../effect.ts";
import type { Verb } from "./lexicon/lookup.ts";
import type { VerbClass } from "./lexicon/verbs.ts";
import type { Act } from "./reading.ts";

/** What each class of operation would do. */
const kindsOfClass: Readonly<Record<VerbClass, readonly EffectKind[]>> = {
  outward: ["publish"],
  staged: ["publish"],
  launch: ["publish"],
  money: ["pay", "publish", "execute"],
  costly: ["publish", "execute"],
  inward: ["execute"],
};
/** What each act would do. Asking rules nothing out. */
const kindsOfAct: Readonly<Record<Act, readonly EffectKind[]>> = {
  modify: ["write", "delete"],
  author: ["write", "delete"],
  operate: ["execute"],
  verify: ["execute"],
  govern: ["configure"],
  orchestrate: ["delegate"],
  converse: [],
  answer: [],
  locate: [],
  analyze: [],
};

/** The kinds of effect a verb would have: what a ban on it rules out. */
export function kindsOf(verb: Verb): readonly EffectKind[] {
  if (verb.removal !== undefined) return ["delete"];
  if (verb.pays === true) return ["pay", "publish"];
  if (verb.name === "push" || verb.name === "sync") return ["publish"];
  return verb.class === undefined ? kindsOfAct[verb.act] : kindsOfClass[verb.class];
}
