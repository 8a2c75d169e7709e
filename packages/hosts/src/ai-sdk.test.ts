import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type GatePortChange, gatePort } from "../../../testing/gate-port.ts";
import { arbitraryOutcome, failed, hostFacts, judged, late } from "../../../testing/host-adapter.ts";
import { type ApprovalOptions, type SdkCall, warrantApproval } from "./ai-sdk.ts";
import { aiSdk } from "./ai-sdk-adapter.ts";
import { approvedIn, callKey, type SdkMessage, typedByPerson, typedPrompts } from "./ai-sdk-messages.ts";

const facts = hostFacts();
const session = { id: "chat-1", cwd: "/home/dev/app" };

function call(toolName: string, input: unknown, messages: SdkCall["messages"] = []): SdkCall {
  return { toolCall: { toolCallId: "k-1", toolName, input }, messages };
}

function gate(change: GatePortChange = {}, options: Partial<ApprovalOptions> = {}) {
  const { port, written } = gatePort(change);
  return { approve: warrantApproval({ ledger: port, session, ...options }), written };
}

function answeredFor(input: unknown, approved = true): SdkCall["messages"] {
  return [
    { role: "user", content: "x" },
    {
      role: "assistant",
      content: [
        { type: "tool-call", toolCallId: "k-1", toolName: "Bash", input },
        { type: "tool-approval-request", approvalId: "a-1", toolCallId: "k-1" },
      ],
    },
    { role: "tool", content: [{ type: "tool-approval-response", approvalId: "a-1", approved }] },
  ];
}

describe("what the SDK is told of a call", () => {
  it("what raised nothing goes on by the SDK's own rules, and is never undefined", async () => {
    const { approve } = gate();
    expect(await approve(call("Read", { file_path: "/home/dev/app/src/a.ts" }))).toBe("not-applicable");
  });

  it("what would do harm is denied with its reason", async () => {
    const { approve } = gate();
    expect(await approve(call("Bash", { command: "rm -rf /" }))).toEqual({
      type: "denied",
      reason: expect.stringContaining("[action.critical-path]"),
    });
  });

  it("a tool nobody declared is asked for where somebody sits before it", async () => {
    const { approve } = gate();
    expect(await approve(call("sendInvoice", { to: "x" }))).toEqual({
      type: "user-approval",
      reason: expect.stringContaining("[action.not-understood]"),
    });
  });

  it("and denied with a question in the inbox where nobody does", async () => {
    const { approve, written } = gate({}, { session: { ...session, attendance: "unattended" } });
    expect(await approve(call("sendInvoice", { to: "x" }))).toEqual({
      type: "denied",
      reason: expect.stringContaining("warrant answer 7f3a"),
    });
    expect(written.map(({ kind }) => kind)).toContain("approval-pending");
  });

  it.each(["a text", 7, ["a"], true])("arguments that are %j are not understood", async (input) => {
    const { approve } = gate();
    expect(await approve(call("Grep", input))).toMatchObject({ type: "user-approval" });
  });

  it("what was configured for the application counts before the machine's side", async () => {
    const { port } = gatePort();
    const policy = await port.policy(null, "");
    const approve = warrantApproval({ ledger: port, session, policy: { ...policy!, mode: "report" } });
    expect(await approve(call("Bash", { command: "rm -rf /" }))).toBe("not-applicable");
  });

  it.each([
    ["a ledger that throws", { memory: () => Promise.reject(new Error("gone")) }],
    ["settings that throw", { policy: () => Promise.reject(new Error("gone")) }],
  ])("%s denies", async (_name, port) => {
    const { approve } = gate({ port });
    expect(await approve(call("Read", { file_path: "a" }))).toMatchObject({ type: "denied" });
  });

  it.each([
    ["no tool", { toolCall: { toolCallId: "k" }, messages: [] }],
    ["no call", { messages: [] }],
    ["no messages", { toolCall: { toolCallId: "k", toolName: "Read", input: {} } }],
    ["nothing", undefined],
  ])("a call with %s is denied", async (_name, given) => {
    const { approve } = gate();
    expect(await approve(given as unknown as SdkCall)).toMatchObject({ type: "denied" });
  });

  it("any outcome is one of the SDK's answers, and none that was not allowed lets the call run", () => {
    const event = aiSdk.parse({ session, toolCall: { toolCallId: "k", toolName: "Bash", input: {} } });
    fc.assert(
      fc.property(arbitraryOutcome, (outcome) => {
        const { stdout, exit } = aiSdk.render(event, outcome, facts);
        const isOpen = outcome.kind === "nothing" || outcome.kind === "reported";
        const isAllowed = outcome.kind === "judged" && outcome.decision === "allow";
        expect(exit).toBe(0);
        const answer = JSON.parse(stdout) as string | { type: string; reason: string };
        if (typeof answer === "string") expect(isOpen || isAllowed).toBe(true);
        else expect(answer.reason.trim()).not.toBe("");
        const type = typeof answer === "string" ? answer : answer.type;
        expect(isAllowed ? ["approved", "not-applicable"] : ["denied", "user-approval", "not-applicable"]).toContain(
          type,
        );
      }),
    );
  });

  it.each([
    ["a person's yes", judged({ authority: "ap-1" }), { type: "approved" }],
    ["a question at the prompt", judged({ decision: "ask", channel: "prompt" }), { type: "user-approval" }],
    ["a question in the inbox", judged({ decision: "ask" }), { type: "denied" }],
    ["a question nobody can answer", judged({ decision: "park" }), { type: "denied" }],
    ["our failure", failed, { type: "denied" }],
    ["our deadline", late, { type: "denied" }],
  ])("%s", (_name, outcome, expected) => {
    const event = aiSdk.parse({ session, toolCall: { toolCallId: "k", toolName: "Bash", input: {} } });
    expect(JSON.parse(aiSdk.render(event, outcome, facts).stdout)).toMatchObject(expected);
  });
});

describe("what counts as a request", () => {
  const typed = typedByPerson<SdkMessage>({ role: "user", content: "Fix the login" });

  it("a message that the application marked, once, and in the name of a person", async () => {
    const { approve, written } = gate();
    await approve(call("Read", { file_path: "a" }, [typed]));
    await approve(call("Read", { file_path: "b" }, [typed]));
    const requests = written.filter(({ kind }) => kind === "request-recorded");
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ session: "chat-1", body: { origin: "human" } });
  });

  it.each([
    ["a message without a mark", { role: "user", content: "x" }],
    [
      "a mark on a part",
      { role: "user", content: [{ type: "text", text: "x", providerOptions: typed.providerOptions }] },
    ],
    ["a mark on what a model wrote", { ...typed, role: "assistant" }],
    ["a mark that is a word", { ...typed, providerOptions: { warrant: { typed: "yes" } } }],
  ])("not %s", (_name, message) => {
    expect(typedPrompts([message])).toEqual([]);
  });

  it("the texts of a message together, and whether anything is attached to it", () => {
    const content = [
      { type: "text", text: "a" },
      { type: "text", text: "b" },
      { type: "file", data: "" },
    ];
    expect(typedPrompts([typedByPerson({ role: "user", content })])).toMatchObject([
      { text: "a\nb", has_attachments: true },
    ]);
  });

  it("other options of a message stay", () => {
    const message = typedByPerson({ role: "user", content: "x", providerOptions: { other: { a: 1 } } });
    expect(message.providerOptions).toEqual({ other: { a: 1 }, warrant: { typed: true } });
  });
});

describe("an approval in the history", () => {
  const push = { command: "git push origin feature/login" };

  it("counts for a question that was asked here", async () => {
    const { approve } = gate();
    expect(await approve(call("Bash", push))).toMatchObject({ type: "user-approval" });
    expect(await approve(call("Bash", push, answeredFor(push)))).toMatchObject({ type: "user-approval" });
  });

  it("counts for no other arguments", async () => {
    const { approve } = gate();
    await approve(call("Bash", push));
    const other = { command: "git push --force origin main" };
    expect(await approve(call("Bash", other, answeredFor(other)))).toMatchObject({
      type: "denied",
      reason: expect.stringContaining("answers no question"),
    });
  });

  it("counts for a question asked elsewhere only where approvals are signed", async () => {
    expect(await gate().approve(call("Bash", push, answeredFor(push)))).toMatchObject({ type: "denied" });
    const { approve } = gate({}, { isSigned: true });
    expect(await approve(call("Bash", push, answeredFor(push)))).toMatchObject({ type: "user-approval" });
  });

  it("never lifts a denial", async () => {
    const { approve } = gate({}, { isSigned: true });
    const harm = { command: "rm -rf /" };
    expect(await approve(call("Bash", harm, answeredFor(harm)))).toMatchObject({ type: "denied" });
  });

  it.each([
    ["of another call", "k-2", answeredFor(push), false],
    ["that says no", "k-1", answeredFor(push, false), false],
    ["that is not the last message", "k-1", [...answeredFor(push), { role: "user", content: "x" }], false],
    ["of this call", "k-1", answeredFor(push), true],
  ])("%s", (_name, id, messages, expected) => {
    expect(approvedIn(messages, id)).toBe(expected);
  });

  it("a call is the same in any order of its arguments, and another by a thousandth", () => {
    const one = { toolCallId: "k", toolName: "t", input: { a: 1.0001, b: { c: 1, d: [2] } } };
    expect(callKey({ ...one, input: { b: { d: [2], c: 1 }, a: 1.0001 } })).toBe(callKey(one));
    expect(callKey({ ...one, input: { ...one.input, a: 1.0002 } })).not.toBe(callKey(one));
  });
});
