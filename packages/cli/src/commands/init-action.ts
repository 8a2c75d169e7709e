/** @module The `action` section of a new `warrant.yaml`, all of it switched off: what it does and its defaults. */

import { key, type Section, section } from "./init-section.ts";

/** A repository's file may make the gate enforce and add rules that deny or ask, nothing else. */
export const action: Section = section(
  "action",
  [
    "A person's own file says all of it; a repository's may switch enforce on and add rules that deny or ask.",
    "What the gate before an agent's tool calls does.",
  ],
  key("enabled", "true", "false: no call is judged. Only a person's own file may say so."),
  key("enforce", "false", "false: calls are judged and recorded, nothing is refused. true: the same verdicts hold."),
  key("defer", '"off"', "on: a call nobody can answer for is held back where the host can do that."),
  key(
    "tools",
    "{ mcp__files__get: { effects: [{ kind: read, target_from: path }], paths: [path], reversibility: reversible } }",
    "What tools of MCP servers do, by full name; others are not understood. Only a person's own file may say so.",
  ),
  key(
    "rules",
    "[{ id: no-force, decision: deny, unknown: deny, command: { name: git, subcommand: push, flags: [-f] } }]",
    'In the place of a command a rule may name an effect: { kind: write, target: "db/**" }',
    "What always allows, asks or denies.",
  ),
);
