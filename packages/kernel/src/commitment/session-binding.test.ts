import { describe, expect, it } from "vitest";
import { agent, person, runtime } from "../../../../testing/commitment.ts";
import { bindingLimits } from "../policy/ceiling-entries.ts";
import { safestPolicy } from "../policy/rule.ts";
import { draft } from "./park.ts";
import { bindingRules, readBinding, type SessionBinding } from "./session-binding.ts";
import type { StreamEvent } from "./stream.ts";

const policy = { ...safestPolicy(), max_attempts: 3 };

function event(kind: string, body: object, actor: object = person): StreamEvent {
  return {
    ...draft("session", "s1", kind, person, body),
    actor: { ...actor },
    at: "2026-01-02T03:04:05.000Z",
    imported: false,
  };
}

function bound(issue = "acme/shop#7", actor: object = person): StreamEvent {
  return event("session-bound", { issue, title: "Discounts", binding: { state: "bound", policy } }, actor);
}

function after(...events: readonly StreamEvent[]): SessionBinding | null {
  return events.reduce(bindingRules.apply, bindingRules.start);
}

describe("the binding of a session", () => {
  it("is what was bound last, and nothing after it was taken back", () => {
    expect(after(bound())).toEqual({
      id: "s1",
      issue: "acme/shop#7",
      binding: { state: "bound", policy },
      bound_at: "2026-01-02T03:04:05.000Z",
      bound_by: "heron",
    });
    expect(after(bound(), bound("acme/shop#8"))?.issue).toBe("acme/shop#8");
    expect(after(bound(), event("session-unbound", {}))).toBeNull();
  });

  it.each([agent, runtime])("is changed by a person alone once it is there, not by $kind", (actor) => {
    expect(after(bound("acme/shop#7", actor))?.issue).toBe("acme/shop#7");
    for (const next of [bound("acme/shop#8", actor), event("session-unbound", {}, actor)]) {
      expect(bindingRules.admit(after(bound()), next)).toMatchObject({
        refusal: { code: "refused", details: { rule: "authority.not-human" } },
      });
      expect(after(bound(), next)?.issue).toBe("acme/shop#7");
    }
  });

  it("refuses to take back what is not there, and what it does not know", () => {
    expect(bindingRules.admit(null, event("session-unbound", {}))).toMatchObject({ refusal: { code: "not-found" } });
    for (const bad of [
      event("session-renamed", {}),
      event("session-bound", { issue: "" }),
      event("session-bound", {}, {}),
    ]) {
      expect(bindingRules.fits(bad)).toBe(false);
      expect(bindingRules.admit(null, bad)).toHaveProperty("refusal");
    }
  });

  it.each([null, undefined, "bound", {}, { state: "free" }, { state: "bound" }, { state: "bound", policy: "all" }])(
    "that cannot be read (%j) has the safest policy",
    (value) => {
      expect(readBinding(value)).toEqual({ state: "unreadable" });
      expect(bindingLimits(readBinding(value), false, false)).not.toBeNull();
    },
  );

  it.each([{ state: "unbound" }, { state: "ambiguous" }, { state: "unlinked" }, { state: "bound", policy: null }])(
    "is read back as it was written: %j",
    (value) => expect(readBinding(value)).toEqual(value),
  );

  it("has the safest policy once a row of it could not be believed", () => {
    expect(bindingRules.spoil(after(bound()))?.binding).toEqual({ state: "unreadable" });
    expect(bindingRules.spoil(null)).toBeNull();
  });
});
