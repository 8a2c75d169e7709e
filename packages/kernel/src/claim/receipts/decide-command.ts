/** @module Whether a command was run as a claim says (claim gate, 5.4). */

import type { Invocation, Trace } from "../trace.ts";
import { checkOfArgv } from "./checks.ts";
import type { Deed, Deeds } from "./deeds.ts";
import type { Receipt, ReceiptOutcome, Stated } from "./kinds.ts";
import { readScript } from "./script.ts";
import { commandOf } from "./shell-call.ts";
import { baseName } from "./unwrap.ts";

/** Same program, the claimed arguments in order; others may stand between. */
function isSameCommand(ran: readonly string[], claimed: readonly string[]): boolean {
  if (baseName(ran[0] ?? "") !== baseName(claimed[0] ?? "")) return false;
  let at = 1;
  for (const word of claimed.slice(1)) {
    const found = ran.indexOf(word, at);
    if (found < 0) return false;
    at = found + 1;
  }
  return true;
}

/** The steps of one call that are the claimed commands, or null when one is missing. */
function stepsIn(deeds: readonly Deed[], claimed: readonly (readonly string[])[]): Deed[] | null {
  const found: Deed[] = [];
  for (const argv of claimed) {
    const step = deeds.find((deed) => deed.layers.some((layer) => isSameCommand(layer, argv)));
    if (step === undefined) return null;
    found.push(step);
  }
  return found;
}

function receipt(stated: Stated, outcome: ReceiptOutcome, reason: string, calls: readonly Invocation[] = []): Receipt {
  const ids = [...new Set(calls.map(({ id }) => id))].slice(0, 20);
  return { kind: stated.kind, outcome, reason, invocation_ids: ids, strength: "observed" };
}

function wasDenied(trace: Trace, claimed: readonly (readonly string[])[]): Invocation | undefined {
  return trace.invocations.find((call) => {
    const command = call.status === "denied" ? commandOf(call) : null;
    if (command === null) return false;
    const { steps } = readScript(command);
    return claimed.every((argv) => steps.some((step) => isSameCommand(step.argv, argv)));
  });
}

/** Another run of the same check that looks at everything. */
function isSameCheck(deed: Deed, claimed: readonly (readonly string[])[]): boolean {
  return claimed.some((argv) => {
    const wanted = checkOfArgv(argv);
    if (wanted === null || wanted === "edit" || deed.check?.scope !== "full") return false;
    return wanted.kinds.some((kind) => deed.check?.kinds.includes(kind) === true);
  });
}

/** The receipt of a claim that a command was run. */
export function decideCommand(stated: Stated, deeds: Deeds, trace: Trace): Receipt {
  const claimed = readScript(stated.command ?? "").steps.map(({ argv }) => argv);
  if (claimed.length === 0) return receipt(stated, "unverified", "opaque_run");
  const byCall = Map.groupBy(deeds.all, ({ call }) => call);
  for (const [call, own] of [...byCall].toReversed()) {
    const steps = stepsIn(own, claimed);
    if (steps === null) continue;
    if (call.status === "unknown" || call.status === "running")
      return receipt(stated, "unverified", "no_outcome", [call]);
    if (!deeds.isComplete) return receipt(stated, "unverified", "trace_incomplete", [call]);
    if (!stated.mustSucceed) return receipt(stated, "supported", "ran", [call]);
    const code = call.exit_code ?? (call.status === "ok" ? 0 : 1);
    if (code !== 0) return receipt(stated, "contradicted", "failing_run", [call]);
    const isMasked = !steps.every(({ decides }) => decides);
    return isMasked
      ? receipt(stated, "unverified", "exit_masked", [call])
      : receipt(stated, "supported", "exit_code", [call]);
  }
  if (!deeds.isComplete) return receipt(stated, "unverified", "trace_incomplete");
  const other = deeds.all.find((deed) => isSameCheck(deed, claimed));
  if (other !== undefined) return receipt(stated, "unverified", "different_command", [other.call]);
  const opaque = deeds.all.find(({ isOpaque }) => isOpaque);
  const denied = wasDenied(trace, claimed);
  if (denied !== undefined) return receipt(stated, "contradicted", "denied", [denied]);
  if (opaque !== undefined) return receipt(stated, "unverified", "opaque_run", [opaque.call]);
  return receipt(stated, "contradicted", "never_ran");
}
