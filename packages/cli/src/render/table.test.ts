import { describe, expect, it } from "vitest";
import { changeVerdict, deniedVerdict, hostileVerdict } from "../../../../testing/verdicts.ts";
import { columns } from "./layout.ts";
import { renderTable } from "./table.ts";

const plain = { colour: false, width: 80, mode: "report" } as const;

describe("several changes in a terminal", () => {
  it("take one line each and a sum", () => {
    const lines = renderTable(
      [changeVerdict(), deniedVerdict(), deniedVerdict({ deny_kind: "incomplete" })],
      plain,
    ).split("\n");
    expect(lines[1]).toMatch(/^✓ allowed +acme\/shop#7 +1 +trivial +auth\.issue/);
    expect(lines[2]).toMatch(/^✗ denied +acme\/shop#7 +3 +sensitive +auth\.approval-missing/);
    expect(lines[3]).toMatch(/^✗ incomplete /);
    expect(lines[5]).toBe("3 changes, 2 would be denied: 1 incomplete, 1 unauthorized");
  });

  it("say what enforcing did", () => {
    expect(renderTable([deniedVerdict()], { ...plain, mode: "enforce" })).toContain(
      "1 change, 1 denied: 1 unauthorized",
    );
  });

  it("without any change are only a sum", () => {
    expect(renderTable([], plain)).toContain("0 changes, 0 would be denied");
  });

  it.each([60, 80, 120])("keep within %i columns", (width) => {
    const long = deniedVerdict({ subject: { ...deniedVerdict().subject, repository: `acme/${"x".repeat(90)}` } });
    for (const text of renderTable([changeVerdict(), long], { ...plain, width }).split("\n")) {
      expect(columns(text)).toBeLessThanOrEqual(width);
    }
  });

  it("may be a quarter of a million", () => {
    const verdict = changeVerdict();
    const text = renderTable(
      Array.from({ length: 250_000 }, () => verdict),
      plain,
    );
    expect(text.endsWith("250,000 changes, 0 would be denied\n")).toBe(true);
  });

  it("let no escape sequence or line break through", () => {
    const text = renderTable([hostileVerdict("\u001B[31m\nx\u202E")], plain);
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u001B\u202E]/);
    expect(text.split("\n")).toHaveLength(5);
  });

  it("mark a change that is not gated", () => {
    expect(renderTable([changeVerdict({ gated: false, gated_because: "not_agent" })], plain)).toContain("· not gated");
  });
});
