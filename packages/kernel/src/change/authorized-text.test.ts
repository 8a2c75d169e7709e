import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { issue } from "../../../../testing/facts.ts";
import { authorizedText, maximumComparedText } from "./authorized-text.ts";
import { cleanRequestBody, cleanRequestTitle } from "./authorized-text-clean.ts";
import type { Plan } from "./facts.ts";

const plan: Plan = {
  id: "shop-9",
  source: "beads",
  title: "Plan title",
  notes: "Plan notes",
  status: "open",
  issue: null,
  children: [{ id: "shop-9.1", title: "Child title", notes: "Child notes" }],
};

describe("authorizedText", () => {
  it("joins issues by repository and number, then plans with their children, then the explicit key", () => {
    const issues = [
      issue(12, { title: "Twelve", body: "b12" }),
      issue(3, { title: "Three", body: null }),
      issue(1, { repository: "acme/zoo", title: "Zoo", body: "z" }),
    ];
    const text = authorizedText(issues, [plan], "checkout");
    expect(text.request.text).toBe(
      "Three\n\nTwelve\n\nb12\n\nZoo\n\nz\n\nPlan title\n\nPlan notes\n\nChild title\n\nChild notes\n\ncheckout",
    );
    expect(text.request.titles).toBe("Three\nTwelve\nZoo\nPlan title\nChild title\ncheckout");
    expect(text.issues).toEqual(["acme/shop#3", "acme/shop#12", "acme/zoo#1"]);
    expect(text.plans).toEqual(["shop-9"]);
  });

  it("counts an issue that is linked twice once, and one without a text not at all", () => {
    const twice = [
      issue(3, { title: "Three", body: null }),
      issue(3, { title: "Three", body: null, link: "explicit" }),
    ];
    const unread = {
      repository: "acme/shop",
      number: 5,
      link: "closing" as const,
      unreadable: "not_looked_up" as const,
    };
    const text = authorizedText([...twice, unread], [], null);
    expect(text.request.text).toBe("Three");
    expect(text.issues).toEqual(["acme/shop#3"]);
  });

  it("has another digest for another text, also past what is compared", () => {
    const long = "word ".repeat(maximumComparedText);
    const digests = ["a", "b", `${long}a`, `${long}b`, ""].map(
      (body) => authorizedText([issue(1, { body })], [], null).digest,
    );
    expect(new Set(digests).size).toBe(5);
    expect(authorizedText([issue(1, { body: long })], [], null).request.text).toHaveLength(maximumComparedText);
  });
});

describe("cleanRequestTitle", () => {
  it.each([
    ["fix: the total", "fix: the total"],
    ["Total\u200b of\u202e carts", "Total of carts"],
    ["Total <!-- hidden --> of carts", "Total   of carts"],
  ])("reads %j", (title, expected) => {
    expect(cleanRequestTitle(title)).toBe(expected);
  });
});

describe("cleanRequestBody", () => {
  it.each([
    ["a comment", "before <!-- hidden --> after", "before   after"],
    ["a comment that never ends", "before <!-- hidden", "before"],
    ["trailers", "Body\n\nSigned-off-by: A <a@example.org>", "Body"],
    ["the language word of a fence", "```typescript\ncode\n```", "```\ncode\n```"],
    [
      "an address, but not the words of its path",
      "see https://example.org/cart/total?x=1#y now",
      "see  /cart/total  now",
    ],
    ["an address in brackets", "[cart](https://example.org/a_b) x", "[cart]( /a_b ) x"],
    ["invisible characters", "ca\u200brt\u{e0041}", "cart"],
    ["line ends of Windows", "a\r\nb", "a\nb"],
  ])("reads %s", (_, body, expected) => {
    expect(cleanRequestBody(body)).toBe(expected);
  });

  it("takes hostile bodies of a million characters", () => {
    for (const unit of [
      "<!--",
      "<!---->",
      "```x\n",
      "https://",
      "https://a/",
      "`",
      "~~~",
      "\u200b",
      "a: b\n",
      "(https:",
    ]) {
      expect(cleanRequestBody(unit.repeat(1_000_000 / unit.length)).length).toBeLessThanOrEqual(2_000_000);
    }
  });

  it("changes nothing when what is hidden changes", () => {
    const inside = fc.string().filter((text) => !text.includes("-->") && !text.includes("<!"));
    fc.assert(
      fc.property(inside, inside, (left, right) => {
        expect(cleanRequestBody(`a <!--${left}--> b`)).toBe(cleanRequestBody(`a <!--${right}--> b`));
      }),
    );
  });
});
