import { afterEach, describe, expect, it } from "vitest";
import { openShop, type Shop, type ShopOptions } from "../../../testing/github-change.ts";
import { collectPullRequest } from "./collect.ts";

let shop: Shop;
afterEach(async () => await shop.github.close());

async function collect(options: ShopOptions = {}, act?: (shop: Shop) => void) {
  shop = await openShop({
    ...options,
    before: (repository, work) => {
      repository.issue({ number: 8, title: "Eighth", author: "maria" });
      options.before?.(repository, work);
    },
  });
  act?.(shop);
  return await collectPullRequest(shop.client, { repository: "acme/shop", number: 12 });
}

const linksOf = ({ issues }: { issues: readonly { repository: string; number: number; link: string }[] }) =>
  issues.map(({ repository, number, link }) => `${repository}#${number} ${link}`);

describe("a link", () => {
  it.each([
    ["in text and list", "Fixes #7", [7], [], ["acme/shop#7 closing"]],
    ["made by hand", "", [], [7], ["acme/shop#7 explicit"]],
    ["made by hand and in the text", "Fixes #7", [], [7], ["acme/shop#7 explicit"]],
    ["in a reference of the text", "Part of #7", [], [], ["acme/shop#7 reference"]],
    [
      "in the text alone, which the platform does not list",
      "Fixes #7, fixes #8",
      [7],
      [],
      ["acme/shop#7 closing", "acme/shop#8 reference"],
    ],
    ["only mentioned", "See #7", [], [], []],
    ["with a keyword in code", "`Fixes #7`", [], [], []],
    ["to a pull request", "Fixes #12", [], [], ["acme/shop#12 reference"]],
  ])("%s", async (_, body, closes, linkedByHand, links) => {
    const { facts } = await collect({ change: { body, closes, linkedByHand } });
    expect(linksOf(facts)).toEqual(links);
    expect(facts.issues.every((issue) => issue.unreadable === undefined)).toBe(true);
    expect(facts.incomplete).toEqual([]);
  });

  it("in the text counts on a base that is not the default, where the platform lists nothing", async () => {
    const { facts } = await collect({
      change: { body: "Fixes #7", closes: [], base: "release" },
      before: (_, work) => void work.git("branch", "release", "main"),
    });
    expect(linksOf(facts)).toEqual(["acme/shop#7 closing"]);
    expect(shop.timing.waits).toEqual([]);
  });

  it("inside quotation marks alone is quoted (A6)", async () => {
    const { facts } = await collect({
      change: { body: 'He wrote "Fixes #7" and "Fixes #8". Fixes #8', closes: [7, 8] },
    });
    expect(facts.issues).toMatchObject([{ number: 7, quoted: true }, { number: 8 }]);
    expect(facts.issues[1]?.quoted).toBeUndefined();
  });

  it.each([
    ["a closing keyword", "acme/shop#7"],
    ["the wrong case", "Acme/SHOP#7"],
    ["a page of the same host", "https://github.com/acme/shop/issues/7"],
  ])("is one issue in whatever form: %s", async (_, name) => {
    const { facts } = await collect({ change: { body: `Fixes ${name}`, closes: [7] } });
    expect(linksOf(facts)).toEqual(["acme/shop#7 closing"]);
  });

  it("of a title is a reference, never closing", async () => {
    const { facts } = await collect({ change: { title: "Part of #8, fixes #7", body: "", closes: [] } });
    expect(linksOf(facts)).toEqual(["acme/shop#8 reference"]);
  });
});

describe("an issue of another repository (A12)", () => {
  it("is asked for there, and never looked up here", async () => {
    const { facts } = await collect({
      change: { body: "Part of acme/other#7, refs acme/none#1, refs acme/other#99", closes: [] },
      before: (repository) => {
        const other = repository.world.repository("acme/other", repository.git.folder);
        other.issue({ number: 7, title: "There", author: "maria" });
      },
    });
    expect(facts.issues).toMatchObject([
      { repository: "acme/other", number: 7, title: "There" },
      { repository: "acme/none", number: 1, unreadable: "not_found" },
      { repository: "acme/other", number: 99, unreadable: "not_found" },
    ]);
    expect(facts.incomplete).toEqual([]);
  });

  it("that the token may not read is forbidden", async () => {
    const { facts } = await collect({ change: { body: "Part of #8", closes: [] } }, ({ github }) =>
      github.fail({
        query: "Lookups",
        status: 200,
        body: { data: { home: null }, errors: [{ type: "FORBIDDEN", path: ["home", "q0"], message: "m" }] },
      }),
    );
    expect(facts.issues).toMatchObject([{ number: 8 }]);
    expect(facts.issues[0]?.unreadable).toBeDefined();
  });
});

describe("a list that lags behind an edit", () => {
  it("is read once more after three seconds, and then believed", async () => {
    const { facts, requests } = await collect({ change: { body: "Fixes #8", closes: [7] } }, ({ github, change }) =>
      github.before({ query: "StillWithLinks" }, () => {
        change.closes = [8];
      }),
    );
    expect(linksOf(facts)).toEqual(["acme/shop#8 closing"]);
    expect(shop.timing.waits).toEqual([3000]);
    expect(requests).toBe(4);
  });

  it("and still differs wins over the text on the default branch", async () => {
    const { facts } = await collect({ change: { body: "Fixes #8", closes: [7] } });
    expect(linksOf(facts)).toEqual(["acme/shop#7 closing", "acme/shop#8 reference"]);
  });

  it.each([
    ["a pull request", "Fixes #12"],
    ["an issue nobody has", "Fixes #99"],
    ["nothing but a reference", "Part of #8"],
  ])("is not waited for when the text names %s", async (_, body) => {
    await collect({ change: { body, closes: [] } });
    expect(shop.timing.waits).toEqual([]);
  });

  it("is collected again when the text changed meanwhile", async () => {
    const { facts } = await collect({ change: { body: "Fixes #8", closes: [] } }, ({ github, change }) =>
      github.before({ query: "StillWithLinks" }, () => void change.edit({ body: "Part of #7" })),
    );
    expect(facts.body).toBe("Part of #7");
    expect(linksOf(facts)).toEqual(["acme/shop#7 reference"]);
  });
});

describe("what an issue says of itself", () => {
  const issue = async (act: (shop: Shop) => void) => {
    const { facts } = await collect({}, act);
    return facts.issues[0];
  };

  it.each([
    ["not_planned", "not_planned"],
    ["duplicate", "duplicate"],
    ["completed", "completed"],
  ] as const)("closed as %s", async (reason, expected) => {
    const found = await issue(({ repository }) => void repository.issues.get(7)?.close({ reason }));
    expect(found).toMatchObject({ state: "closed", state_reason: expected });
  });

  it.each([
    ["nobody", () => undefined, null],
    ["of the text", (shop: Shop) => shop.repository.issues.get(7)?.edit({ body: "x", by: "rita" }), "rita"],
    ["of the title", (shop: Shop) => shop.repository.issues.get(7)?.edit({ title: "x", by: "rita" }), "rita"],
    [
      "of both, the change's author first: times are not compared (E2)",
      (shop: Shop) => shop.repository.issues.get(7)?.edit({ body: "x", by: "sam" }).edit({ title: "y", by: "rita" }),
      "sam",
    ],
    [
      "of both, the change's author last",
      (shop: Shop) => shop.repository.issues.get(7)?.edit({ body: "x", by: "rita" }).edit({ title: "y", by: "sam" }),
      "sam",
    ],
  ])("edited by %s", async (_, act, editor) => {
    const found = await issue((shop) => void act(shop));
    expect(found).toMatchObject({ editor: editor === null ? null : { login: editor } });
  });

  it("its author's permission where the change's author wrote it, and not otherwise", async () => {
    const own = await collect({
      before: (repository) => void repository.issue({ number: 9, author: "sam" }),
      change: { body: "Fixes #9", closes: [9] },
    });
    expect(own.facts.issues).toMatchObject([{ author: { login: "sam" }, author_permission: "read" }]);
    await shop.github.close();
    const other = await collect();
    expect(other.facts.issues[0]).not.toHaveProperty("author_permission");
  });

  it("who endorsed it with a label, with the permission here", async () => {
    const found = await issue(({ repository }) => void repository.issues.get(7)?.label("accepted", { by: "rita" }));
    expect(found).toMatchObject({ labels: [{ name: "accepted", actor: { login: "rita" }, permission: "write" }] });
  });
});

it("looks up a bounded number of named issues, and says that there are more", async () => {
  const body = Array.from({ length: 60 }, (_, index) => `Part of #${index + 100}`).join("\n");
  const { facts, requests } = await collect({ change: { body, closes: [] } });
  expect(facts.issues).toHaveLength(60);
  expect(facts.issues.filter((each) => each.unreadable === "not_looked_up")).toHaveLength(10);
  expect(facts.incomplete).toMatchObject([{ what: "issues" }]);
  expect(requests).toBe(4);
});
