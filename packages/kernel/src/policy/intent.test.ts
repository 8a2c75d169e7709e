import { describe, expect, it } from "vitest";
import { readRequest } from "../intent/reading/read.ts";
import type { Authority } from "./autonomy.ts";
import { engageTurn } from "./engage.ts";
import { Intent as IntentSchema } from "./intent.schema.ts";
import { assembleIntent, type Intent } from "./intent.ts";

function intentOf(text: string, posture: Authority["posture"] = "on", surface = "cli"): Intent {
  const request = readRequest({ text, origin: { kind: "human", via: "prompt" }, surface });
  const authority: Authority = { autonomy_grants: ["assisted"], attendance: request.reading.attendance, posture };
  const session = { carried: null, running: [], paused: false, place: { dirty: false }, bans: [], facts: {} } as const;
  return assembleIntent(request, engageTurn(request, authority, session), posture);
}

describe("the intent of a turn", () => {
  it("holds what was read and what follows, for each part and the whole", () => {
    const intent = intentOf("fix the flaky test, then deploy to production");
    expect(intent.strands.map(({ reading, ceiling }) => [reading.act, ceiling.approval])).toEqual([
      ["modify", "auto-approve"],
      ["operate", "ask"],
    ]);
    expect(intent.strands[1]?.relation).toEqual({ kind: "sequential", after: intent.strands[0]?.strand_id });
    expect(intent.engagement.ceiling).toMatchObject({ approval: "ask", deletion: "any" });
    expect(intent.note).toBe("One step of this request cannot be undone; confirm before it.");
    expect(intent.engagement.posture).toMatchObject({
      hil: "interrupt",
      checkpoint: true,
      stop: "effect",
      shape: "report",
    });
  });

  it.each([
    "fix the flaky test, then deploy to production",
    "delete my 48xx branches but keep 4831, and list your sources",
    "thanks!",
    "go ahead",
    "stop",
    "",
    "don't push anything",
    "каждый день удаляй всё",
    "every Monday, make sure the tests pass and tell me in one sentence",
  ])("of %j fits its schema, and reads the same twice", (text) => {
    for (const surface of ["cli", "chat", "cron"]) {
      const intent = intentOf(text, "on", surface);
      expect(IntentSchema.safeParse(intent).error?.issues).toBeUndefined();
      expect(JSON.stringify(intentOf(text, "on", surface))).toBe(JSON.stringify(intent));
    }
  });

  it("of a turn that asks for no work names nothing, and neither does one with the posture off", () => {
    expect(intentOf("Delete the file notes.txt").named).not.toEqual([]);
    expect(intentOf("Delete the file notes.txt", "off")).toMatchObject({
      named: [],
      note: "",
      engagement: { ceiling: {} },
    });
    expect(intentOf("thanks!").named).toEqual([]);
  });
});
