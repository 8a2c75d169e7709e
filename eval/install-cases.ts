/**
 * @module Cases of `hooks.jsonl` that are commands: installing runs the very command in an empty home folder; the doctor's report
 * is made from a machine that is as the case says and otherwise in order.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../packages/cli/src/main.ts";
import { hooksText } from "../packages/cli/src/render/hooks-text.ts";
import { undeclaredTools } from "../packages/hosts/src/doctor/declared-tools.ts";
import { examineHost, type HostSeen } from "../packages/hosts/src/doctor/doctor.ts";
import { type InstallableHost, installableHosts } from "../packages/hosts/src/install/entries.ts";
import type { HookOutput } from "../packages/hosts/src/outcome.ts";
import { testIo } from "../testing/io.ts";
import type { HookCase } from "./hook-cases.ts";

function plain(text: string): string {
  return text;
}

async function runCommand(args: readonly string[]): Promise<HookOutput> {
  const home = mkdtempSync(join(tmpdir(), "warrant-eval-"));
  try {
    const { io, stdout, stderr } = testIo({ cwd: home, env: { HOME: home } });
    const exit = await run(args, io);
    return { stdout: stdout(), stderr: stderr(), exit };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The machine of a doctor's case. */
function seenIn({ host, host_version: version, setup }: HookCase, asked: InstallableHost): HostSeen {
  const { trust, seen, gate_entry: state = "intact", mode = "enforce", fault } = setup;
  const isThere = fault !== "daemon-down";
  return {
    host: asked,
    entries: [{ layer: "user", file: `/home/dev/${host}/settings.json`, state }],
    others: [],
    trust: trust ?? (asked === "codex" ? "trusted" : null),
    canary: { exit: 0, is_refused: mode === "enforce", objects: 1, milliseconds: 20, problem: null },
    mode: fault === "bad-policy" ? null : mode,
    last_session: null,
    last_seen: null,
    unknown_tools: undeclaredTools(seen?.tool_names ?? []),
    version,
    ledger_problem: fault === "ledger-readonly" ? "it cannot be written" : null,
    daemon: isThere ? { version_fits: true, median_ms: 1 } : null,
  };
}

/** Runs one case. */
export async function runInstallCase(one: HookCase): Promise<HookOutput> {
  const [, action = one.event, name = one.host, ...rest] = one.argv ?? ["hooks", one.event, one.host];
  if (action !== "doctor") return runCommand(["hooks", action, name, ...rest]);
  const asked = installableHosts.find((host) => host === name);
  if (asked === undefined) return { stdout: "", stderr: `no host ${name}`, exit: 2 };
  const report = examineHost(seenIn(one, asked));
  return { stdout: hooksText([report], { bold: plain, dim: plain }), stderr: "", exit: report.is_live ? 0 : 1 };
}
