import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { changeVerdict, deniedVerdict, hostileVerdict } from "../../../../testing/verdicts.ts";
import { type BacktestReport, createBacktestReport } from "../backtest-report.ts";
import { renderBacktestHtml } from "./backtest-html.ts";
import { axisTop, barSvg, seriesSvg } from "./backtest-plots.ts";
import { renderBacktestText } from "./backtest-text.ts";
import { milliseconds, percent } from "./backtest-words.ts";
import { columns } from "./layout.ts";

const run = {
  repository: "acme/shop",
  branch: "main",
  configuration_origin: "defaults",
  assumed: ["named issues are open"],
};

function report(hostile = ""): BacktestReport {
  const builder = createBacktestReport();
  for (let index = 0; index < 30; index += 1) {
    const verdict = index % 3 === 0 ? deniedVerdict() : changeVerdict();
    builder.add(hostile === "" ? verdict : hostileVerdict(hostile), {
      sha: `${index}`.padStart(40, "0"),
      title: hostile === "" ? `Change ${index}` : hostile,
      date: new Date(Date.UTC(2026, 0, 1 + index * 2)).toISOString(),
      milliseconds: 1 + index,
    });
  }
  return builder.finish(
    hostile === "" ? run : { repository: hostile, branch: hostile, configuration_origin: hostile, assumed: [hostile] },
  );
}

const empty = createBacktestReport().finish(run);

/** Names of all elements and attributes of a page, by a scan that knows only tags. */
function tagsOf(page: string): { elements: Set<string>; attributes: Set<string> } {
  const elements = new Set<string>();
  const attributes = new Set<string>();
  for (const match of page.matchAll(/<(?<name>[a-z][a-z0-9]*)(?<rest>(?:\s+[a-z][a-zA-Z-]*(?:="[^"]*")?)*)\s*\/?>/g)) {
    elements.add(match.groups?.["name"] ?? "");
    for (const attribute of (match.groups?.["rest"] ?? "").matchAll(/\s(?<name>[a-z][a-zA-Z-]*)/g)) {
      attributes.add(attribute.groups?.["name"] ?? "");
    }
  }
  return { elements, attributes };
}

const attacks: readonly (readonly [string, string])[] = [
  ["a script", "<script>alert(1)</script>"],
  ["an attribute's end", '"><img src=x onerror=alert(1)>'],
  ["an apostrophe", "' onload='alert(1)"],
  ["the end of the style", "</style><script>alert(1)</script>"],
  ["the end of the title", "</title><script>alert(1)</script>"],
  ["a comment", "<!--"],
  ["entities", "&lt;script&gt; &amp;#60;"],
  ["an escape sequence", "\u001B[2J\u202Ex\n"],
];

describe("the backtest page", () => {
  it("says first how many changes would have been denied", () => {
    const page = renderBacktestHtml(report());
    expect(page).toContain("<h1>10 of 30 changes (33.3 %) would have been denied.</h1>");
    expect(page).toContain("acme/shop on main, 2026-01-01 to 2026-02-28");
  });

  it("allows its own style by digest and nothing else", () => {
    const page = renderBacktestHtml(report());
    const style = /<style>(?<css>[\s\S]*?)<\/style>/.exec(page)?.groups?.["css"] ?? "";
    const policy = /Content-Security-Policy" content="(?<policy>[^"]*)"/.exec(page)?.groups?.["policy"];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(policy).toBe(`default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`);
  });

  it("has no script, loads nothing and has no style attribute", () => {
    const page = renderBacktestHtml(report());
    const { elements, attributes } = tagsOf(page);
    for (const name of ["script", "link", "img", "iframe", "object", "form", "base", "a"])
      expect(elements).not.toContain(name);
    for (const name of ["style", "src", "href", "onload", "onclick"]) expect(attributes).not.toContain(name);
    expect(page).not.toMatch(/url\(|@import|https?:/);
  });

  it.each(attacks)("shows %s as text", (_name, text) => {
    const clean = tagsOf(renderBacktestHtml(report("plain")));
    const page = renderBacktestHtml(report(text));
    const { elements, attributes } = tagsOf(page);
    expect([...elements].toSorted()).toEqual([...clean.elements].toSorted());
    expect([...attributes].toSorted()).toEqual([...clean.attributes].toSorted());
    // oxlint-disable-next-line no-control-regex
    expect(page).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u202A-\u202E]/);
    expect(page.match(/<\/style>/g)).toHaveLength(1);
    expect(page).not.toContain("<!--");
  });

  it("balances its elements", () => {
    const page = renderBacktestHtml(report()).replace(/<style>[\s\S]*?<\/style>/, "");
    for (const name of [
      "html",
      "head",
      "body",
      "main",
      "header",
      "footer",
      "section",
      "div",
      "table",
      "tr",
      "td",
      "th",
      "svg",
      "g",
      "ol",
      "ul",
      "li",
      "dl",
      "details",
      "p",
    ]) {
      const opened = page.match(new RegExp(`<${name}[ >]`, "g"))?.length ?? 0;
      const closed = page.match(new RegExp(`</${name}>`, "g"))?.length ?? 0;
      expect([name, closed]).toEqual([name, opened]);
    }
  });

  it("gives the plot a title, a description and a table, and hides bars that repeat a number", () => {
    const page = renderBacktestHtml(report());
    for (const shape of ["wide", "narrow"]) {
      expect(page).toContain(`role="img" aria-labelledby="${shape}-title ${shape}-text"`);
      expect(page.match(new RegExp(`id="${shape}-t(?:itle|ext)"`, "g"))).toHaveLength(2);
    }
    expect(page.match(/30 changes, 10 of them \(33\.3 %\) would have been denied, 0 are undecided\./g)).toHaveLength(2);
    expect(page).toContain("<summary>The same as a table</summary>");
    const bars = page.match(/<svg viewBox="0 0 100 12"[^>]*>/g) ?? [];
    expect(bars.length).toBeGreaterThan(5);
    for (const bar of bars) expect(bar).toContain('aria-hidden="true"');
  });

  it("explains the drifts and gives the rules with their titles and ids", () => {
    const page = renderBacktestHtml(report());
    expect(page).toContain("<code>src/billing/invoice-pdf.ts</code>");
    expect(page).toContain("speaks of invoice, pdf, render");
    expect(page).toContain("No human approval of this commit<small>auth.approval-missing</small>");
    expect(page).toContain("Assuming named issues are open.");
  });

  it("of no change is a short page that says so", () => {
    const page = renderBacktestHtml(empty);
    expect(page).toContain("<h1>There was no change to judge.</h1>");
    expect(page).not.toContain("NaN");
  });

  it("of allowed changes only says that nothing would have been denied", () => {
    const builder = createBacktestReport();
    builder.add(changeVerdict(), { sha: "a".repeat(40), title: "x", date: null, milliseconds: 1 });
    const page = renderBacktestHtml(builder.finish(run));
    expect(page).toContain("<h1>None of 1 change would have been denied.</h1>");
    expect(page).not.toMatch(/NaN|Infinity|undefined/);
  });
});

/** A report of changes that need an approval git cannot show, of which the first `denied` are denied in any case. */
function undecidedReport(count: number, denied: number): BacktestReport {
  const builder = createBacktestReport();
  for (let index = 0; index < count; index += 1) {
    const open = { deny_kind: "incomplete", reason: "Not read. [auth.evidence-unavailable]" } as const;
    const verdict = deniedVerdict(index < denied ? {} : open);
    builder.add(
      { ...verdict, subject: { ...verdict.subject, number: index + 1 } },
      {
        sha: `${index}`.padStart(40, "0"),
        title: `Change ${index} (#${index + 1})`,
        date: new Date(Date.UTC(2026, 0, 5 + index * 7)).toISOString(),
        milliseconds: 1,
      },
    );
  }
  return builder.finish(run);
}

describe("changes that git alone cannot decide", () => {
  it.each([
    [
      4,
      1,
      "1 of 4 changes (25.0 %) would have been denied.",
      "3 more (75.0 %) would have needed an approval or a plan, which git cannot show.",
    ],
    [
      1,
      0,
      "None of 1 change would have been denied for certain.",
      "1 (100 %) would have needed an approval or a plan, which git cannot show.",
    ],
  ])("of %i changes with %i denied are a sentence of their own", (count, denied, headline, sentence) => {
    const one = undecidedReport(count, denied);
    expect(renderBacktestHtml(one)).toContain(`<h1>${headline}</h1><p class="lead">${sentence}</p>`);
    expect(renderBacktestText(one, { colour: false, width: 100 })).toContain(`${headline}\n${sentence}\n`);
  });

  it("are a part of each bar that is neither denied nor allowed", () => {
    const text = renderBacktestText(undecidedReport(4, 1), { colour: false, width: 80 });
    expect(text).toMatch(/^ {4}denied {4}█ {3}\n {4}undecided {2}███$/m);
    expect(/ {4}3, guarded or not seen whole +(?<bar>\S+)/.exec(text)?.groups?.["bar"]).toMatch(/^█{5}▒{15}$/);
    const bar = barSvg({ changes: 4, denied: 1, undecided: 2 }, 8);
    expect([...bar.matchAll(/class="(?<kind>\w+)" width="(?<width>[\d.]+)"/g)].map((match) => match.slice(1))).toEqual([
      ["track", "100"],
      ["allowed", "50"],
      ["undecided", "37.5"],
      ["denied", "12.5"],
    ]);
  });

  it("are listed with why they need so much, the denied with what decided", () => {
    const one = undecidedReport(2, 1);
    const text = renderBacktestText(one, { colour: false, width: 100 });
    expect(text).toContain(
      "Denied changes\n    0000000  #1 Change 0\n      tier 3: No human approval of this commit\n",
    );
    expect(text).toContain(
      "an approval or a plan\n    0000000  #2 Change 1\n      tier 3: It touches a guarded path\n",
    );
    const page = renderBacktestHtml(one);
    expect(page).toContain("#1 Change 0<small>0000000 2026-01-05</small>");
    expect(page).toContain("It touches a guarded path<small>tier.guardrail-path</small>");
  });

  it.each([
    [60, true],
    [10, false],
  ])("a list of %i says what a terminal and a page leave out: %j", (count, leavesOut) => {
    const one = undecidedReport(count, count);
    const page = renderBacktestHtml(one);
    expect(renderBacktestText(one, { colour: false, width: 80 }).includes("    and 50 more\n")).toBe(leavesOut);
    expect(page.includes("and 10 more</p>")).toBe(leavesOut);
    expect(page).toContain(`Denied changes: ${count}</summary>`);
  });
});

describe("the dates of the plot", () => {
  it.each([
    ["wide", 1, 1],
    ["wide", 2, 2],
    ["wide", 8, 8],
    ["wide", 9, 5],
    ["wide", 100, 8],
    ["narrow", 3, 3],
    ["narrow", 4, 2],
    ["narrow", 100, 3],
  ] as const)("stand under the middle of their columns, in the %s drawing of %i weeks at %i", (shape, weeks, dates) => {
    const drawing = seriesSvg(undecidedReport(weeks, weeks), shape);
    const middles = [
      ...drawing.matchAll(/<rect class="denied" x="(?<x>[\d.]+)" y="[\d.]+" width="(?<width>[\d.]+)"/g),
    ].map(({ groups }) => Number(groups?.["x"]) + Number(groups?.["width"]) / 2);
    const labels = [...drawing.matchAll(/<text x="(?<x>[\d.]+)" y="\d+" text-anchor="middle">(?<from>[\d-]+)</g)];
    expect(labels).toHaveLength(dates);
    const width = Number(/viewBox="0 0 (?<width>\d+)/.exec(drawing)?.groups?.["width"]);
    const places = labels.map(({ groups }) => ({
      x: Number(groups?.["x"]),
      week: Math.round((Date.parse(groups?.["from"] ?? "") - Date.UTC(2026, 0, 5)) / 604_800_000),
    }));
    for (const { x, week } of places) {
      expect(Math.abs(x - (middles[week] ?? Number.NaN))).toBeLessThan(0.05);
      // A date is about 66 units wide and must not be cut off.
      expect([x > 33, x < width - 33]).toEqual([true, true]);
    }
    for (const [index, { x }] of places.slice(1).entries()) expect(x - (places[index]?.x ?? x)).toBeGreaterThan(66);
  });
});

describe("a history of which nothing is gated", () => {
  it("says so and what to try", () => {
    const builder = createBacktestReport();
    const verdict = deniedVerdict({ decision: "allow", deny_kind: null, gated: false, gated_because: "not_agent" });
    builder.add(verdict, { sha: "a".repeat(40), title: "x", date: null, milliseconds: 1 });
    const one = builder.finish(run);
    for (const text of [renderBacktestText(one, { colour: false, width: 100 }), renderBacktestHtml(one)]) {
      expect(text).toContain("None of 1 change is gated, so none would have been denied.");
      expect(text.replaceAll(/\s+/g, " ")).toContain("`intent.gate: everyone` as --config.");
    }
  });
});

describe("the backtest in a terminal", () => {
  it("says first how many changes would have been denied, then why", () => {
    const text = renderBacktestText(report(), { colour: false, width: 80 });
    expect(text.split("\n")[0]).toBe("10 of 30 changes (33.3 %) would have been denied.");
    expect(text.indexOf("Deciding rule")).toBeLessThan(text.indexOf("Risk floor"));
    expect(text).toContain("█ denied  ▒ needs an approval or a plan  ░ allowed");
  });

  it.each([60, 80, 100])("keeps every line within %i columns", (width) => {
    for (const one of [report(), report("\u001B[2J修复".repeat(30)), empty]) {
      for (const text of renderBacktestText(one, { colour: false, width }).split("\n")) {
        expect(columns(text)).toBeLessThanOrEqual(width);
      }
    }
  });

  it.each(attacks)("lets nothing of %s reach the terminal but text", (_name, text) => {
    // oxlint-disable-next-line no-control-regex
    expect(renderBacktestText(report(text), { colour: false, width: 80 })).not.toMatch(/[\u001B\u202E\u0007\u009B]/);
  });

  it("with colour says the same", () => {
    const coloured = renderBacktestText(report(), { colour: true, width: 80 });
    // oxlint-disable-next-line no-control-regex
    expect(coloured.replaceAll(/\u001B\[\d+m/g, "")).toBe(renderBacktestText(report(), { colour: false, width: 80 }));
  });
});

describe("numbers", () => {
  it.each([
    [0, 0, "0 %"],
    [0, 5, "0 %"],
    [1, 3, "33.3 %"],
    [1, 5000, "< 0.1 %"],
    [5, 5, "100 %"],
  ])("%i of %i is %s", (part, whole, words) => {
    expect(percent(part, whole)).toBe(words);
  });

  it.each([
    [0, "0.00 ms"],
    [0.333, "0.33 ms"],
    [1.25, "1.3 ms"],
    [9.99, "10.0 ms"],
    [10, "10 ms"],
    [9999, "9999 ms"],
    [10_000, "10.0 s"],
  ])("%d ms is %s", (value, words) => {
    expect(milliseconds(value)).toBe(words);
  });

  it.each([
    [0, 1],
    [1, 1],
    [11, 12],
    [13, 16],
    [17, 20],
    [100, 100],
    [101, 120],
    [999, 1000],
  ])("an axis for %i ends at %i", (highest, top) => {
    expect(axisTop(highest)).toBeCloseTo(top);
  });

  it("a bar shows what is there at all, and nothing where there is nothing", () => {
    expect(barSvg({ changes: 1, denied: 0, undecided: 0 }, 10_000)).toContain('<rect class="allowed" width="0.8"');
    expect(barSvg({ changes: 0, denied: 0, undecided: 0 }, 0)).toContain('<rect class="allowed" width="0"');
  });
});
