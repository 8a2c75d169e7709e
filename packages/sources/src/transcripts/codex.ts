/** @module Reads lines of a Codex rollout, and of `codex exec --json` (claim gate, 2.3). */

import type { InvocationStatus } from "@warrant/kernel/claim/trace";
import type { CallCollector, CallEnd } from "./collector.ts";
import { argumentsOf, type Fields, fieldsOf, listOf, textOf, timeOf } from "./fields.ts";

/** Whether a line is one of this host. */
export function isCodexLine(value: unknown): boolean {
  const { type, payload, item } = fieldsOf(value);
  if (type === "session_meta" || type === "turn_context") return true;
  if (type === "response_item" || type === "event_msg") return typeof payload === "object";
  return (
    type === "thread.started" || ((type === "item.completed" || type === "item.started") && typeof item === "object")
  );
}

const exitHead = /^(?:Exit code: (?<code>[0-9]{1,3})|Process exited with code (?<other>[0-9]{1,3}))\s*$/m;
const denied = /^(?:exec command rejected by user|rejected by user|aborted by user|sandbox denied)/i;

function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isInteger(value) ? value : null;
}

function outputOf(value: unknown): { text: string; code: number | null; failed: boolean } {
  let text = "";
  let code: number | null = null;
  let failed = false;
  let body: unknown = value;
  if (typeof value === "string") {
    text = value;
    try {
      body = value.startsWith("{") ? JSON.parse(value) : null;
    } catch {
      body = null;
    }
  }
  const fields = fieldsOf(body);
  const inner = fields["output"] ?? fields["content"];
  if (typeof inner === "string") text = inner;
  else if (Array.isArray(body) || Array.isArray(inner)) {
    const parts = listOf(Array.isArray(body) ? body : inner).map((part) => textOf(fieldsOf(part)["text"]) ?? "");
    text = parts.join("\n");
  }
  code = numberOf(fieldsOf(fields["metadata"])["exit_code"]);
  if (fields["success"] === false) failed = true;
  if (code === null) {
    const found = exitHead.exec(text.slice(0, 400))?.groups;
    const written = found?.["code"] ?? found?.["other"];
    if (written !== undefined) code = Number(written);
  }
  return { text, code, failed };
}

function endOf(value: unknown, ended: string | undefined): CallEnd {
  const { text, code, failed } = outputOf(value);
  let status: InvocationStatus = failed || (code !== null && code !== 0) ? "error" : "ok";
  if (denied.test(text)) status = "denied";
  return { text, status, exit_code: code, ...(ended === undefined ? {} : { ended_at: ended }) };
}

const itemStatuses: Readonly<Record<string, InvocationStatus>> = {
  completed: "ok",
  failed: "error",
  declined: "denied",
  in_progress: "running",
};

/** A patch that changes these files, so that their paths are read as any patch's. */
function patchOf(changes: unknown): string {
  const verbs: Readonly<Record<string, string>> = { add: "Add", delete: "Delete", update: "Update" };
  const sections = listOf(changes).flatMap((change) => {
    const { path, kind } = fieldsOf(change);
    const name = typeof kind === "string" ? kind : (textOf(fieldsOf(kind)["type"]) ?? "update");
    return typeof path === "string" ? [`*** ${verbs[name] ?? "Update"} File: ${path}`] : [];
  });
  return ["*** Begin Patch", ...sections, "*** End Patch"].join("\n");
}

export class CodexReader {
  readonly #calls: CallCollector;

  constructor(calls: CallCollector) {
    this.#calls = calls;
  }

  line(value: unknown): void {
    const line = fieldsOf(value);
    const time = timeOf(line["timestamp"]);
    const payload = fieldsOf(line["payload"]);
    switch (line["type"]) {
      case "session_meta":
        this.#calls.session ||= textOf(payload["id"]) ?? "";
        this.#calls.cwd ??= textOf(payload["cwd"]);
        return;
      case "thread.started":
        this.#calls.session ||= textOf(line["thread_id"]) ?? "";
        return;
      case "response_item":
        this.#item(payload, time);
        return;
      case "item.completed":
        this.#completed(fieldsOf(line["item"]));
        return;
      default:
    }
  }

  #item(item: Fields, time: string | undefined): void {
    const { type } = item;
    const id = textOf(item["call_id"]) ?? textOf(item["id"]);
    const isCall = type === "function_call" || type === "custom_tool_call" || type === "local_shell_call";
    const isOutput = type === "function_call_output" || type === "custom_tool_call_output";
    if (!isCall && !isOutput) return;
    if (id === null) {
      this.#calls.lose(isCall ? "call that could not be read" : "result that could not be read");
      return;
    }
    if (isOutput) {
      this.#calls.end(id, endOf(item["output"], time));
      return;
    }
    const isShell = type === "local_shell_call";
    const tool = isShell ? "local_shell" : (textOf(item["name"]) ?? "unknown");
    const given = isShell ? fieldsOf(item["action"]) : argumentsOf(item["arguments"] ?? item["input"]);
    this.#calls.start({ id, tool, arguments: given, ...(time === undefined ? {} : { started_at: time }) });
  }

  /** What `exec --json` tells when an item ended. */
  #completed(item: Fields): void {
    const id = textOf(item["id"]);
    const { type } = item;
    if (type !== "command_execution" && type !== "file_change" && type !== "mcp_tool_call") return;
    if (id === null) {
      this.#calls.lose("call that could not be read");
      return;
    }
    const code = numberOf(item["exit_code"]);
    const status =
      itemStatuses[textOf(item["status"]) ?? ""] ?? (code === null ? "unknown" : code === 0 ? "ok" : "error");
    if (type === "command_execution") {
      const command = textOf(item["command"]) ?? "";
      this.#calls.start({ id, tool: "shell", arguments: { command } });
      this.#calls.end(id, { text: textOf(item["aggregated_output"]) ?? "", status, exit_code: code });
    } else if (type === "file_change") {
      this.#calls.start({ id, tool: "apply_patch", arguments: { input: patchOf(item["changes"]) } });
      this.#calls.end(id, { text: "", status, exit_code: null });
    } else {
      const tool = `mcp__${textOf(item["server"]) ?? "unknown"}__${textOf(item["tool"]) ?? "unknown"}`;
      this.#calls.start({ id, tool, arguments: argumentsOf(item["arguments"]) });
      const result = item["result"];
      const text =
        typeof result === "string"
          ? result
          : listOf(fieldsOf(result)["content"])
              .map((part) => textOf(fieldsOf(part)["text"]) ?? "")
              .join("\n");
      this.#calls.end(id, { text, status, exit_code: null });
    }
  }
}
