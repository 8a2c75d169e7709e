/** @module Answers in the forms of Anthropic's messages and of OpenAI's chat completions, whole and as event streams. */

export type Dialect = "anthropic" | "openai";

export interface Asked {
  readonly model: string;
  readonly stream: boolean;
  /** A JSON schema was asked for. */
  readonly hasSchema: boolean;
  /** The tool the answer has to be a call of. */
  readonly tool: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** What a request asks for; an error in words when the provider would refuse it. */
export function readRequest(dialect: Dialect, body: string): Asked | { readonly error: string } {
  let parsed: Fields;
  try {
    parsed = fields(JSON.parse(body));
  } catch {
    return { error: "the body is not JSON" };
  }
  const { model, messages, stream, tools, max_tokens } = parsed;
  if (typeof model !== "string" || model === "") return { error: "model: field required" };
  if (!Array.isArray(messages) || messages.length === 0) return { error: "messages: field required" };
  if (dialect === "anthropic" && typeof max_tokens !== "number") return { error: "max_tokens: field required" };
  const choice = fields(parsed["tool_choice"]);
  const named = dialect === "anthropic" ? choice["name"] : fields(choice["function"])["name"];
  const hasSchema =
    dialect === "anthropic"
      ? fields(fields(parsed["output_config"])["format"])["type"] === "json_schema" ||
        parsed["output_format"] !== undefined
      : fields(parsed["response_format"])["type"] === "json_schema";
  const tool = Array.isArray(tools) && tools.length > 0 && typeof named === "string" ? named : null;
  return { model, stream: stream === true, hasSchema, tool };
}

export interface Message {
  readonly text: string | null;
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
  readonly stop: string;
  readonly usage: Fields | null;
  readonly model: string;
  readonly refusal?: boolean;
}

/** The stop word of a dialect for what happened. */
export function stopWord(dialect: Dialect, what: "end" | "tools" | "refusal"): string {
  const words = {
    anthropic: { end: "end_turn", tools: "tool_use", refusal: "refusal" },
    openai: { end: "stop", tools: "tool_calls", refusal: "stop" },
  } as const;
  return words[dialect][what];
}

export function usageOf(dialect: Dialect, input: number, output: number): Fields {
  return dialect === "anthropic"
    ? { input_tokens: input, output_tokens: output }
    : { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

export function wholeMessage(dialect: Dialect, message: Message, id: string): Fields {
  const { text, calls, stop, usage, model, refusal = false } = message;
  const figures = usage === null ? {} : { usage };
  if (dialect === "anthropic") {
    const content = [
      ...(text === null ? [] : [{ type: "text", text }]),
      ...calls.map(({ name, input }, index) => ({ type: "tool_use", id: `toolu_${index}`, name, input })),
    ];
    return {
      id,
      type: "message",
      role: "assistant",
      model,
      content,
      stop_reason: stop,
      stop_sequence: null,
      ...figures,
    };
  }
  const tool_calls = calls.map(({ name, input }, index) => ({
    id: `call_${index}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  const said = {
    role: "assistant",
    content: refusal ? null : text,
    ...(refusal ? { refusal: text } : {}),
    ...(calls.length === 0 ? {} : { tool_calls }),
  };
  return {
    id,
    object: "chat.completion",
    created: 0,
    model,
    choices: [{ index: 0, message: said, finish_reason: stop }],
    ...figures,
  };
}

function event(data: unknown, name?: string): string {
  return `${name === undefined ? "" : `event: ${name}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
}

/** The same message of text as the events of a stream; the last one says that it is over. */
export function streamedMessage(dialect: Dialect, { text, stop, usage, model }: Message, id: string): string[] {
  const halves = [(text ?? "").slice(0, 20), (text ?? "").slice(20)];
  if (dialect === "anthropic") {
    const typed = (type: string, rest: Fields) => event({ type, ...rest }, type);
    const start = { id, type: "message", role: "assistant", model, content: [], stop_reason: null, usage: usage ?? {} };
    return [
      typed("message_start", { message: start }),
      typed("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
      ...halves.map((half) => typed("content_block_delta", { index: 0, delta: { type: "text_delta", text: half } })),
      typed("content_block_stop", { index: 0 }),
      typed("message_delta", { delta: { stop_reason: stop, stop_sequence: null }, usage: usage ?? {} }),
      typed("message_stop", {}),
    ];
  }
  const chunk = (delta: Fields, finish_reason: string | null = null) =>
    event({ id, object: "chat.completion.chunk", created: 0, model, choices: [{ index: 0, delta, finish_reason }] });
  return [
    chunk({ role: "assistant", content: "" }),
    ...halves.map((half) => chunk({ content: half })),
    chunk({}, stop),
    event("[DONE]"),
  ];
}

export function errorBody(dialect: Dialect, status: number, message: string): Fields {
  const types: Readonly<Record<number, string>> = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
  };
  const type = types[status] ?? "api_error";
  return dialect === "anthropic"
    ? { type: "error", error: { type, message } }
    : { error: { message, type, code: null } };
}
