/** @module One issue as plan and beads files name it. */

import type { IssueAddress } from "@warrant/kernel/change/facts";

const maximumNumber = 9_999_999_999;

/**
 * The issue a value names: `N`, `#N` or `OWNER/REPO#N` exactly, each with an optional `gh-` before it; a number alone is
 * an issue of `repository`. Null for anything else: a link that can be read two ways is no link.
 */
export function readIssueAddress(value: unknown, repository: string): IssueAddress | null {
  if (typeof value === "number") {
    return Number.isInteger(value) && value >= 1 && value <= maximumNumber ? { repository, number: value } : null;
  }
  if (typeof value !== "string" || value.length > 400) return null;
  const pattern =
    /^(?:gh-)?(?:(?<owner>[A-Za-z0-9](?:[A-Za-z0-9-]{0,38}))\/(?<name>[A-Za-z0-9_.-]{1,100})#|#?)(?<number>[1-9]\d{0,9})$/;
  const groups = pattern.exec(value.trim())?.groups;
  if (groups === undefined) return null;
  const { owner, name, number } = groups;
  return {
    repository: owner === undefined || name === undefined ? repository : `${owner}/${name}`,
    number: Number(number),
  };
}

/** Whether two addresses are one issue; names of owners and repositories are compared without case. */
export function isSameIssue(left: IssueAddress, right: IssueAddress): boolean {
  return left.number === right.number && left.repository.toLowerCase() === right.repository.toLowerCase();
}
