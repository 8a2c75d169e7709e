/** @module Reads lines of a Claude Code transcript: tool uses, their results, and which call started which sub-agent (claim gate, 2.3). */

import type { InvocationStatus } from "@warrant/kernel/claim/trace";
import type { CallCollector, CallEnd } from "./collector.ts";
import { argumentsOf, type Fields, fieldsOf, listOf, textOf, timeOf } from "./fields.ts";

const shells = new Set(["Bash", "PowerShell"]);

/** Text parts joined by line ends; what is no text becomes structured. */
function contentOf(value: unknown): { text: string; structured?: unknown } {
  if (typeof value === "string") return { text: value };
  const texts: string[] = [];
  const others: unknown[] = [];
  for (const part of listOf(value)) {
    const { type, text } = fieldsOf(part);
    if (type === "text" && typeof text === "string") texts.push(text);
    else if (type !== "image") others.push(part);
  }
  return { text: texts.join("\n"), ...(others.length === 0 ? {} : { structured: others }) };
}

const exitLine = /^Exit code (?<code>[0-9]{1,3})(?:\r?\n|$)/;
const denied =
  /^(?:The user doesn't want to (?:proceed|take this action)|Permission to use \S+ (?:has been|with)|The user rejected)/;
/** A hook that refuses a call is named first; so does ours. */
const refused = /^(?:PreToolUse(?::\S+)? hook (?:error|blocking error|denied)|Hook PreToolUse(?::\S+)? denied)/;
const interrupted =
  /\[Request interrupted by user|^(?:Exit code [0-9]{1,3}\r?\n)?(?:<error>)?Command was aborted before completion/;
const timedOut = /^(?:Exit code [0-9]{1,3}\r?\n)?(?:<error>)?Command timed out after /;
const background = /^Command (?:running in background|was manually backgrounded)/;

function endOf(tool: string, block: Fields, ended: string | undefined): CallEnd {
  const content = contentOf(block["content"]);
  const isError = block["is_error"] === true;
  const code = isError ? exitLine.exec(content.text)?.groups?.["code"] : undefined;
  let status: InvocationStatus = isError ? "error" : "ok";
  if (isError && (denied.test(content.text) || refused.test(content.text))) status = "denied";
  else if (isError && shells.has(tool) && timedOut.test(content.text)) status = "timeout";
  else if (isError && interrupted.test(content.text)) status = "interrupted";
  else if (shells.has(tool) && background.test(content.text)) status = "running";
  const isDone = status === "ok" && shells.has(tool);
  return {
    ...content,
    status,
    exit_code: code === undefined ? (isDone ? 0 : null) : Number(code),
    ...(ended === undefined ? {} : { ended_at: ended }),
  };
}

/** Whether a line is one of this host. */
export function isClaudeLine(value: unknown): boolean {
  const { type, message, sessionId } = fieldsOf(value);
  return (type === "assistant" || type === "user") && typeof message === "object" && typeof sessionId === "string";
}

/** Reads the lines of one session and of its sub-agents. Lines of unknown types are none of a call. */
export class ClaudeReader {
  readonly #calls: CallCollector;
  readonly #tools = new Map<string, string>();

  constructor(calls: CallCollector) {
    this.#calls = calls;
  }

  line(value: unknown): void {
    const line = fieldsOf(value);
    const { type } = line;
    if (type !== "assistant" && type !== "user") return;
    const message = fieldsOf(line["message"]);
    const time = timeOf(line["timestamp"]);
    this.#calls.session ||= textOf(line["sessionId"]) ?? "";
    this.#calls.cwd ??= textOf(line["cwd"]);
    const agent = line["isSidechain"] === true ? (textOf(line["agentId"]) ?? "sidechain") : "main";
    for (const part of listOf(message["content"])) {
      const block = fieldsOf(part);
      if (type === "assistant" && block["type"] === "tool_use") this.#use(block, agent, time);
      if (type === "user" && block["type"] === "tool_result") this.#result(block, line, time);
    }
  }

  #use(block: Fields, agent: string, started: string | undefined): void {
    const [id, tool] = [textOf(block["id"]), textOf(block["name"])];
    if (id === null || tool === null) {
      this.#calls.lose("call that could not be read");
      return;
    }
    this.#tools.set(id, tool);
    const given = argumentsOf(block["input"]);
    this.#calls.start({
      id,
      tool,
      arguments: given,
      agent_id: agent,
      ...(started === undefined ? {} : { started_at: started }),
    });
  }

  #result(block: Fields, line: Fields, ended: string | undefined): void {
    const id = textOf(block["tool_use_id"]);
    if (id === null) {
      this.#calls.lose("result that could not be read");
      return;
    }
    const started = textOf(fieldsOf(line["toolUseResult"])["agentId"]);
    if (started !== null) this.#calls.agent(started, id);
    this.#calls.end(id, endOf(this.#tools.get(id) ?? "", block, ended));
  }
}
