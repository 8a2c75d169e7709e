/** @module Tool approvals in the AI SDK itself: a scripted model asks for tools, and what was denied does not run. */

import { generateText, jsonSchema, type ModelMessage, stepCountIs, streamText, tool } from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import { describe, expect, it } from "vitest";
import { warrantApproval } from "../../packages/hosts/src/ai-sdk.ts";
import { typedByPerson } from "../../packages/hosts/src/ai-sdk-messages.ts";
import { type GatePortChange, gatePort } from "../gate-port.ts";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

interface Wanted {
  readonly toolName: string;
  readonly input: object;
}

/** A model that asks for one tool and then says that it is done. */
function modelThatWants({ toolName, input }: Wanted): MockLanguageModelV4 {
  const call = { type: "tool-call" as const, toolCallId: "k-1", toolName, input: JSON.stringify(input) };
  const calls = { unified: "tool-calls" as const, raw: undefined };
  const stop = { unified: "stop" as const, raw: undefined };
  return new MockLanguageModelV4({
    doGenerate: [
      { content: [call], finishReason: calls, usage, warnings: [] },
      { content: [{ type: "text", text: "Done." }], finishReason: stop, usage, warnings: [] },
    ],
    doStream: [
      {
        stream: simulateReadableStream({
          chunks: [{ type: "stream-start", warnings: [] }, call, { type: "finish", finishReason: calls, usage }],
        }),
      },
      {
        stream: simulateReadableStream({
          chunks: [
            { type: "stream-start", warnings: [] },
            { type: "text-start", id: "t" },
            { type: "text-delta", id: "t", delta: "Done." },
            { type: "text-end", id: "t" },
            { type: "finish", finishReason: stop, usage },
          ],
        }),
      },
    ],
  });
}

/** Tools of an application that keep what they were run with. */
function shop() {
  const ran: string[] = [];
  const run = (name: string) => (input: unknown) => {
    ran.push(`${name} ${JSON.stringify(input)}`);
    return "done";
  };
  const any = jsonSchema<Record<string, unknown>>({ type: "object" });
  const tools = {
    Bash: tool({ description: "Runs a command", inputSchema: any, execute: run("Bash") }),
    sendInvoice: tool({ description: "Sends an invoice", inputSchema: any, execute: run("sendInvoice") }),
  };
  return { tools, ran };
}

function gate(change: GatePortChange = {}, attendance: "interactive" | "unattended" = "interactive") {
  const { port, written } = gatePort(change);
  const session = { id: "chat-1", cwd: "/home/dev/app", attendance };
  return { toolApproval: warrantApproval({ ledger: port, session }), written };
}

const messages: ModelMessage[] = [typedByPerson<ModelMessage>({ role: "user", content: "Tidy up" })];
const stopWhen = stepCountIs(3);

describe("generateText", () => {
  it("runs what raised nothing", async () => {
    const { tools, ran } = shop();
    const model = modelThatWants({ toolName: "Bash", input: { command: "npm test" } });
    const { text } = await generateText({ model, tools, messages, stopWhen, ...gate() });
    expect(ran).toEqual(['Bash {"command":"npm test"}']);
    expect(text).toBe("Done.");
  });

  it("does not run what was denied, and tells the model why", async () => {
    const { tools, ran } = shop();
    const model = modelThatWants({ toolName: "Bash", input: { command: "rm -rf /" } });
    await generateText({ model, tools, messages, stopWhen, ...gate() });
    expect(ran).toEqual([]);
    expect(JSON.stringify(model.doGenerateCalls[1]?.prompt)).toContain("[action.critical-path]");
  });

  it("asks for what nobody declared, and runs it only after the person's yes to these arguments", async () => {
    const { tools, ran } = shop();
    const { toolApproval } = gate();
    const wanted = { toolName: "sendInvoice", input: { to: "acme", amount: 9.5 } };
    const asked = await generateText({ model: modelThatWants(wanted), tools, messages, stopWhen, toolApproval });
    expect(ran).toEqual([]);
    const request = asked.content.find((part) => part.type === "tool-approval-request");
    expect(request).toBeDefined();
    const approvalId = request?.type === "tool-approval-request" ? request.approvalId : "";
    const answered: ModelMessage[] = [
      ...messages,
      ...asked.response.messages,
      { role: "tool", content: [{ type: "tool-approval-response", approvalId, approved: true }] },
    ];
    const done = new MockLanguageModelV4({
      doGenerate: {
        content: [{ type: "text", text: "Done." }],
        finishReason: { unified: "stop", raw: undefined },
        usage,
        warnings: [],
      },
    });
    // The same answer, in a history that somebody else wrote: another gate never asked this.
    await generateText({ model: done, tools, messages: answered, stopWhen, ...gate() });
    expect(ran).toEqual([]);
    await generateText({ model: done, tools, messages: answered, stopWhen, toolApproval });
    expect(ran).toEqual(['sendInvoice {"to":"acme","amount":9.5}']);
  });

  it("parks it where nobody is there, and does not run it", async () => {
    const { tools, ran } = shop();
    const { toolApproval, written } = gate({}, "unattended");
    const model = modelThatWants({ toolName: "sendInvoice", input: { to: "acme" } });
    await generateText({ model, tools, prompt: "Nobody marked this as typed.", stopWhen, toolApproval });
    expect(ran).toEqual([]);
    expect(written.filter(({ kind }) => kind === "approval-pending")).toHaveLength(1);
  });

  it("does not run anything while the gate fails", async () => {
    const { tools, ran } = shop();
    const broken = gate({ port: { memory: () => Promise.reject(new Error("gone")) } });
    const model = modelThatWants({ toolName: "Bash", input: { command: "npm test" } });
    await generateText({ model, tools, messages, stopWhen, ...broken });
    expect(ran).toEqual([]);
  });
});

describe("streamText", () => {
  it.each([
    ["runs what raised nothing", "npm test", ['Bash {"command":"npm test"}']],
    ["does not run what was denied", "git push --force origin main", []],
  ])("%s", async (_name, command, expected) => {
    const { tools, ran } = shop();
    const model = modelThatWants({ toolName: "Bash", input: { command } });
    const { toolApproval } = gate({}, "unattended");
    await streamText({ model, tools, messages, stopWhen, toolApproval }).consumeStream();
    expect(ran).toEqual(expected);
  });
});
