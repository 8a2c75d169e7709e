/** @module The port of a machine on which the gate cannot work: everything it is asked fails, so that every call is refused. */

import type { GatePort } from "@warrant/hosts/port";

/** @param why a sentence, for whoever looks into it. */
export function noPort(why: string): GatePort {
  const fail = (): never => {
    throw new Error(why);
  };
  const reject = async (): Promise<never> => fail();
  return {
    now: () => 0,
    hostFacts: fail,
    policy: reject,
    surroundings: reject,
    look: () => ({ type: "unreadable" }),
    memory: reject,
    authority: reject,
    take: reject,
    useEnvelope: reject,
    park: reject,
    record: reject,
    siblings: reject,
    entry: () => "changed",
    answers: reject,
    claimRun: reject,
  };
}
