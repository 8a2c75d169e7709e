import { describe, expect, it } from "vitest";
import { partWith, removalOf, reversibleOnly } from "../../../../testing/part.ts";
import { effectKinds } from "../effect.ts";
import { type Act, acts, askingActs, type PartReading, type PartState } from "../intent/reading/reading.ts";
import type { RemovalScope } from "../intent/reading/removal.ts";
import { isAtLeast, type RequestWord, requestScales } from "../scale.ts";
import { type Authority, approvalOf, autonomyNamed, autonomyOf } from "./autonomy.ts";
import { isAtMost, meetCeilings } from "./ceiling.ts";
import { composeEngagements, deriveStrand, generalEngagement, satisfactionOf } from "./derive.ts";
import { Engagement as EngagementSchema } from "./engagement.schema.ts";
import type { Ceiling, Engagement } from "./engagement.ts";

const autonomies = requestScales.autonomy.words;
const stakes = requestScales.stakes.words;
const attendances = requestScales.attendance.words;
const clean = { dirty: false } as const;

function authority(change: Partial<Authority> = {}): Authority {
  return { autonomy_grants: ["assisted"], attendance: "interactive", posture: "on", ...change };
}

function derive(part: PartReading, change: Partial<Authority> = {}): Engagement {
  return deriveStrand(part, authority(change), clean);
}

describe("approval by stakes and autonomy (property 15)", () => {
  it.each([
    ["manual", ["ask", "ask", "ask", "ask"]],
    ["assisted", ["auto-approve", "auto-approve", "ask", "ask"]],
    ["delegated", ["ask", "ask", "ask", "ask"]],
    ["autonomous", ["auto-approve", "auto-approve", "approve-safe", "ask"]],
  ] as const)("%s: %j", (autonomy, row) => {
    expect(stakes.map((level) => approvalOf(level, [autonomy]))).toEqual(row);
  });

  const grantSets = Array.from({ length: 2 ** autonomies.length }, (_, bits) =>
    autonomies.filter((_autonomy, index) => (bits & (2 ** index)) !== 0),
  );

  it("one more grant never widens it, and irreversible asks under every set of grants (properties 14, 15)", () => {
    for (const grants of grantSets) {
      expect(approvalOf("irreversible", grants)).toBe("ask");
      for (const level of stakes) {
        for (const more of autonomies) {
          const before = grants.length === 0 ? "auto-approve" : approvalOf(level, grants);
          expect(isAtLeast(requestScales.approval, before, approvalOf(level, [...grants, more]))).toBe(true);
        }
      }
    }
  });

  it("no grant at all, or one nobody knows, is manual", () => {
    expect(approvalOf("inert", [])).toBe("ask");
    expect(approvalOf("inert", ["yolo" as RequestWord<"autonomy">])).toBe("ask");
    expect(approvalOf("harmless" as RequestWord<"stakes">, ["autonomous"])).toBe("ask");
    expect(autonomyNamed(["autonomous", "delegated"])).toBe("delegated");
    expect(autonomyNamed([])).toBe("manual");
  });

  it.each([
    [undefined, "assisted"],
    ["Delegated ", "delegated"],
    ["yolo", "manual"],
    [null, "manual"],
    [3, "manual"],
  ] as const)("autonomy written as %j is %s (property 60)", (text, autonomy) => {
    expect(autonomyOf(text)).toBe(autonomy);
  });
});

const removals: readonly RemovalScope[] = [
  reversibleOnly,
  { otherwise: "confirm", grants: [], wording: "soft" },
  { otherwise: "confirm", grants: [removalOf()], wording: "explicit" },
  { otherwise: "never", grants: [removalOf()], wording: "explicit" },
];
const states: readonly PartState[] = ["unread", "provisional", "confident"];

/** Every combination of the axes, with what the part becomes under each autonomy. */
function* everyPart(): Generator<PartReading> {
  for (const act of acts)
    for (const horizon of requestScales.horizon.words)
      for (const level of stakes)
        for (const evidence of requestScales.evidence.words)
          for (const clarity of requestScales.clarity.words)
            for (const attendance of attendances)
              for (const state of states) {
                const part = partWith({ act, horizon, stakes: level, evidence, clarity, attendance }, { state });
                for (const removal of removals) yield { ...part, removal };
              }
}

/** Ceilings to meet with: what a policy, a host and another part may say. */
const others: readonly Ceiling[] = [
  { permission: "read-only", tools: { allowed: ["Edit"], denied: [] } },
  { kinds: ["read", "write"], domains: ["vcs"], spend_usd: 1, attempts: 2 },
  { removal: [{ otherwise: "confirm", grants: [], wording: "none" }], deletion: "named", satisfaction: "observed" },
];

describe("over the full product of axes (property 13)", () => {
  it("nothing exceeds top, what is met with others stays below both, and the laws of kinds and approval hold", () => {
    const wrong: string[] = [];
    let seen = 0;
    for (const part of everyPart()) {
      for (const autonomy of autonomies) {
        const { ceiling } = derive(part, { autonomy_grants: [autonomy] });
        seen += 1;
        const { act, stakes: level } = part.reading;
        const kinds = ceiling.kinds === "all" ? effectKinds : (ceiling.kinds ?? effectKinds);
        if (kinds.includes("elevate") || kinds.includes("pay")) wrong.push(`${act} may ${kinds.join(" ")}`);
        if (level === "irreversible" && ceiling.approval !== "ask")
          wrong.push(`${act} ${autonomy} ${ceiling.approval}`);
        if (part.state === "unread" && ceiling.approval === "auto-approve") wrong.push(`unread ${act} ${autonomy}`);
        if (ceiling.domains === "all" || ceiling.domains?.includes("filesystem") !== true) wrong.push(`${act} floor`);
        if (seen % 37 === 0) {
          const other = others[seen % others.length] ?? {};
          const met = meetCeilings(ceiling, other);
          if (!isAtMost(met, ceiling) || !isAtMost(met, other) || !isAtMost(ceiling, {})) wrong.push(`${act} meets`);
        }
      }
      if (wrong.length > 10) break;
    }
    expect(wrong).toEqual([]);
    expect(seen).toBe(10 * 4 * 4 * 4 * 3 * 3 * 4 * 3 * removals.length);
  });

  it("raising stakes, evidence or clarity never widens any field (property 16)", () => {
    const wrong: string[] = [];
    for (const act of acts)
      for (const autonomy of autonomies)
        for (const state of states)
          for (const removal of removals)
            for (const axis of ["stakes", "evidence", "clarity"] as const) {
              const words: readonly string[] = requestScales[axis].words;
              const ladder = words.map(
                (word) =>
                  derive(partWith({ act, [axis]: word }, { state, removal }), { autonomy_grants: [autonomy] }).ceiling,
              );
              for (const [index, higher] of ladder.entries()) {
                const lower = ladder[index - 1];
                if (lower !== undefined && !isAtMost(higher, lower))
                  wrong.push(`${act} ${autonomy} ${state} ${axis} ${index}`);
              }
            }
    expect(wrong).toEqual([]);
  });
});

describe("a word nobody knows is the safe end of its axis", () => {
  const odd = "yolo" as never;

  it.each<[string, Parameters<typeof partWith>[0], Parameters<typeof partWith>[0]]>([
    ["stakes", { stakes: odd }, { stakes: "irreversible" }],
    ["evidence", { evidence: odd }, { evidence: "audited" }],
    ["clarity", { clarity: odd }, { clarity: "ambiguous" }],
    ["horizon", { horizon: odd }, { horizon: "turn" }],
    ["attendance", { attendance: odd }, { attendance: "unattended" }],
  ])("%s", (_axis, unknown, safe) => {
    for (const act of acts) expect(derive(partWith({ act, ...unknown }))).toEqual(derive(partWith({ act, ...safe })));
  });

  it("an act or a state nobody knows leaves the part unread", () => {
    const unread = derive(partWith({}, { state: "unread" }));
    expect(derive(partWith({ act: odd }))).toEqual(unread);
    expect(derive(partWith({ acts: ["modify", odd] }))).toEqual(unread);
    expect(derive(partWith({}, { state: odd }))).toEqual(unread);
  });

  it("authority in words nobody knows is none", () => {
    expect(derive(partWith(), { autonomy_grants: [odd] }).ceiling.approval).toBe("ask");
    expect(derive(partWith({ horizon: "durable" }), { attendance: odd }).posture).toMatchObject({
      fallback: "park",
      cadence: "digest",
    });
    expect(derive(partWith(), { posture: odd })).toEqual(derive(partWith()));
  });
});

describe("irreversible stakes", () => {
  it("ask for every set of grants and attendance, and can be reached by no posture (property 14)", () => {
    for (const act of acts)
      for (const first of autonomies)
        for (const second of autonomies)
          for (const attendance of attendances) {
            const { ceiling, posture } = derive(partWith({ act, stakes: "irreversible", attendance }), {
              autonomy_grants: [first, second],
              attendance,
            });
            expect(ceiling.approval).toBe("ask");
            expect(posture.urgency).toBe("interrupt");
            expect(["interrupt", "defer"]).toContain(posture.hil);
          }
  });
});

describe("kinds by act (property 23)", () => {
  it.each<[Act, string]>([
    ["converse", "read execute network delegate"],
    ["answer", "read execute network delegate"],
    ["locate", "read execute network delegate"],
    ["analyze", "read execute network delegate"],
    ["verify", "read write execute network delegate"],
    ["orchestrate", "read write execute network delegate"],
    ["author", "read write delete execute network delegate"],
    ["modify", "read write delete execute network delegate"],
    ["operate", "read write delete execute network publish configure delegate"],
    ["govern", "read write execute network configure delegate"],
  ])("%s: %s", (act, kinds) => {
    expect(derive(partWith({ act })).ceiling.kinds).toEqual(kinds.split(" "));
  });

  it("an asking act never writes, deletes, publishes, pays or configures, a money word or not", () => {
    for (const act of askingActs) {
      const kinds = derive(partWith({ act }, { money: true })).ceiling.kinds ?? [];
      for (const kind of ["write", "delete", "publish", "pay", "configure"]) expect(kinds).not.toContain(kind);
    }
  });

  it("only an operation with a money word may pay", () => {
    expect(derive(partWith({ act: "operate" }, { money: true })).ceiling.kinds).toContain("pay");
    expect(derive(partWith({ act: "operate" })).ceiling.kinds).not.toContain("pay");
    expect(derive(partWith({ act: "modify" }, { money: true })).ceiling.kinds).not.toContain("pay");
  });

  it("an alternate act adds its kinds", () => {
    expect(derive(partWith({ act: "answer", acts: ["answer", "modify"] })).ceiling.kinds).toContain("write");
  });

  it("an unread part reads, runs and writes, and no more", () => {
    expect(derive(partWith({ act: "operate" }, { state: "unread" })).ceiling.kinds).toEqual([
      "read",
      "write",
      "execute",
      "network",
      "delegate",
    ]);
  });
});

describe("an unread part (property 37)", () => {
  it("is at most approve-safe, grants no removal and keeps the stakes its words stated", () => {
    const grants = { otherwise: "reversible", grants: [removalOf()], wording: "explicit" } as const;
    for (const autonomy of autonomies) {
      const { ceiling } = derive(partWith({}, { state: "unread", removal: grants }), { autonomy_grants: [autonomy] });
      expect(ceiling.approval).not.toBe("auto-approve");
      expect(ceiling.removal).toEqual([{ otherwise: "confirm", grants: [], wording: "explicit" }]);
      expect(ceiling.domains).toEqual(["filesystem", "memory"]);
    }
    expect(derive(partWith({ stakes: "irreversible" }, { state: "unread" })).ceiling.approval).toBe("ask");
    expect(derive(partWith({ evidence: "audited" }, { state: "unread" })).ceiling.satisfaction).toBe("attested");
  });

  it("keeps a removal that was ruled out as a whole", () => {
    const never: RemovalScope = { otherwise: "never", grants: [], wording: "none" };
    expect(derive(partWith({}, { state: "unread", removal: never })).ceiling.removal).toEqual([never]);
  });

  it("has the general posture", () => {
    expect(derive(partWith({ horizon: "durable" }, { state: "unread" })).posture).toEqual(generalEngagement.posture);
  });

  it("and an instruction whose verb nobody knows are capped alike", () => {
    expect(derive(partWith({}, { unknown_verb: true, state: "provisional" })).ceiling.approval).toBe("approve-safe");
    expect(derive(partWith({ stakes: "costly" }, { unknown_verb: true })).ceiling.approval).toBe("ask");
  });
});

describe("the other fields of a ceiling", () => {
  it.each([
    ["confident", ["filesystem", "memory", "vcs"]],
    ["provisional", ["filesystem", "memory"]],
  ] as const)("a %s part is offered %j", (state, domains) => {
    expect(derive(partWith({ domains: ["vcs"] }, { state })).ceiling.domains).toEqual(domains);
  });

  it("all domains are offered where the configuration does not sort by them", () => {
    expect(derive(partWith({ domains: "all" })).ceiling.domains).toBe("all");
  });

  it("what a model has to see or say is demanded, text and data are not", () => {
    const part = partWith({ inputs: ["text", "data", "image"], outputs: ["text", "audio"] });
    expect(derive(part).ceiling.modalities).toEqual(["image", "audio"]);
  });

  it.each([
    ["none", "asserted"],
    ["cited", "cited"],
    ["verified", "observed"],
    ["audited", "attested"],
    ["thorough", "attested"],
  ] as const)("evidence %s asks for %s (property 3)", (evidence, satisfaction) => {
    expect(satisfactionOf(evidence as RequestWord<"evidence">)).toBe(satisfaction);
  });

  it.each([
    ["never", "none"],
    ["confirm", "named"],
    ["reversible", "any"],
  ] as const)("removal %s is the summary %s", (otherwise, deletion) => {
    expect(derive(partWith({}, { removal: { otherwise, grants: [], wording: "none" } })).ceiling.deletion).toBe(
      deletion,
    );
  });

  it("bans of the request hold for every part", () => {
    const bans = [{ kind: "delete", text: "delete nothing", standing: false, strength: "deny" }] as const;
    expect(deriveStrand(partWith(), authority(), clean, bans).ceiling.bans).toEqual(bans);
  });

  it("with the posture off nothing is derived (property 59)", () => {
    for (const part of [partWith(), partWith({ stakes: "irreversible" }, { state: "unread" })]) {
      expect(derive(part, { posture: "off" })).toEqual(generalEngagement);
    }
  });
});

describe("a request of several parts", () => {
  const edit = derive(partWith({ act: "modify", domains: ["vcs"] }, { removal: reversibleOnly }));
  const deploy = derive(
    partWith(
      { act: "operate", stakes: "irreversible", domains: ["web"], evidence: "verified", inputs: ["image"] },
      { removal: { otherwise: "confirm", grants: [removalOf()], wording: "explicit" } },
    ),
  );
  const both = composeEngagements([edit, deploy], 1);

  it("takes the strictest approval and the highest demands", () => {
    expect(both.ceiling).toMatchObject({ approval: "ask", satisfaction: "observed", modalities: ["image"] });
  });

  it("unites kinds, domains and grants, which one person asked for in one breath", () => {
    expect(both.ceiling.kinds).toEqual(deploy.ceiling.kinds);
    expect(both.ceiling.domains).toEqual(["web", "filesystem", "memory", "vcs"]);
    expect(both.ceiling.removal).toEqual([{ otherwise: "confirm", grants: [removalOf()], wording: "explicit" }]);
    expect(both.ceiling.deletion).toBe("named");
  });

  it("has the shape of its leading part and the stricter of every other word", () => {
    expect(both.posture).toMatchObject({
      shape: "report",
      hil: "interrupt",
      urgency: "interrupt",
      stop: "verification",
    });
    expect(composeEngagements([edit, deploy], 0).posture.shape).toBe("diff");
  });

  it("is at most top, and never approves or asserts more than one of its parts (property 33)", () => {
    for (const act of acts)
      for (const level of stakes)
        for (const evidence of requestScales.evidence.words)
          for (const autonomy of autonomies) {
            const one = derive(partWith({ act, stakes: level, evidence }), { autonomy_grants: [autonomy] });
            const composed = composeEngagements([edit, one, deploy]);
            for (const { ceiling } of [edit, one, deploy]) {
              const { approval, satisfaction } = composed.ceiling;
              expect(isAtLeast(requestScales.approval, ceiling.approval, approval ?? "auto-approve")).toBe(true);
              expect(isAtLeast(requestScales.satisfaction, satisfaction, ceiling.satisfaction ?? "asserted")).toBe(
                true,
              );
            }
            expect(composed.ceiling.kinds).not.toContain("elevate");
          }
  });

  it("of one part is that part, and the schema takes it", () => {
    expect(composeEngagements([edit])).toBe(edit);
    for (const engagement of [edit, deploy, both, generalEngagement]) {
      expect(EngagementSchema.safeParse(engagement).success).toBe(true);
    }
  });

  it("with one part that narrows nothing stays as wide as that part", () => {
    const { ceiling } = composeEngagements([edit, generalEngagement]);
    expect(ceiling).toEqual({ approval: "auto-approve", modalities: [], satisfaction: "asserted" });
  });

  it("says each sentence of the note once, and for which parts where they differ (property 34)", () => {
    const cited = derive(partWith({ evidence: "cited" }));
    const sentence = "Cite the sources you used.";
    expect(composeEngagements([cited, edit, cited]).posture.note).toEqual([sentence]);
    expect(composeEngagements([edit, edit]).posture.note).toEqual([]);
    expect(both.posture.note).toEqual([
      "This is done when its checks have passed; the runtime decides that, not the report.",
      "One step of this request cannot be undone; confirm before it.",
    ]);
    const unclear = derive(partWith({ evidence: "cited", clarity: "ambiguous" }));
    expect(composeEngagements([edit, cited, unclear]).posture.note).toEqual([
      `Parts 2, 3: ${sentence}`,
      "Part 3: State what was assumed where the request leaves it open.",
    ]);
    const many = composeEngagements([unclear, edit, ...Array.from({ length: 20 }, () => cited)]);
    expect(many.posture.note[1]).toBe(`Parts 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and 9 more: ${sentence}`);
  });
});
