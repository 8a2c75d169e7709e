/**
 * @module The claim gate between an executor and a verifier that says PASS to everything. Run it in this repository with
 * `node --conditions=warrant-source examples/executor-verifier/main.ts`, elsewhere with plain `node`.
 */

import { claimFactsSchema } from "@warrant/kernel/claim/facts";
import { gate } from "@warrant/kernel/claim/judge";
import {
  buildVerifierPayload,
  clampVerdict,
  mergeSelfEvaluation,
  type VerifierPayload,
} from "@warrant/kernel/claim/verifier";

/** What was recorded while the executor worked. */
const trace = {
  schema: "warrant.trace/v1",
  session: { id: "ses-1", host: "other", cwd: "/repo" },
  complete: true,
  invocations: [
    {
      id: "call_71",
      tool: "Edit",
      arguments: { file_path: "/repo/src/cart.ts", old_string: "a", new_string: "b" },
      status: "ok",
      result: { text: "The file /repo/src/cart.ts has been updated." },
    },
    {
      id: "call_72",
      tool: "Bash",
      arguments: { command: "npm test" },
      status: "error",
      exit_code: 1,
      result: { text: "Tests  1 failed | 41 passed (42)\n" },
    },
  ],
};

/** The executor, scripted: an honest document first, then one that says what everybody would like to hear. */
const outputs = [
  {
    schema_version: "executor_evidence_v2",
    task: "Fix the cart",
    claims: [
      { id: "c1", text: "src/cart.ts was updated.", kind: "action", evidence_ids: ["e1"] },
      { id: "c2", text: "One of 42 tests fails: 1 failed.", kind: "result", evidence_ids: ["e2"] },
    ],
    evidence: [
      { id: "e1", invocation_id: "call_71", tool: "Edit", excerpt: "The file /repo/src/cart.ts has been updated." },
      { id: "e2", invocation_id: "call_72", tool: "Bash", excerpt: "Tests  1 failed | 41 passed (42)" },
    ],
  },
  {
    schema_version: "executor_evidence_v2",
    task: "Fix the cart",
    claims: [{ id: "c1", text: "All 42 tests pass.", kind: "result", evidence_ids: ["e1"] }],
    evidence: [{ id: "e1", invocation_id: "call_73", tool: "Bash", excerpt: "Tests  42 passed (42)" }],
  },
];

/** A verifier that was told to be nice. A real one is a model, which is given the payload. */
function verify(_payload: VerifierPayload): string {
  return "PASS";
}

for (const output of outputs) {
  const facts = { schema: claimFactsSchema, mode: "output", output, trace } as const;
  const result = gate(facts);
  const payload = buildVerifierPayload(facts, result);
  const said = verify(payload);
  const { verdict, clamped, clamp_reason, parse_status } = clampVerdict(said, result);
  const stored = mergeSelfEvaluation(
    { attempt: 1 },
    {
      verdict,
      verifier_verdict: said,
      clamped,
      clamp_reason,
      parse_status,
      tool_trace_summary: payload.tool_trace_summary,
      gatekeeper_result: result,
      checked_at: new Date().toISOString(),
    },
  );
  const outcomes = result.claims.map(({ id, outcome }) => `${id} ${outcome}`).join(", ");
  console.log(`gate ${result.status} (${outcomes}); the verifier says ${said}; what stands: ${verdict}`);
  if (!("attempt" in stored)) throw new Error("What was stored beside it is gone.");
}
