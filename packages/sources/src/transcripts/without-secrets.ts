/** @module What tools were given and gave back, without secrets: a trace is shown to people and to verifiers. */

import { maskText, maskValue } from "@warrant/kernel/text/mask";
import { fieldsOf } from "./fields.ts";

/** A record is kept whole, so that what stands far back in it can still be quoted; a tool's values are rarely this deep. */
const whole = { deepest: 64, widest: Number.POSITIVE_INFINITY };

/** A value without secrets. */
export function valueWithoutSecrets(value: unknown): unknown {
  return maskValue(value, maskText, whole);
}

/** Longer than any secret that is known by its shape. */
const margin = 5_000;

/** The two ends of a long text. What stands across a cut is masked before it is cut. */
export function endsWithoutSecrets(text: string, half: number): { head: string; tail: string } {
  return {
    head: maskText(text.slice(0, half + margin)).slice(0, half),
    tail: maskText(text.slice(-half - margin)).slice(-half),
  };
}

/** A result, masked between its cuts, since masking moves them. */
function resultWithoutSecrets(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { text, cuts, structured, ...rest } = fieldsOf(value);
  const extra = structured === undefined ? {} : { structured: valueWithoutSecrets(structured) };
  if (typeof text !== "string") return { ...rest, ...(text === undefined ? {} : { text }), ...extra };
  // Cuts that cannot be read are left to the reader of traces, which takes such a record for cut somewhere.
  if (cuts !== undefined && !(Array.isArray(cuts) && cuts.every((one) => Number.isSafeInteger(one))))
    return { ...rest, text: maskText(text), cuts, ...extra };
  const places = [...new Set((cuts ?? []) as number[])]
    .filter((at) => at > 0 && at < text.length)
    .toSorted((left, right) => left - right);
  let kept = "";
  const moved: number[] = [];
  for (const [index, from] of [0, ...places].entries()) {
    if (index > 0) moved.push(kept.length);
    kept += maskText(text.slice(from, places[index] ?? text.length));
  }
  return { ...rest, text: kept, ...(cuts === undefined ? {} : { cuts: moved }), ...extra };
}

/** A trace document of anybody, its calls without secrets; what is none of these is left as it is. */
export function traceWithoutSecrets(value: unknown): unknown {
  const { invocations } = fieldsOf(value);
  if (!Array.isArray(invocations)) return value;
  const calls = (invocations as unknown[]).map((call) => {
    if (typeof call !== "object" || call === null || Array.isArray(call)) return call;
    const { arguments: given, result, ...rest } = fieldsOf(call);
    return {
      ...rest,
      ...(given === undefined ? {} : { arguments: valueWithoutSecrets(given) }),
      ...(result === undefined ? {} : { result: resultWithoutSecrets(result) }),
    };
  });
  return { ...fieldsOf(value), invocations: calls };
}
