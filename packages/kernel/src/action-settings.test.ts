import { describe, expect, it } from "vitest";
import type { OperatorRule } from "./action/operator-rules.ts";
import { defaultAction, settleAction } from "./action-settings.ts";

function rule(decision: OperatorRule["decision"], id: string = decision): OperatorRule {
  return { id, decision, command: { name: "curl" } };
}

describe("settleAction", () => {
  it("is the default where nobody wrote anything", () => {
    expect(settleAction()).toEqual({ settings: defaultAction, dropped: [] });
    expect(settleAction({}, {})).toEqual({ settings: defaultAction, dropped: [] });
  });

  it("takes everything from a person's own file", () => {
    const own = {
      enabled: false,
      enforce: true,
      defer: "on",
      tools: { mcp__a__b: { effects: [] } },
      rules: [rule("allow"), rule("deny")],
    } as const;
    expect(settleAction(own)).toEqual({ settings: own, dropped: [] });
  });

  it("lets a project make the gate enforce, and add rules that deny or ask behind the person's", () => {
    const found = settleAction({ rules: [rule("allow")] }, { enforce: true, rules: [rule("deny"), rule("ask")] });
    expect(found.settings).toEqual({
      ...defaultAction,
      enforce: true,
      rules: [rule("allow"), rule("deny"), rule("ask")],
    });
    expect(found.dropped).toEqual([]);
  });

  it("leaves out what a project says beyond that, and names it", () => {
    const own = { enforce: true, defer: "off" } as const;
    const theirs = {
      enabled: false,
      enforce: false,
      defer: "on",
      tools: { mcp__a__b: { effects: [] } },
      rules: [rule("deny"), rule("allow")],
    } as const;
    expect(settleAction(own, theirs)).toEqual({
      settings: { ...defaultAction, enforce: true, rules: [rule("deny")] },
      dropped: ["enabled", "defer", "tools", "enforce", "rules.1"],
    });
  });

  it("does not let a project switch on what a person has switched off", () => {
    expect(settleAction({ enabled: false }, { enabled: true })).toEqual({
      settings: { ...defaultAction, enabled: false },
      dropped: ["enabled"],
    });
  });

  it("names nothing that says the same again", () => {
    expect(settleAction({ defer: "on" }, { enabled: true, enforce: false, defer: "on" }).dropped).toEqual([]);
  });
});
