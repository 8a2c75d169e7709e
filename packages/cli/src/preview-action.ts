/**
 * @module What the gate would say of a command an agent wants to run here: the real machine, policy and work tree, asked
 * beforehand. Nothing is stored, no approval is used, and no envelope counts.
 */

import { realpathSync } from "node:fs";
import { describeEnvironment } from "@warrant/hosts/client/call-environment";
import type { CallEvent } from "@warrant/hosts/event";
import { factsOf } from "@warrant/hosts/facts";
import type { SessionMemory } from "@warrant/hosts/memory";
import type { AuthorityRead, CompiledPolicy } from "@warrant/hosts/port";
import { readPrompt } from "@warrant/hosts/prompt";
import { freshMemory } from "@warrant/hosts/remember";
import { judgeAction, type RecordedVerdict, recordVerdict } from "@warrant/kernel/action/judge";
import { generalEngagement } from "@warrant/kernel/policy/derive";
import { freshSession } from "@warrant/kernel/policy/engage";
import { ExitError, exitCodes } from "./exit.ts";
import { compilePolicy } from "./gate/compile-policy.ts";
import { Machine } from "./gate/machine.ts";
import { gatePlaces } from "./gate/places.ts";
import { MachinePort } from "./gate/port.ts";
import type { Io } from "./io.ts";

/** What nobody delegated here. */
const nothingDelegated: AuthorityRead = {
  commitments: [],
  approvals: [],
  spend: { limit_usd: "unlimited", spent_usd: 0, running_usd: 0 },
  ceilings: [],
  autonomy_grants: [],
  is_writable: true,
};

/** A session in which a person has asked for this, or for nothing that narrows. */
function memoryOf(request: string | undefined, policy: CompiledPolicy): SessionMemory {
  const memory = freshMemory("");
  const asked = {
    request_id: "preview",
    prompt_id: null,
    origin: "human",
    resources: [],
    act: null,
    principal: null,
    text_digest: null,
    via: null,
    at: 0,
  };
  if (request === undefined)
    return { ...memory, request: { ...asked, engagement: generalEngagement, named: [], asks_irreversible: false } };
  const words = { text: request, surface: "cli", origin: { kind: "human", via: "prompt" } };
  const authority = {
    autonomy_grants: [policy.autonomy, ...policy.autonomy_grants],
    attendance: "interactive",
    posture: policy.posture,
  } as const;
  const { intent, bans } = readPrompt(words, policy, authority, () => freshSession);
  const { engagement, named, reading } = intent;
  return {
    ...memory,
    bans,
    request: { ...asked, engagement, named, asks_irreversible: reading.stakes === "irreversible" },
  };
}

function eventOf(command: string, cwd: string): CallEvent {
  return {
    kind: "call",
    moment: "before",
    host: "claude-code",
    event: "PreToolUse",
    session: "",
    cwd,
    folders: [],
    mode: null,
    agent: { id: null, type: null },
    transcript: null,
    call: { id: "", tool: "Bash", input: { command }, siblings: null },
  };
}

/**
 * The verdict a shell command would get from an agent in this folder.
 *
 * @param request what a person would have asked for; left out, something that narrows nothing.
 * @throws ExitError `usage` when the policy cannot be read.
 */
export async function previewAction(command: string, request: string | undefined, io: Io): Promise<RecordedVerdict> {
  const places = gatePlaces(io.env);
  if (places === null) throw new ExitError(exitCodes.usage, "there is no home folder. Set HOME.");
  const machine = new Machine({
    places,
    environment: io.env,
    now: () => io.wallClock(),
    code: import.meta.dirname,
  });
  const call = { ...describeEnvironment(io.env, true), is_headless: false };
  let problem: string | null = null;
  const port = new MachinePort(machine, call, async (tree) => {
    const compiled = await compilePolicy(places, tree);
    problem = compiled.problem;
    return compiled.policy;
  });
  const event = eventOf(command, realpathSync(io.cwd));
  const policy = await port.policy(event.cwd);
  if (policy === null)
    throw new ExitError(
      exitCodes.usage,
      `the configuration is not valid, so the gate would refuse every call:\n${problem}`,
    );
  const memory = memoryOf(request, policy);
  const facts = factsOf({
    event,
    memory,
    policy,
    surroundings: await port.surroundings(event, memory),
    authority: nothingDelegated,
    host: { ...port.hostFacts("claude-code", null), is_headless: false },
    now: io.wallClock(),
    look: port.look,
  });
  return recordVerdict(judgeAction(facts), facts);
}
