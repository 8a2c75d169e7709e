import { readRequest } from "@warrant/kernel/intent/reading/read";
import { engageTurn, freshSession } from "@warrant/kernel/policy/engage";
import { assembleIntent } from "@warrant/kernel/policy/intent";
import { describe, expect, it } from "vitest";
import type { HostOrigin, PromptEvent } from "./event.ts";
import type { SessionMemory } from "./memory.ts";
import { recordedRequest } from "./recorded-request.ts";
import { freshMemory, remember } from "./remember.ts";

interface Said {
  readonly text: string;
  readonly origin: HostOrigin;
  readonly principal: string | null;
}

/** What a session remembers after one more prompt, as the prompt hook records it. */
function after(memory: SessionMemory, { text, origin, principal }: Said, id: string): SessionMemory {
  const request = readRequest({ text, turn_id: id, surface: "cli", origin: { kind: origin, via: "prompt" } });
  const authority = { autonomy_grants: ["assisted"], attendance: "interactive", posture: "on" } as const;
  const turn = engageTurn(request, authority, { ...freshSession, carried: memory.carried, bans: memory.bans });
  const read = { intent: assembleIntent(request, turn, "on"), bans: turn.bans };
  const event: PromptEvent = {
    kind: "prompt",
    host: "claude-code",
    event: "UserPromptSubmit",
    session: "s",
    cwd: "/work",
    folders: [],
    mode: null,
    agent: { id: null, type: null },
    transcript: null,
    text,
    prompt: id,
    has_attachments: false,
  };
  const draft = recordedRequest(event, null, memory, { id, origin, principal, text, read, waitingNote: null, now: 0 });
  return remember(memory, { ...draft, at: "2031-01-01T00:00:00.000Z" });
}

const maria = { text: "fix the parser in src/a.ts", origin: "human", principal: "maria" } as const;

describe("whose request a session serves", () => {
  it.each([
    ["hers, as long as she goes on herself", { text: "go ahead", origin: "human", principal: "maria" }, "maria", "r0"],
    ["hers, whatever a tool says", { text: "tests failed", origin: "tool", principal: null }, "maria", "r0"],
    [
      "nobody's alone, once another goes on with it",
      { text: "go ahead", origin: "human", principal: "paul" },
      null,
      "r0",
    ],
    [
      "nobody's alone, once a stranger goes on with it",
      { text: "go ahead", origin: "human", principal: null },
      null,
      "r0",
    ],
    ["another's, once he asks for his own", { text: "add a test", origin: "human", principal: "paul" }, "paul", "r1"],
    ["nobody known, once a stranger asks", { text: "add a test", origin: "human", principal: null }, null, "r1"],
  ] as const)("is %s", (_what, said, principal, request) => {
    const first = after(freshMemory("s"), maria, "r0");
    const second = after(first, said, "r1");
    expect(first.principal).toBe("maria");
    expect({ principal: second.principal, request: second.request?.request_id }).toEqual({ principal, request });
  });
});
