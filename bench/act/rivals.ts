/** @module What decides the same calls otherwise: a policy engine that is given our effects, a kit of rules about the text, and two gates that look at nothing. */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as cedar from "@cedar-policy/cedar-wasm/nodejs";
import type { ActionVerdict } from "@warrant/kernel/action/judge";
import { checkCommand } from "cc-safety-net/api";
import type { Decision } from "../../eval/gate-figures.ts";
import type { ShellCase } from "../../eval/shell-cases.ts";

/** A gate beside ours. `decide` is what is timed; it gets the effects that ours has read, for the engine that reads none. */
export interface Rival {
  readonly name: string;
  readonly decide: (one: ShellCase, read: ActionVerdict) => Decision;
}

const policySet = "gate";
const policies = `
  permit (principal, action, resource)
    when { context.kind == "read" || context.kind == "network" || context.reversibility == "reversible" };
  forbid (principal, action, resource) when { context.kind == "read" && context.reversibility != "reversible" };
  forbid (principal, action, resource) when { context.kind == "elevate" || context.kind == "delegate" };
  forbid (principal, action, resource) when { !context.understood };
`;

/** The engine has no word for asking: what it does not permit is refused. */
function byCedar(_one: ShellCase, { effects, understood }: ActionVerdict): Decision {
  for (const { kind, target, reversibility } of effects) {
    const answer = cedar.statefulIsAuthorized({
      principal: { type: "Agent", id: "session" },
      action: { type: "Action", id: kind },
      resource: { type: "Target", id: target },
      context: { kind, reversibility, understood },
      preparsedPolicySetId: policySet,
      entities: [],
    });
    if (answer.type === "failure" || answer.response.decision === "deny") return "deny";
  }
  return understood ? "allow" : "deny";
}

const home = mkdtempSync(join(tmpdir(), "warrant-bench-home-"));
mkdirSync(join(home, "app"));
process.on("exit", () => rmSync(home, { recursive: true, force: true }));

function moved(text: string): string {
  return text.replaceAll("/home/dev", home);
}

/** The gates, ready to decide. */
export function openRivals(): Rival[] {
  const parsed = cedar.preparsePolicySet(policySet, { staticPolicies: policies });
  if (parsed.type === "failure")
    throw new Error(`the policies of Cedar cannot be read: ${JSON.stringify(parsed.errors)}`);
  return [
    { name: `Cedar ${cedar.getCedarVersion()}, given our effects`, decide: byCedar },
    {
      name: "the rules of cc-safety-net 2.4.5, given the text",
      // It looks at the disk and refuses everything where the folder is not there: this one has the same place below its home.
      decide: ({ command, cwd }) => checkCommand({ command: moved(command), cwd: moved(cwd) }).kind,
    },
    { name: "allow all", decide: () => "allow" },
    { name: "deny all", decide: () => "deny" },
  ];
}
