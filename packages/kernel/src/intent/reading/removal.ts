/**
 * @module What words say about removal: how plainly, of what kind, and which things exactly. Whether a deletion is
 * covered is decided elsewhere, from these and the facts about each thing.
 */

import type { EffectKind } from "../../effect.ts";
import type { RequestWord } from "../../scale.ts";

/** Numbers of one length, both ends included: `48xx` and `4800-4899` are `{from: 4800, to: 4899, digits: 4}`. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
  readonly digits: number;
}

/** Whether only the local copy is meant, or what others share as well. */
export type RemovalPlace = "local" | "shared";

/**
 * One thing a part says about removal. Every selector that is there must hold for a resource; `owners` may hold `me`.
 * `names` are exact and as typed, never a prefix.
 */
export interface RemovalEntry {
  readonly wording: RequestWord<"wording">;
  /** A kind noun in the singular (`branch`, `job`), or `any` when none was said and the facts name none. */
  readonly kind: string;
  readonly binding: RequestWord<"binding">;
  readonly names: readonly string[];
  /** A whole token of the resource's name, in any case. */
  readonly ticket?: string;
  readonly range?: NumberRange;
  /** The name, or one of its path segments, begins so. */
  readonly prefix?: string;
  /** Words that hold only where the facts about the resource state them. */
  readonly states: readonly string[];
  readonly older_than_days?: number;
  readonly owners: readonly string[];
  readonly place: RemovalPlace;
}

/** What the words of one part grant, and what happens to every deletion none of its grants covers. */
export interface RemovalScope {
  readonly otherwise: RequestWord<"otherwise">;
  readonly grants: readonly RemovalEntry[];
  /** The plainest wording of the part, also where it grants nothing: it tells a vague request from none. */
  readonly wording: RequestWord<"wording">;
}

/**
 * What a person ruled out in words. Without `target` and `place` the effect as a whole is meant.
 *
 * `strength` is `ask` for a standing ban that a later request lifts, for bans in words that are no person's, and for an
 * exception nobody can resolve ("but nothing important") of an effect the same request grants.
 */
export interface Ban {
  readonly kind: EffectKind | "any";
  /** A name or path as typed; it rules out every resource whose name is it, holds it as a whole segment or word, or lies below it. */
  readonly target?: string;
  /** Only things of this kind (`branch`): said by a kind word without a name. */
  readonly resource_kind?: string;
  /** Everything at this place: `remote`, `bucket`, `registry`, `server`, `cluster` or `shared`. */
  readonly place?: string;
  /** The words that ruled it out, at most 120 characters. */
  readonly text: string;
  /** Said with never, always or from now on: it stays for the session. */
  readonly standing: boolean;
  readonly strength: "deny" | "ask";
}

/** A thing named outright for one effect, for the action gate's rule about named targets. */
export interface NamedTarget {
  readonly text: string;
  readonly kind: EffectKind;
  readonly target: string;
}
