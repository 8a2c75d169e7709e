/** @module The findings of a reading: their words come from the rule catalogue, what they are about from the request. */

import { compareText } from "../../compare-text.ts";
import type { Finding } from "../../finding.ts";
import { requestRules } from "../../rules/request.ts";
import { cleanQuote } from "../../text/clean.ts";

const byId = new Map(requestRules.map((rule) => [rule.id, rule]));

/** A finding of the catalogue's request area. `about` is shown cleaned, at most 120 characters of it. */
export function requestFinding(id: string, about?: string): Finding {
  const rule = byId.get(id);
  const severity = rule?.severity === "block" || rule?.severity === "warn" ? rule.severity : "info";
  const quote = about === undefined || about === "" ? {} : { quote: cleanQuote(about.slice(0, 120)) };
  return {
    rule: id,
    severity,
    message: `${rule?.title ?? id}.`,
    where: { field: "text" },
    ...quote,
    next: rule?.next ?? "Say it in other words.",
  };
}

/** Findings by rule and quote, each once: the order every reading carries them in. Kept free of schemas, for the hook. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  const keyed = new Map(findings.map((finding) => [`${finding.rule}\n${finding.quote ?? ""}`, finding]));
  return [...keyed].sort(([left], [right]) => compareText(left, right)).map(([, finding]) => finding);
}
