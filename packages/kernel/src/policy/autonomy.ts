/** @module What a person's delegation makes of the stakes: the table of approval, and who is there to answer. */

import { parseWord } from "../parse-word.ts";
import { narrow, type RequestWord, readOn, requestScales } from "../scale.ts";

/** What a person delegated, and whether one can answer. Never inferred from words. */
export interface Authority {
  /** One for each side that grants (configuration, channel, policy); the lowest counts. None: manual. */
  readonly autonomy_grants: readonly RequestWord<"autonomy">[];
  readonly attendance: RequestWord<"attendance">;
  readonly posture: "on" | "off";
}

type Row = Readonly<Record<RequestWord<"stakes">, RequestWord<"approval">>>;

/**
 * Approval by autonomy and stakes (section 8.2). The delegated row asks throughout: its yes is given call by call, by a
 * live envelope.
 */
const approvals: Readonly<Record<RequestWord<"autonomy">, Row>> = {
  manual: { inert: "ask", reversible: "ask", costly: "ask", irreversible: "ask" },
  assisted: { inert: "auto-approve", reversible: "auto-approve", costly: "ask", irreversible: "ask" },
  delegated: { inert: "ask", reversible: "ask", costly: "ask", irreversible: "ask" },
  autonomous: { inert: "auto-approve", reversible: "auto-approve", costly: "approve-safe", irreversible: "ask" },
};

/**
 * The approval of stakes under all grants together. The table does not rise with autonomy (delegated asks where assisted
 * does not), so each grant's row is met: one more grant never widens.
 */
export function approvalOf(
  stakes: RequestWord<"stakes">,
  grants: readonly RequestWord<"autonomy">[],
): RequestWord<"approval"> {
  const level = readOn(requestScales.stakes, stakes);
  return narrow(
    requestScales.approval,
    ...grants.map((grant) => approvals[readOn(requestScales.autonomy, grant)][level]),
  );
}

/** The autonomy that is named to people: the lowest of all grants. */
export function autonomyNamed(grants: readonly RequestWord<"autonomy">[]): RequestWord<"autonomy"> {
  return narrow(requestScales.autonomy, ...grants);
}

/** The autonomy someone wrote. Not written: assisted. Not known: manual. */
export function autonomyOf(text: unknown): RequestWord<"autonomy"> {
  return text === undefined ? "assisted" : parseWord("autonomy", text).word;
}
