/**
 * @module Sends a question through the AI SDK's providers, loaded when the first question is asked. Their own retries are not
 * used; a structured answer is asked for by JSON schema, or by a forced tool where a server refuses that.
 */

import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import type { Access } from "./access.ts";
import { type Exchange, type Fetch, fetchInto, newExchange } from "./exchange.ts";
import { outcomeOf } from "./outcome.ts";
import type { Sender, SendRequest, Sent, Usage } from "./sender.ts";

type Form = "schema" | "tool" | "text";

const toolName = "answer";

async function modelOf(access: Access, model: string, fetching: Fetch): Promise<LanguageModelV4> {
  const { provider, baseUrl: baseURL, key } = access;
  if (provider === "anthropic") {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    const keys = key?.kind === "bearer" ? { authToken: key.value } : { apiKey: key?.value ?? "" };
    return createAnthropic({ baseURL, ...keys, fetch: fetching }).languageModel(model);
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const keys = key === null ? {} : { apiKey: key.value };
  const settings = { name: "provider", baseURL, supportsStructuredOutputs: true, fetch: fetching, ...keys };
  return createOpenAICompatible(settings).languageModel(model);
}

function optionsOf(request: SendRequest, form: Form): LanguageModelV4CallOptions {
  const { prompt, schema, outputTokens, signal } = request;
  const asked: LanguageModelV4CallOptions = {
    prompt: [
      { role: "system", content: prompt.system },
      { role: "user", content: [{ type: "text", text: prompt.user }] },
    ],
    maxOutputTokens: outputTokens,
    abortSignal: signal,
  };
  if (schema === null) return asked;
  if (form === "schema") {
    const anthropic = { structuredOutputMode: "outputFormat" };
    return { ...asked, responseFormat: { type: "json", name: toolName, schema }, providerOptions: { anthropic } };
  }
  const tool = { type: "function", name: toolName, description: "Gives the answer.", inputSchema: schema } as const;
  return { ...asked, tools: [tool], toolChoice: { type: "tool", toolName } };
}

/** Figures that nobody could mean: fewer than none, or more tokens than there were bytes. */
function usageOf({ usage }: LanguageModelV4GenerateResult, request: SendRequest): Usage | null {
  const input = usage.inputTokens.total;
  const output = usage.outputTokens.total;
  const bytes = Buffer.byteLength(request.prompt.system) + Buffer.byteLength(request.prompt.user);
  const isCount = (value: number | undefined, most: number): value is number =>
    value !== undefined && Number.isInteger(value) && value >= 0 && value <= most;
  return isCount(input, bytes + 20_000) && isCount(output, 10 * request.outputTokens + 1000) ? { input, output } : null;
}

function refusalIn(exchange: Exchange): boolean {
  try {
    const body = JSON.parse(exchange.body ?? "null") as { choices?: { message?: { refusal?: unknown } }[] } | null;
    const refusal = body?.choices?.[0]?.message?.refusal;
    return typeof refusal === "string" && refusal !== "";
  } catch {
    return false;
  }
}

/** The one text of a result, or what is wrong with it. */
function textOf({ content }: LanguageModelV4GenerateResult, form: Form): { text: string } | { error: string } {
  const calls = content.filter((part) => part.type === "tool-call");
  if (form !== "tool") {
    if (calls.length > 0) return { error: "the answer calls a tool that was never offered" };
    return { text: content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("") };
  }
  const [call] = calls;
  if (calls.length !== 1 || call === undefined) return { error: "the answer is not one call of the tool" };
  return call.toolName === toolName
    ? { text: call.input }
    : { error: "the answer calls a tool that was never offered" };
}

function read(result: LanguageModelV4GenerateResult, form: Form, request: SendRequest, exchange: Exchange): Sent {
  const usage = usageOf(result, request);
  const used = usage === null ? {} : { usage };
  const { unified } = result.finishReason;
  if (unified === "content-filter" || refusalIn(exchange))
    return { kind: "failure", code: "refused", retry: null, mayCost: true, ...used };
  if (unified === "length") return { kind: "failure", code: "truncated_answer", retry: null, mayCost: true, ...used };
  if (unified !== "stop" && unified !== "tool-calls")
    return { kind: "unreadable", error: "the answer did not end by itself", usage };
  const text = textOf(result, form);
  if ("error" in text) return { kind: "unreadable", error: text.error, usage };
  return { kind: "answer", text: text.text, usage, model: result.response?.modelId ?? null };
}

/** Forms that were refused, by address and model: asked once a process. */
const refusedSchemas = new Set<string>();

async function sendIn(form: Form, access: Access, request: SendRequest): Promise<{ sent: Sent; exchange: Exchange }> {
  const exchange = newExchange();
  try {
    const model = await modelOf(access, request.model, fetchInto(exchange));
    const result = await model.doGenerate(optionsOf(request, form));
    return { sent: read(result, form, request, exchange), exchange };
  } catch {
    // Whatever was thrown, the exchange says what happened; an error's text may hold the key or the answer.
    const isOurDeadline = request.signal.aborted && (request.signal.reason as Error | null)?.name === "TimeoutError";
    return {
      sent: outcomeOf(exchange, { isOurDeadline, isCancelled: request.signal.aborted && !isOurDeadline }),
      exchange,
    };
  }
}

/** A sender for a provider. It never throws, and writes nothing anywhere. */
export function sdkSender(access: Access): Sender {
  return {
    provider: access.provider,
    send: async (request) => {
      const place = `${access.baseUrl} ${request.model}`;
      if (request.schema === null) return (await sendIn("text", access, request)).sent;
      if (refusedSchemas.has(place)) return (await sendIn("tool", access, request)).sent;
      const { sent, exchange } = await sendIn("schema", access, request);
      const isRefused = exchange.status === 400 && sent.kind === "failure" && sent.code !== "too_large";
      if (!isRefused) return sent;
      const second = await sendIn("tool", access, request);
      if (second.exchange.status !== 400) refusedSchemas.add(place);
      return second.sent;
    },
  };
}
