/**
 * @module The tool `approve` that Claude Code asks with `--permission-prompt-tool` for what its own rules would have asked a
 * person. It grants nothing a person did not, and may wait for their answer for a while (hosts, section 11).
 */

import { canonicalJson } from "@warrant/kernel/canonical";
import { type Fields, fieldsOf, textOf } from "./adapter.ts";
import { runPayload } from "./hook.ts";
import type { HookOutput } from "./outcome.ts";
import { permissionTool } from "./permission-tool-adapter.ts";
import type { GatePort } from "./port.ts";

/** What the host sends, as its MCP client sends it. */
export interface ApproveRequest {
  readonly tool_name: string;
  readonly input: Fields;
  readonly tool_use_id?: string | undefined;
}

/** The text of the one block that goes back, as an object. */
export type ApproveAnswer =
  | { readonly behavior: "allow"; readonly updatedInput: Fields }
  | { readonly behavior: "deny"; readonly message: string };

export interface ApproverOptions {
  readonly port: GatePort;
  /** What is known of the session beside the request. */
  readonly session: { readonly id: string; readonly cwd: string | null };
  /** What a person answered to a question of the inbox; null while it waits. */
  readonly answerTo: (inbox: string) => Promise<"approved" | "denied" | null>;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** Clients give up after a minute. */
const longestWait = 50_000;
const pause = 500;

const failure = "Warrant: the gate failed. Next: run `warrant hooks doctor` in a terminal. [action.failed]";

const refusedByPerson = "Warrant: the person who was asked said no. Next: go on without it. [authority.nobody-to-ask]";

interface Judged {
  readonly answer: ApproveAnswer;
  /** The question that waits, when one does. */
  readonly inbox: string | null;
}

function judgedIn({ stdout, exit }: HookOutput): Judged {
  const { behavior, updatedInput, message, inbox } = exit === 0 ? fieldsOf(JSON.parse(stdout)) : {};
  if (behavior === "allow") return { answer: { behavior, updatedInput: fieldsOf(updatedInput) }, inbox: null };
  return { answer: { behavior: "deny", message: textOf(message) ?? failure }, inbox: textOf(inbox) };
}

interface Wait {
  readonly id: string | undefined;
  readonly answer: Promise<ApproveAnswer>;
}

/**
 * The function of the tool. A question waits for a person for at most 50 seconds of the port's clock, and then the call is
 * refused with the id it waits under. The same call again joins the wait; another call with the same arguments waits for the
 * first and is then judged by itself, since one yes is for one call.
 */
export function approver({
  port,
  session,
  answerTo,
  sleep,
}: ApproverOptions): (request: ApproveRequest) => Promise<ApproveAnswer> {
  const waits = new Map<string, Wait>();

  async function judge(request: ApproveRequest): Promise<Judged> {
    const payload = { ...request, session_id: session.id, cwd: session.cwd };
    return judgedIn(await runPayload(port, permissionTool, null, payload));
  }

  async function wait(request: ApproveRequest): Promise<ApproveAnswer> {
    const end = port.now() + longestWait;
    const { answer, inbox } = await judge(request);
    if (inbox === null) return answer;
    for (let left = longestWait; left > 0; left = end - port.now()) {
      await sleep(Math.min(pause, left));
      const said = await answerTo(inbox);
      if (said === "denied") return { behavior: "deny", message: refusedByPerson };
      // A yes is spent where the call is judged again.
      if (said === "approved") return (await judge(request)).answer;
    }
    return answer;
  }

  async function approve(request: ApproveRequest): Promise<ApproveAnswer> {
    const key = canonicalJson([request.tool_name, request.input]);
    const first = waits.get(key);
    if (first !== undefined) {
      const answer = await first.answer;
      if (first.id !== undefined && first.id === request.tool_use_id) return answer;
      return (await judge(request)).answer;
    }
    const answer = wait(request);
    waits.set(key, { id: request.tool_use_id, answer });
    try {
      return await answer;
    } finally {
      waits.delete(key);
    }
  }

  return async (request) => {
    try {
      return await approve(request);
    } catch {
      return { behavior: "deny", message: failure };
    }
  };
}
