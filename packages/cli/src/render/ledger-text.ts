/** @module The result of a ledger's check as text for people. */

import { withoutCommands } from "@warrant/kernel/render/ci-commands";
import { outside } from "@warrant/kernel/render/outside";
import type { BadRow, LedgerCheck } from "@warrant/ledger";

/** Damaged rows that are told one by one. */
const shownRows = 20;

const reasons: Readonly<Record<BadRow["reason"], string>> = {
  unreadable: "cannot be read",
  altered: "was altered",
  unknown: "is of a kind this version does not know",
  missing: "is missing",
  stray: "is out of place",
  "no-family": "belongs to nothing the ledger keeps",
};

/** Whether everything is as it was written. */
export function isSound({ bad, snapshots, storage }: LedgerCheck): boolean {
  return bad.length === 0 && snapshots.wrong.length === 0 && storage.length === 0;
}

function rowText({ stream, stream_seq: place, reason, rows }: BadRow): string {
  const what = rows === 1 ? `row ${place}` : `${rows} rows from ${place}`;
  return `  ${outside(stream, 120)}  ${what} ${reasons[reason]}`;
}

/** Counts, and every row that cannot be believed. */
export function ledgerCheckText(check: LedgerCheck): string {
  const { events, imported, streams, bad, snapshots, storage } = check;
  const rows = bad.reduce((sum, row) => sum + row.rows, 0);
  const more = bad.length - shownRows;
  const lines = [
    `${events} events in ${streams} streams${imported === 0 ? "" : `, ${imported} imported`}`,
    `${snapshots.compared} snapshots compared${snapshots.wrong.length === 0 ? "" : `, ${snapshots.wrong.length} wrong`}`,
    rows === 0
      ? "every row is as it was written"
      : `${rows} rows cannot be believed; what they granted does not count:`,
    ...bad.slice(0, shownRows).map(rowText),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...storage.map((line) => `storage: ${outside(line, 200)}`),
  ];
  return withoutCommands(`${lines.join("\n")}\n`);
}
