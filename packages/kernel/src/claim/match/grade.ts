/** @module How well an excerpt stands in a result, best first (claim gate, 4.3). */

export const excerptGrades = ["exact", "repaired", "interleaved", "partial", "absent", "misattributed"] as const;
export type ExcerptGrade = (typeof excerptGrades)[number];

/** Whether a grade is at least the least one that is accepted. */
export function isAcceptedGrade(grade: ExcerptGrade, least: ExcerptGrade): boolean {
  return excerptGrades.indexOf(grade) <= Math.min(excerptGrades.indexOf(least), 2);
}
