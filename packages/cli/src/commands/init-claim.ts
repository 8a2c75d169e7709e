/** @module The `claim` section of a new `warrant.yaml`, all of it switched off: what it does and its defaults. */

import { key, type Section, section } from "./init-section.ts";

/** Of the claims at a stop a repository's file may only ask for more; what is said of changes stands here alone. */
export const claim: Section = section(
  "claim",
  [
    "A person's own file says all but checks, change and keys; for reports a repository's may only ask for more.",
    "What becomes of what agents report.",
  ],
  key("enforce", "false", "false: reports are judged and nobody is sent back. true: the same verdicts hold."),
  key("excerpt", "interleaved", "The least grade of a quote that is accepted: interleaved, repaired or exact."),
  key("unverified", "allow", "deny: a report with a claim that the record does not settle is refused."),
  section(
    "phrases",
    ["Phrases that stand where evidence should: what each kind of them does, off, warn or block."],
    key("placeholder", "block", "Text that was to be filled in."),
    key("simulated", "block", "Output that nothing printed."),
    key("printed_call", "block", "A tool call written as text."),
    key("claimed_tool_use", "block", "A tool that was not used."),
    key("claimed_test_results", "block", "Test results without a run."),
    key("certainty", "warn", "A certainty that no evidence can carry."),
    key("as_we_can_see", "warn", "Something the reader does not see."),
    key("prior_knowledge", "warn", "General knowledge in the place of evidence."),
    key("extra", '[{ category: certainty, text: "rock solid" }]', "Phrases of your own."),
  ),
  key("tools", "{ alias: [[run_sql, query_sql]] }", "Tools that are one tool under several names."),
  key(
    "runners",
    "[{ kind: tests, argv: [bin/check], scope: full }]",
    "Commands that are your tests, build, typecheck or lint, and whether they run all of it (full) or a part (narrow).",
  ),
  key("stop", "{ max_blocks: 2, unverified: false }", "How often an agent is sent back for one request, at most 4."),
  key(
    "checks",
    '{ tests: ["test*"], build: ["build*"], typecheck: [types], lint: [lint] }',
    "Checks of the platform that answer for what a pull request says of itself.",
  ),
  key("change", "report", "deny: a pull request whose own text is contradicted by the record is refused."),
  key("keys", "[.warrant/keys/ci.pub]", "Public keys whose signature on a session's receipt counts."),
);
