/** @module How the gate of each host stands, as lines for people. */

import type { DoctorLine, HostReport } from "@warrant/hosts/doctor/doctor";
import { outside } from "@warrant/kernel/render/outside";
import type { Colours } from "./colours.ts";

function mark({ ok }: DoctorLine): string {
  if (ok === null) return "·";
  return ok ? "✓" : "✗";
}

function reportLines({ host, is_live: isLive, lines }: HostReport, colours: Colours): string[] {
  const width = Math.max(...lines.map(({ check }) => check.length));
  return [
    colours.bold(isLive ? `${host}: the gate is live` : `${host}: the gate is not live`),
    ...lines.flatMap((line) => [
      `${mark(line)} ${line.check.padEnd(width)}  ${outside(line.found, 500, "space")}`,
      ...(line.next === "" ? [] : [`  ${" ".repeat(width)}  → ${outside(line.next, 300)}`]),
    ]),
  ];
}

/** The page. */
export function hooksText(reports: readonly HostReport[], colours: Colours): string {
  if (reports.length === 0) return "No host is connected. Connect one: warrant hooks install claude-code\n";
  return `${reports.map((report) => reportLines(report, colours).join("\n")).join("\n\n")}\n`;
}
