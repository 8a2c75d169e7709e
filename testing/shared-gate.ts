/** @module One gate for all tests of a file, as at the beginning before each of them. */

import { afterAll, beforeEach } from "vitest";
import type { DoctorReport } from "../packages/github/src/doctor/doctor.ts";
import { type ExamineOptions, examineGate, openGate } from "./github-gate.ts";

export const gate = await openGate();
beforeEach(() => gate.reset());
afterAll(async () => await gate.github.close());

/** What the doctor says of it. */
export async function examine(options: ExamineOptions = {}): Promise<DoctorReport> {
  return await examineGate(gate, options);
}
