/**
 * @module What the messages of the AI SDK say: which of them a person typed, and which call an approval in them answers. A
 * message is a claim of whoever sent it, so only a mark that the application set counts.
 */

import { createHash } from "node:crypto";
import { fieldsOf, textOf } from "./adapter.ts";

/** A message in the SDK's form, as far as it is looked at. */
export interface SdkMessage {
  readonly role: string;
  readonly content: unknown;
  readonly providerOptions?: unknown;
}

/**
 * A copy of a message, marked as typed by a person. For the server that received it from one: a mark that comes from outside
 * has to be taken away there, as everything in a request of a browser is its sender's.
 */
export function typedByPerson<Message extends SdkMessage>(message: Message): Message {
  const providerOptions = { ...fieldsOf(message.providerOptions), warrant: { typed: true } };
  return { ...message, providerOptions };
}

function isTyped({ role, providerOptions }: SdkMessage): boolean {
  return role === "user" && fieldsOf(fieldsOf(providerOptions)["warrant"])["typed"] === true;
}

interface TypedPrompt {
  readonly id: string;
  readonly text: string;
  readonly has_attachments: boolean;
}

function partsOf(content: unknown): readonly unknown[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content : [];
}

/** The prompts a person typed, in their order; each has the same id whenever it is seen. */
export function typedPrompts(messages: readonly SdkMessage[]): TypedPrompt[] {
  return messages.flatMap((message, index) => {
    if (!isTyped(message)) return [];
    const parts = partsOf(message.content).map(fieldsOf);
    const texts = parts.filter(({ type }) => type === "text").map(({ text }) => textOf(text) ?? "");
    const text = texts.join("\n");
    const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
    return [{ id: `${index}-${digest}`, text, has_attachments: parts.length > texts.length }];
  });
}

/** Whether the last message approves a call: then the SDK is about to run it. */
export function approvedIn(messages: readonly SdkMessage[], call: string): boolean {
  const last = messages.at(-1);
  if (last?.role !== "tool") return false;
  const approved = new Set(
    partsOf(last.content)
      .map(fieldsOf)
      .filter(({ type, approved: isYes }) => type === "tool-approval-response" && isYes === true)
      .map(({ approvalId }) => approvalId),
  );
  return messages
    .filter(({ role }) => role === "assistant")
    .flatMap(({ content }) => partsOf(content).map(fieldsOf))
    .some(
      ({ type, approvalId, toolCallId }) =>
        type === "tool-approval-request" && toolCallId === call && approved.has(approvalId),
    );
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface KeyedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input?: unknown;
}

/** One call by its id, its tool and its arguments, whatever the order of their keys. Numbers are not rounded. */
export function callKey({ toolCallId, toolName, input }: KeyedCall): string {
  const text = JSON.stringify([toolCallId, toolName, input ?? null], inOrder);
  return createHash("sha256").update(text).digest("hex");
}
