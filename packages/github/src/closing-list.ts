/** @module The platform's own list of the issues a change closes, read from an answer, with what of it could not be given. */

import type { IssueAddress } from "@warrant/kernel/change/facts";
import { issueKey } from "@warrant/kernel/text/issue-key";
import type { ClosingAnswer, IssueAnswer } from "./answers.ts";
import type { GraphqlFault } from "./graphql-answer.ts";
import { faultAt } from "./graphql-answer.ts";

export interface ClosingList {
  readonly closing: readonly IssueAddress[];
  readonly byHand: readonly IssueAddress[];
  /** What each listed issue says, or the platform's word for why it could not be read whole. */
  readonly details: ReadonlyMap<string, IssueAnswer | { readonly fault: string }>;
  /** Why the list is not whole; null when it is. */
  readonly why: string | null;
}

/** Where both lists stand in the answers. */
const root = ["repository", "pullRequest"];

/** The list of an answer. An issue of which a part is missing is unreadable: what is missing could be who edited it. */
export function closingListOf(answer: ClosingAnswer, faults: readonly GraphqlFault[]): ClosingList {
  const { closing, linkedByHand = { totalCount: 0, nodes: [] } } = answer;
  const nodes = closing?.nodes ?? null;
  const handNodes = linkedByHand?.nodes ?? null;
  const details = new Map<string, IssueAnswer | { readonly fault: string }>();
  const addresses: IssueAddress[] = [];
  for (const [index, node] of (nodes ?? []).entries()) {
    if (node === null) continue;
    const address = { repository: node.repository.nameWithOwner, number: node.number };
    const fault = faultAt(faults, [...root, "closing", "nodes", index]);
    addresses.push(address);
    details.set(issueKey(address), fault === undefined ? node : { fault: fault.type });
  }
  const byHand = (handNodes ?? []).flatMap((node) =>
    node === null ? [] : [{ repository: node.repository.nameWithOwner, number: node.number }],
  );
  const isWhole =
    nodes !== null &&
    handNodes !== null &&
    !nodes.includes(null) &&
    !handNodes.includes(null) &&
    closing?.totalCount === nodes.length &&
    linkedByHand?.totalCount === handNodes.length;
  return { closing: addresses, byHand, details, why: isWhole ? null : "not all linked issues could be read" };
}
