/**
 * @module The picture of a comment in the README is true: it was made from what the product publishes now, in a real browser.
 *
 * `npm run picture` (WARRANT_UPDATE_PICTURES=1) writes page and pictures anew; then look at them.
 */

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderComment } from "../packages/github/src/publish/comment.ts";
import { verdictSections } from "../packages/github/src/publish/comment-sections.ts";
import { closedContext, startBrowser } from "../testing/browser.ts";
import { commentHtml, commentPage } from "../testing/comment-page.ts";
import { attacks } from "../testing/markdown-harm.ts";
import { publishedComment, type ShownComment } from "../testing/published-comment.ts";
import { readSmallPng, smallPng } from "../testing/small-png.ts";
import { hostileVerdict } from "../testing/verdicts.ts";

const folder = join(import.meta.dirname, "pictures");
const isUpdating = process.env["WARRANT_UPDATE_PICTURES"] === "1";
const width = 820;
const scale = 2;
/** What the text chunk of a picture is called that names the page it was made from. */
const keyword = "warrant:page";
const largest = 150_000;
const schemes = ["light", "dark"] as const;
type Scheme = (typeof schemes)[number];

let comment: ShownComment;
let html: string;
let browser: Browser;

function pathOf(scheme: Scheme): string {
  return join(folder, `comment-${scheme}.png`);
}

function digestOf(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

interface Shown {
  readonly page: Page;
  readonly requests: readonly string[];
}

/** Shows a page in a window of its own, and closes that afterwards. */
async function show<Result>(
  text: string,
  options: { readonly colorScheme?: Scheme; readonly width?: number; readonly scale?: number },
  look: (shown: Shown) => Promise<Result>,
): Promise<Result> {
  const { context, requests } = await closedContext(browser, {
    viewport: { width: options.width ?? width, height: 700 },
    deviceScaleFactor: options.scale ?? 1,
    colorScheme: options.colorScheme ?? "light",
  });
  try {
    const page = await context.newPage();
    await page.setContent(text, { waitUntil: "load" });
    return await look({ page, requests });
  } finally {
    await context.close();
  }
}

/** Opens every fold as somebody without a mouse does. */
async function openByKeyboard(page: Page): Promise<number> {
  const folds = await page.locator("details").count();
  for (let fold = 0; fold < folds; fold += 1) {
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
  }
  return folds;
}

beforeAll(async () => {
  comment = await publishedComment();
  html = commentPage(comment);
  browser = await startBrowser();
  if (!isUpdating) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "comment.html"), html);
  for (const colorScheme of schemes) {
    const screenshot = await show(html, { colorScheme, scale }, async ({ page }) => {
      await openByKeyboard(page);
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      return await page.screenshot({ fullPage: true });
    });
    writeFileSync(pathOf(colorScheme), smallPng(screenshot, keyword, digestOf(html)));
  }
});

afterAll(async () => await browser.close());

describe("the picture of a comment", () => {
  it("is that of the comment the product publishes now: run `npm run picture` when this fails, and look at it", () => {
    expect(readFileSync(join(folder, "comment.html"), "utf8")).toBe(html);
  });

  it.each([
    ["light", "#ffffff"],
    ["dark", "#0d1117"],
  ] as const)("in %s is small, sharp, and made from exactly this page", (scheme, background) => {
    const png = readFileSync(pathOf(scheme));
    expect(png.length).toBeLessThanOrEqual(largest);
    expect(readSmallPng(png)).toMatchObject({
      width: width * scale,
      background,
      notes: { [keyword]: digestOf(html) },
    });
  });

  it.each(schemes)("in %s is opened by a browser", async (scheme) => {
    const source = `data:image/png;base64,${readFileSync(pathOf(scheme)).toString("base64")}`;
    const wide = await show(`<img alt="" src="${source}">`, {}, ({ page }) =>
      page.locator("img").evaluate((image) => (image as HTMLImageElement).naturalWidth),
    );
    expect(wide).toBe(width * scale);
  });

  it("stands in the README in both schemes, with the same in words", () => {
    const readme = readFileSync(join(folder, "../../README.md"), "utf8");
    const picture = /<picture>[^]*?<\/picture>/.exec(readme)?.[0] ?? "";
    expect(picture).toContain('<source media="(prefers-color-scheme: dark)" srcset="docs/pictures/comment-dark.png">');
    const image = /<img src="docs\/pictures\/comment-light\.png" width="(?<width>\d+)" alt="(?<alt>[^"]+)">/.exec(
      picture,
    );
    expect(image?.groups?.["width"]).toBe(String(width));
    expect(image?.groups?.["alt"]).toMatch(/denied/i);
  });
});

describe("the page of a comment", () => {
  it("shows the decision, the step and the drift, and nothing of what is between the lines", async () => {
    const text = await show(html, {}, async ({ page }) => {
      await openByKeyboard(page);
      return await page.locator("body").innerText();
    });
    for (const shown of [
      "github-actions bot commented",
      "Denied",
      "→ Ask someone with write permission, not the author or requester (maria), to approve commit dff1791.",
      "Also blocking",
      "Author copilot-swe-agent, an agent (certain, by its account)",
      "Drift from what was asked",
      "src/payment/charge.ts: none of the request's words (total, empty, cart) occur",
    ]) {
      expect(text).toContain(shown);
    }
    expect(text).not.toMatch(/[<>*`]|warrant:|judged commit [0-9a-f]{40}/);
  });

  it.each([380, 900])("has nothing wider than a window of %i pixels", async (wide) => {
    const over = await show(html, { width: wide }, async ({ page }) => {
      await openByKeyboard(page);
      return await page.evaluate(() =>
        [...document.querySelectorAll("*")]
          .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth)
          .map((element) => element.outerHTML),
      );
    });
    expect(over).toEqual([]);
  });

  it("folds what decided, and opens it by keyboard", async () => {
    const states = await show(html, {}, async ({ page }) => {
      const author = page.getByText("Author", { exact: true });
      const before = await author.isVisible();
      const folds = await openByKeyboard(page);
      return { before, folds, after: await author.isVisible() };
    });
    expect(states).toEqual({ before: false, folds: 1, after: true });
  });

  it("has a text for every image", async () => {
    const texts = await show(html, {}, async ({ page }) =>
      page.locator("img").evaluateAll((all) => all.map((image) => image.getAttribute("alt"))),
    );
    expect(new Set(texts)).toEqual(new Set(["❌", "✅"]));
  });

  it.each(schemes)("can be read in %s: every text has a contrast of 4.5 or more", async (colorScheme) => {
    const contrasts = await show(html, { colorScheme }, async ({ page }) => {
      await openByKeyboard(page);
      return await page.evaluate(contrastsOfTexts);
    });
    expect(contrasts.length).toBeGreaterThan(20);
    expect(contrasts.filter(({ contrast }) => contrast < 4.5)).toEqual([]);
  });

  it("is seen when it asks for something", async () => {
    const asking = '<img alt="" src="https://x.example/1.png">';
    expect(await show(asking, {}, ({ requests }) => Promise.resolve([...requests]))).toEqual([
      "https://x.example/1.png",
    ]);
  });

  it.each([
    ["the product's own", () => comment.body],
    [
      "one full of attacks",
      () => renderComment(verdictSections(hostileVerdict(attacks.join("\n")), { mode: "enforce" })),
    ],
    ["one that is nothing but attacks", () => attacks.map(([, text]) => text).join("\n\n")],
    [
      "one written to run",
      () => '<script>fetch("https://x.example")</script><img src="https://x.example/1.png" onerror="alert(1)">',
    ],
  ])("of %s runs nothing and asks for nothing", async (_name, body) => {
    const page = commentPage({ author: "warrant[bot]", body: body() });
    const found = await show(page, {}, async ({ page, requests }) => ({
      scripts: await page.locator("script, iframe, object, embed, link, form").count(),
      handlers: await page.evaluate(() =>
        [...document.querySelectorAll("*")].flatMap((element) =>
          element.getAttributeNames().filter((name) => name.startsWith("on")),
        ),
      ),
      requests: [...requests],
    }));
    expect(found).toEqual({ scripts: 0, handlers: [], requests: [] });
  });
});

/** The contrast of each visible text with what is behind it, by the formula of WCAG 2. It runs in the page. */
function contrastsOfTexts(): { readonly text: string; readonly contrast: number }[] {
  function channels(colour: string): number[] {
    return (colour.match(/[\d.]+/g) ?? []).map(Number);
  }
  function luminance(colour: string): number {
    const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
  function behind(element: Element | null): string {
    if (element === null) return "rgb(255, 255, 255)";
    const colour = getComputedStyle(element).backgroundColor;
    return channels(colour)[3] === 0 ? behind(element.parentElement) : colour;
  }
  const found: { text: string; contrast: number }[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent?.trim() ?? "";
    const element = texts.currentNode.parentElement;
    if (text === "" || element === null || !element.checkVisibility()) continue;
    const [bright = 0, dark = 0] = [luminance(getComputedStyle(element).color), luminance(behind(element))].sort(
      (left, right) => right - left,
    );
    found.push({ text, contrast: (bright + 0.05) / (dark + 0.05) });
  }
  return found;
}

describe("what GitHub would show of a comment's text", () => {
  it.each([
    ["a comment", "a <!-- b --> c", "<p>a  c</p>"],
    ["a script", "<script>x()</script>", ""],
    ["an event handler", '<b onclick="x()">b</b>', "<p><b>b</b></p>"],
    ["a style", '<p style="color:red">p</p>', "<p>p</p>"],
    ["a frame", '<iframe src="https://x.example"></iframe>', ""],
    ["an address that runs", "[a](javascript:x)", "<p><a>a</a></p>"],
    ["a line break", "a\nb", "<p>a<br>\nb</p>"],
    [
      "a fold and small print",
      "<details><summary>s</summary>\n\n<sub>d</sub>\n\n</details>",
      "<details><summary>s</summary>\n<p><sub>d</sub></p>\n</details>",
    ],
  ])("%s", (_name, markdown, expected) => {
    expect(commentHtml(markdown)).toBe(expected);
  });

  it("cannot be drawn with an emoji nobody drew", () => {
    expect(() => commentPage({ author: "maria", body: "🎉" })).toThrow(/🎉 has no drawing/);
  });
});
