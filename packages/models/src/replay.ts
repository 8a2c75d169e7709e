/** @module Recorded answers by prompt digest: the same prompts and answers give the same card (cards, section 11). */

import type { Sender, Sent } from "./sender.ts";

/** What came back for each prompt. JSON as it stands. */
export type Recording = Readonly<Record<string, Sent>>;

export interface Recorder {
  readonly sender: Sender;
  readonly recording: () => Recording;
}

/** A sender that also keeps what comes back: of one prompt asked twice the first answer, or the last failure without one. */
export function recorded(sender: Sender): Recorder {
  const kept = new Map<string, Sent>();
  return {
    sender: {
      provider: sender.provider,
      send: async (request) => {
        const sent = await sender.send(request);
        if (kept.get(request.promptDigest)?.kind !== "answer") kept.set(request.promptDigest, sent);
        return sent;
      },
    },
    recording: () => Object.fromEntries(kept),
  };
}

/** A sender that answers from a recording and asks nobody. A prompt it does not know is a failure that says so. */
export function replayed(provider: string, recording: Recording): Sender {
  return {
    provider,
    send: async ({ promptDigest }) => {
      const found = Object.hasOwn(recording, promptDigest) ? recording[promptDigest] : undefined;
      const detail = "The recording has no answer to this prompt.";
      return found ?? { kind: "failure", code: "unreachable", detail, retry: null, mayCost: false };
    },
  };
}
