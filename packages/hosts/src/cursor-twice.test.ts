import type { PendingAction } from "@warrant/kernel/commitment/park";
import type { Approval } from "@warrant/kernel/policy/approval";
import { expect, it } from "vitest";
import { yesTo } from "../../../testing/answered-question.ts";
import { gateNow, gatePort, payloadBytes } from "../../../testing/gate-port.ts";
import { runHook } from "./hook.ts";

const base = {
  conversation_id: "u-1",
  generation_id: "g-1",
  model: "auto",
  cursor_version: "3.9.16",
  workspace_roots: ["/home/dev/app"],
  user_email: null,
  transcript_path: null,
};
const command = "git push origin feature/login";
const generic = {
  ...base,
  hook_event_name: "preToolUse",
  tool_name: "Shell",
  tool_input: { command, working_directory: "/home/dev/app", description: "Push" },
  tool_use_id: "abc",
  cwd: "/home/dev/app",
};
const granular = { ...base, hook_event_name: "beforeShellExecution", command, cwd: "/home/dev/app" };

it("one approval lets a call through at both of its hooks, is spent once, and is no approval for the next call", async () => {
  const approvals: Approval[] = [];
  let asked: PendingAction | null = null;
  let now = Date.parse(gateNow);
  const { port, written } = gatePort({
    authority: { approvals },
    port: {
      now: () => now,
      park: (question) => {
        asked = question;
        return Promise.resolve("7f3a");
      },
    },
  });
  const permission = async (payload: object) => {
    const { stdout } = await runHook(port, "cursor", "user", payloadBytes(payload));
    return (JSON.parse(stdout) as { permission: string }).permission;
  };

  expect(await permission(generic)).toBe("deny");
  if (asked === null) throw new Error("Nobody was asked.");
  approvals.push(yesTo(asked));
  expect(await permission({ ...generic, tool_use_id: "def" })).toBe("allow");
  expect(await permission(granular)).toBe("allow");
  expect(written.filter(({ kind }) => kind === "approval-used")).toHaveLength(1);
  now += 60_000;
  expect(await permission({ ...generic, tool_use_id: "ghi" })).toBe("deny");
  expect(await permission(granular)).toBe("deny");
});
