import { afterEach, describe, expect, it } from "vitest";
import { clientFor } from "../../../../testing/github-change.ts";
import { type Gate, type GateOptions, noForcePush, openGate, requiredCheck } from "../../../../testing/github-gate.ts";
import { type DoctorReport, examineRepository } from "./doctor.ts";
import { DoctorReport as DoctorReportSchema } from "./report.ts";

let gate: Gate | undefined;
afterEach(async () => {
  await gate?.github.close();
  gate = undefined;
});

async function open(options: GateOptions = {}): Promise<Gate> {
  gate = await openGate(options);
  return gate;
}

async function examine(opened: Gate, options: { branch?: string; token?: string } = {}): Promise<DoctorReport> {
  const client = clientFor(opened.github, options.token ?? opened.token);
  const report = await examineRepository(client, { repository: "ACME/shop", branch: options.branch });
  return DoctorReportSchema.parse(report);
}

function rulesOf(report: DoctorReport, severity?: string): string[] {
  const findings = report.findings.filter((each) => severity === undefined || each.severity === severity);
  return findings.map(({ rule }) => rule);
}

describe.each(["plain", "enterprise"] as const)("a gate that holds, on a %s server", (base) => {
  it("is said to hold, with the one thing that cannot be had with workflows", async () => {
    const opened = await open({ server: { base } });
    const report = await examine(opened);
    expect(report).toMatchObject({
      repository: "acme/shop",
      branch: "main",
      default_branch: "main",
      mode: "enforce",
      gate: "holds",
      configuration_valid: true,
    });
    expect(rulesOf(report)).toEqual(["source.shared"]);
    expect(report.answers.map(({ topic, state }) => [topic, state])).toEqual([
      ["configuration", "good"],
      ["mode", "good"],
      ["required", "good"],
      ["source", "note"],
      ["bypass", "good"],
      ["queue", "good"],
      ["check", "good"],
      ["workflow", "good"],
      ["workflows", "good"],
      ["actions", "good"],
    ]);
  });
});

it("E F1 the same repository gives the same bytes", async () => {
  const opened = await open();
  expect(JSON.stringify(await examine(opened))).toBe(JSON.stringify(await examine(opened)));
});
