/** @module Catalogue of the rules about what a request and a person's delegation permit. */

import { inArea, type Rule } from "./rule.ts";

const answer = "Answer the question, or ask for it in a new request.";

export const authorityRules: readonly Rule[] = [
  ...inArea("request", [
    [
      "request.banned",
      "block",
      "The person ruled this out",
      "Words such as `do not push` or `but keep X` hold against every grant. Where it is not sure that they mean this, it asks.",
      "Say so in a new request if it is wanted after all.",
    ],
  ]),
  ...inArea("ceiling", [
    [
      "ceiling.kinds",
      "warn",
      "The request asks for no effect of this kind",
      "What was asked for needs other kinds of effect: a question needs no edit, an edit publishes nothing.",
      answer,
    ],
    [
      "ceiling.approval",
      "warn",
      "What was delegated lets this ask first",
      "Stakes and autonomy together leave the yes to a person.",
      answer,
    ],
  ]),
  ...inArea("deletion", [
    [
      "deletion.not-listable",
      "warn",
      "Nobody can list what this would delete",
      "The target is unknown, or a pattern that does not lie below a folder the request names.",
      "Name each thing, or the folder it is in.",
    ],
    [
      "deletion.protected",
      "warn",
      "The name is protected",
      "The default branch, `main`, `master`, `trunk`, `release/*`, `latest` and configured names always reach a person.",
      answer,
    ],
    [
      "deletion.shared-copy",
      "warn",
      "Only the local copy was asked for",
      "The words name no remote, registry or bucket, and this is the copy that others use.",
      "Say where it should go from, as in `here and on origin`.",
    ],
    [
      "deletion.unknown-owner",
      "warn",
      "Nobody knows whose this is",
      "Without an exact name only things of a known owner may go, and the facts name none.",
      "Name it, or answer the question.",
    ],
    [
      "deletion.other-owner",
      "warn",
      "This belongs to somebody the request does not name",
      "A range without an owner is the person's own; a colleague's things take the colleague's name.",
      "Name the thing or its owner, or answer the question.",
    ],
    [
      "deletion.not-named",
      "warn",
      "Other things were asked to be removed, not this one",
      "No name, ticket or range of the request covers it. A name that two things have covers neither.",
      "Name it, or answer the question.",
    ],
    [
      "deletion.vague-wording",
      "warn",
      "The request does not say plainly what to delete",
      "Tidying, a hint, or a clean-up of many things speaks of removal without granting any.",
      "Say delete, and name what.",
    ],
    [
      "deletion.not-asked",
      "warn",
      "The request asks for no removal, and this cannot be undone",
      "Work on files may delete what version control or a build brings back, and nothing else.",
      "Say what to delete, or answer the question.",
    ],
  ]),
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
