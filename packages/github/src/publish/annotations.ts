/** @module Findings as annotations of a check run: at most 50, the worst first. */

import type { Finding, Severity } from "@warrant/kernel/finding";
import { severities } from "@warrant/kernel/finding";
import { outside } from "@warrant/kernel/render/outside";
import { ruleOf } from "@warrant/kernel/rules";
import type { ChangeVerdict } from "@warrant/kernel/verdict";
import { cutLine } from "./cut.ts";

/** Annotations one request may carry; a check run collects those of every request (report C11). */
export const mostAnnotations = 50;

export interface Annotation {
  readonly path: string;
  readonly start_line: 1;
  readonly end_line: 1;
  readonly annotation_level: "failure" | "warning" | "notice";
  readonly title: string;
  readonly message: string;
}

export interface Annotations {
  readonly shown: readonly Annotation[];
  /** All findings that name a file. */
  readonly total: number;
}

const levels = { block: "failure", warn: "warning", info: "notice" } as const satisfies Record<Severity, string>;

/** A path the platform can take: one that is not what it seems would have the whole check run refused. */
function isOrdinary(path: string): boolean {
  return path !== "" && path.length <= 1000 && !path.startsWith("/") && outside(path) === path;
}

function annotation(finding: Finding, path: string): Annotation {
  return {
    path,
    start_line: 1,
    end_line: 1,
    annotation_level: levels[finding.severity],
    title: cutLine(outside(ruleOf(finding.rule)?.title ?? finding.rule), 255),
    message: `${outside(finding.message)}${finding.next === "" ? "" : `\n→ ${outside(finding.next)}`}`,
  };
}

/** The findings that name a file, worst first, as many as one request carries. */
export function annotationsOf(verdict: ChangeVerdict): Annotations {
  const placed = severities.flatMap((severity) =>
    verdict.findings.filter((finding) => finding.severity === severity && (finding.where.path ?? "") !== ""),
  );
  const shown: Annotation[] = [];
  for (const finding of placed) {
    const { path = "" } = finding.where;
    if (shown.length === mostAnnotations) break;
    if (isOrdinary(path)) shown.push(annotation(finding, path));
  }
  return { shown, total: placed.length };
}
