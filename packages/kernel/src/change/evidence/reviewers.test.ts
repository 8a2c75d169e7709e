/** @module Account sets: the same answer as comparing with every member. */

import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Actor } from "../facts.ts";
import { isSameAccount } from "../identity.ts";
import { isKnownAccount } from "./authority.ts";
import { AccountSet } from "./reviewers.ts";

const actors = fc.record({
  login: fc.option(fc.constantFrom("ines", "Ines", "tom", "copilot", "", "ghost", "x[bot]", "x")),
  kind: fc.constantFrom<Actor["kind"][]>("user", "bot", "unknown"),
  id: fc.option(fc.constantFrom<(string | number)[]>(1, "1", 2, "U_1", "", 198982749)),
});

it("has an account exactly when one of its members is the same account", () => {
  fc.assert(
    fc.property(fc.array(actors, { maxLength: 6 }), actors, (members, one) => {
      const set = new AccountSet();
      for (const member of members) set.add(member);
      const expected = members.some((member) => isKnownAccount(member) && isSameAccount(member, one));
      expect(set.has(one)).toBe(expected);
    }),
    { numRuns: 1000 },
  );
});
