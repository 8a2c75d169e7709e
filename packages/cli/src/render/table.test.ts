import type { ChangeVerdict } from "@warrant/kernel/verdict";
import { describe, expect, it } from "vitest";
import { changeVerdict, deniedVerdict, hostileVerdict } from "../../../../testing/verdicts.ts";
import { columns } from "./layout.ts";
import { renderTable, type TableRow } from "./table.ts";

function rows(...verdicts: ChangeVerdict[]): TableRow[] {
  return verdicts.map((verdict) => ({ verdict, title: "Correct the total" }));
}

const plain = { colour: false, width: 80, mode: "report" } as const;

describe("several changes in a terminal", () => {
  it("take one line each and a sum", () => {
    const lines = renderTable(
      rows(changeVerdict(), deniedVerdict(), deniedVerdict({ deny_kind: "incomplete" })),
      plain,
    ).split("\n");
    expect(lines[1]).toMatch(/^✓ allowed +#7 +1 +trivial +auth\.issue +Correct the total$/);
    expect(lines[2]).toMatch(/^✗ denied +#7 +3 +sensitive +auth\.approval-missing/);
    expect(lines[3]).toMatch(/^✗ incomplete /);
    expect(lines[5]).toBe("3 changes of acme/shop, 2 would be denied: 1 incomplete, 1 unauthorized");
  });

  it("of several repositories name each, and those without a title say the reason", () => {
    const other = changeVerdict({ subject: { ...changeVerdict().subject, repository: "acme/other" } });
    const text = renderTable([{ verdict: changeVerdict(), title: "" }, ...rows(other)], { ...plain, width: 120 });
    expect(text).toMatch(/acme\/shop#7 .*auth\.issue +\S/);
    expect(text).toMatch(/acme\/other#7 .*Correct the total/);
    expect(text).toContain("2 changes, 0 would be denied");
  });

  it("stand in line whatever the longest rule is", () => {
    const unread = deniedVerdict({ reason: "It could not be read. [auth.evidence-unavailable]" });
    const titled = [changeVerdict(), unread].map((verdict) => ({ verdict, title: "Same title" }));
    const places = renderTable(titled, { ...plain, width: 120 })
      .split("\n")
      .filter((text) => text.includes("Same title"))
      .map((text) => text.indexOf("Same title"));
    expect(places).toHaveLength(2);
    expect(new Set(places).size).toBe(1);
  });

  it("say what enforcing did", () => {
    expect(renderTable(rows(deniedVerdict()), { ...plain, mode: "enforce" })).toContain(
      "1 change of acme/shop, 1 denied: 1 unauthorized",
    );
  });

  it("without any change are only a sum", () => {
    expect(renderTable([], plain)).toContain("0 changes, 0 would be denied");
  });

  it.each([60, 80, 120])("keep within %i columns", (width) => {
    const long = deniedVerdict({ subject: { ...deniedVerdict().subject, repository: `acme/${"x".repeat(90)}` } });
    for (const text of renderTable(rows(changeVerdict(), long), { ...plain, width }).split("\n")) {
      expect(columns(text)).toBeLessThanOrEqual(width);
    }
  });

  it("may be a quarter of a million", () => {
    const verdict = changeVerdict();
    const text = renderTable(
      Array.from({ length: 250_000 }, () => ({ verdict, title: "" })),
      plain,
    );
    expect(text.endsWith("250,000 changes of acme/shop, 0 would be denied\n")).toBe(true);
  });

  it("let no escape sequence or line break through", () => {
    const text = renderTable(rows(hostileVerdict("\u001B[31m\nx\u202E")), plain);
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u001B\u202E]/);
    expect(text.split("\n")).toHaveLength(5);
  });

  it("mark a change that is not gated", () => {
    expect(renderTable(rows(changeVerdict({ gated: false, gated_because: "not_agent" })), plain)).toContain(
      "· not gated",
    );
  });
});
