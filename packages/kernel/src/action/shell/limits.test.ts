import { describe, expect, it } from "vitest";
import { shellFacts } from "../../../../../testing/action-facts.ts";
import { judgeAction } from "../judge.ts";

function judge(command: string) {
  const { decision, rule, understood } = judgeAction(shellFacts(command));
  return { decision, rule, understood };
}

const refused = { decision: "deny", rule: "action.critical-path", understood: false };

function numbered(count: number, one: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => one(index)).join("");
}

describe("what is more than is read", () => {
  it.each([
    ["of many commands", `${":;".repeat(2_000)} rm -rf /home/ada`],
    ["of a nested text", `${"$(".repeat(40)}rm -rf /home/ada${")".repeat(40)}`],
    ["of a text that is longer than any", `${"echo a;".repeat(2_000)} rm -rf /home/ada`.slice(-11_000)],
    ["among many that are harmless", `rm -rf ${numbered(300, (index) => `a${index} `)} /home/ada`],
  ])("hides no refusal at the end %s", (_name, command) => {
    expect(judge(command)).toEqual(refused);
  });

  it("leaves 64 variables known and not 65", () => {
    const text = (count: number) => `${numbered(count, (index) => `v${index}=src;`)} cat $v${count - 1}`;
    expect(judge(text(64)).understood).toBe(true);
    expect(judge(text(65)).understood).toBe(false);
  });

  it("leaves 1,000 readings of commands known and not more", () => {
    const text = (count: number) => `for i in 1 2 3 4 5 6 7 8; do ${"cat a$i;".repeat(count)} done`;
    expect(judge(text(60)).understood).toBe(true);
    expect(judge(text(70)).understood).toBe(false);
  });

  it("leaves 8 folders possible, and of more only the likely one and any other", () => {
    // Each folder that was not seen may not have been entered.
    const text = (count: number) => `${numbered(count, (index) => `cd d${index};`)} cat a`;
    expect(judge(text(3)).understood).toBe(true);
    expect(judge(text(4)).understood).toBe(false);
    expect(judge(`${text(4)}; rm -rf ../../../../../..`).decision).toBe("deny");
  });

  it("follows no folder that is deeper than anybody works in", () => {
    const text = (count: number) => `cd /work/shop/${"a/".repeat(count)} && cat a`;
    expect(judge(text(190)).understood).toBe(true);
    expect(judge(text(200)).understood).toBe(false);
  });

  it("follows 512 commands of one find and not more", () => {
    const text = (count: number) => `find ${numbered(8, (index) => `d${index} `)} ${"-exec cat {} \\; ".repeat(count)}`;
    expect(judge(text(64)).understood).toBe(true);
    expect(judge(text(65)).understood).toBe(false);
  });
});
