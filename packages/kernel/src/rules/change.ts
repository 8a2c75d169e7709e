/** @module Catalogue of the rules about the change as a whole: decision, authorization, alignment, tests. */

import { inArea, type Rule } from "./rule.ts";

const nothing = "Nothing to do.";

export const changeRules: readonly Rule[] = [
  ...inArea("change", [
    [
      "change.nothing-found",
      "info",
      "Nothing to say, or no file is changed",
      "Every rule ran and none found a reason to speak: a verdict is never empty, so this says it. Also said of a change whose complete list has no file, which is never denied.",
      nothing,
    ],
    [
      "change.misaligned",
      "block",
      "The change does not fit the request",
      "Files that nothing in the request explains, or a model that says so; the findings about alignment name them.",
      "Move what was not asked for to a change of its own, or have the issue or an approved plan name it. An approval does not lift this.",
    ],
    [
      "change.not-gated",
      "info",
      "The change is not gated",
      "The configuration does not gate changes by this kind of author. Everything was computed all the same.",
      "To gate it too, set `intent.gate` (or `intent.bots` for bots) in `warrant.yaml`.",
    ],
  ]),
  ...inArea("auth", [
    [
      "auth.tier0",
      "result",
      "Nothing is needed",
      "A tier 0 change adds documentation or tests and needs no authorization.",
      nothing,
    ],
    [
      "auth.issue",
      "result",
      "A linked issue authorizes it",
      "An open issue that a person wrote, or took over, asks for this change.",
      nothing,
    ],
    [
      "auth.plan",
      "result",
      "An approved plan authorizes it",
      "A plan that someone with authority approved covers the linked issue.",
      nothing,
    ],
    [
      "auth.approval",
      "result",
      "A person approved it",
      "Someone with enough permission, neither author nor requester, approved exactly this commit.",
      nothing,
    ],
    [
      "auth.issue-missing",
      "block",
      "No issue asks for this change",
      "A tier 1 change needs an open issue written or taken over by a person. An approval alone does not say who asked for it.",
      'Name an open issue in the description ("Fixes #N"), or link one by hand.',
    ],
    [
      "auth.plan-or-approval-missing",
      "block",
      "Neither an approved plan nor a human approval",
      "A tier 2 change adds behaviour. It needs a plan that was approved, or the approval of a person.",
      "Get the plan approved, or ask someone with write permission to approve this commit.",
    ],
    [
      "auth.approval-missing",
      "block",
      "No human approval of this commit",
      "A tier 3 change touches what guards the repository, or cannot be seen whole. A plan alone is never enough.",
      "Ask someone with write permission, not the author or requester, to approve the head commit.",
    ],
    [
      "auth.evidence-unavailable",
      "block",
      "Evidence that was needed could not be read",
      "A source of evidence failed to load or is not available here. What could not be read counts as absent.",
      "Fix the cause that is named. Locally: `--facts-issues` or `--evidence assume` for an issue, `--author` for the author; reviews and checks are only where the pull request is.",
    ],
    [
      "auth.files-incomplete",
      "block",
      "The list of changed files is not complete",
      "Whatever else is there, a change that cannot be seen whole is not allowed.",
      "Split the change, or collect the files again.",
    ],
  ]),
  ...inArea("drift", [
    [
      "drift.tier0-escape",
      "block",
      "Passed as documentation or tests, but holds something else",
      "The tier is 0, yet a path of the full list is neither documentation nor test. Misaligned.",
      "Take the other files out, or link the issue that asks for them.",
    ],
    [
      "drift.outside-intent",
      "block",
      "Files that the request does not explain",
      "At least one file has no connection to the words of the request, nor to the files that have. Misaligned.",
      "Move these files to a change of their own, or name them in the issue or an approved plan.",
    ],
    [
      "drift.intent-class",
      "block",
      "The request is about documentation only",
      "Every issue that counts is about documentation, and a file that is none changed. Misaligned.",
      "Take the code out, or link an issue that asks for it.",
    ],
    [
      "drift.nothing-explained",
      "block",
      "No file has anything to do with the request",
      "The request is long enough to tell, and even the best-matching file shares next to nothing with it. Misaligned.",
      "Check that the right issue is linked, or say in the issue what has to change.",
    ],
    [
      "drift.no-request",
      "warn",
      "There is no request to compare with",
      "No issue or plan counts, so there is nothing to drift from. Unclear; never blocks.",
      "Link the issue that asks for this change.",
    ],
    [
      "drift.short-request",
      "info",
      "The request is too short to compare with",
      "Fewer than three words are left after the stop list. Unclear; never blocks.",
      "Say in the issue what should change.",
    ],
    [
      "drift.near",
      "info",
      "A file is close to being unexplained",
      "No file is out of scope, but one is near the limit. Unclear; never blocks.",
      "Look at the files that are named.",
    ],
    [
      "drift.not-seen",
      "info",
      "Most of the change could not be read",
      "More than half of the core files have neither a patch nor identifiers. Unclear; never blocks.",
      "Look at the files yourself.",
    ],
    [
      "drift.lockfile-alone",
      "warn",
      "A lockfile changed without its manifest",
      "No manifest of the same ecosystem is part of the change.",
      "Ask why the lock moved when nothing it locks did.",
    ],
  ]),
  ...inArea("test", [
    [
      "test.weakened",
      "warn",
      "A test is weaker than before",
      "A test was removed, renamed away, lost lines or was switched off in a change that also touches other files. Added lines never make up for removed ones.",
      "Check that something still tests the same.",
    ],
  ]),
];
