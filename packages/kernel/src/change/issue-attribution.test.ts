import { describe, expect, it } from "vitest";
import { bot, issue, person } from "../../../../testing/facts.ts";
import { Configuration, defaultConfiguration } from "../configuration.ts";
import { bindingLimits } from "../policy/ceiling-entries.ts";
import { safestPolicy } from "../policy/compile.ts";
import { bindIssue } from "./issue-attribution.ts";

const configuration = Configuration.parse({
  policy: {
    labels: {
      bug: { dimension: "domain", value: "correctness" },
      P1: { dimension: "priority", value: "high" },
      P2: { dimension: "priority", value: "low" },
    },
    rules: [
      {
        id: "bugs",
        scope: "repository",
        when: { domain: "correctness" },
        set: { autonomy: "bounded", write_scope: "feature_branch", max_attempts: 3 },
      },
    ],
  },
});
const trusting = Configuration.parse({
  policy: { ...configuration.policy, attribution: { trust_labels: "any" } },
});

const byMaria = { name: "bug", actor: person("maria", 1), permission: "triage" } as const;

function bind(labels: NonNullable<Parameters<typeof issue>[1]>["labels"], config = configuration, areWhole = true) {
  return bindIssue(issue(7, { labels: labels ?? [] }), config, "sha256:c", areWhole);
}

describe("the binding to an issue", () => {
  it("has the policy of its labels, and the decision that says which rule", () => {
    const { binding, decision } = bind([byMaria]);
    expect(binding).toMatchObject({ state: "bound", policy: { autonomy: "bounded", max_attempts: 3 } });
    expect(decision?.applied_rules.map(({ id }) => id)).toEqual(["bugs"]);
    expect(decision?.config_digest).toBe("sha256:c");
  });

  it.each([
    ["nobody known", undefined, undefined],
    ["a bot", bot("labeler", 9), "write"],
    ["somebody with read permission", person("sam", 3), "read"],
    ["somebody whose permission is not known", person("sam", 3), "unknown"],
    ["the stand-in of deleted accounts", person("ghost", 10_137), "admin"],
  ] as const)("is unlinked where %s set the label, and then the safest policy holds", (_, actor, permission) => {
    const label = {
      name: "bug",
      ...(actor === undefined ? {} : { actor }),
      ...(permission === undefined ? {} : { permission }),
    };
    const { binding } = bind([label]);
    expect(binding).toEqual({ state: "unlinked" });
    expect(bindingLimits(binding, false, true)).toEqual(
      bindingLimits({ state: "bound", policy: safestPolicy() }, false, true),
    );
    expect(bind([label], trusting).binding.state).toBe("bound");
  });

  it("is unlinked without labels, and while not all of them are known", () => {
    expect(bind([]).binding).toEqual({ state: "unlinked" });
    expect(bind([byMaria], configuration, false).binding).toEqual({ state: "unlinked" });
  });

  it("is never wider by a label that contradicts another", () => {
    const two = [byMaria, { ...byMaria, name: "P1" }, { ...byMaria, name: "P2" }];
    const { binding } = bind(two);
    expect(["bound", "ambiguous"]).toContain(binding.state);
    if (binding.state === "bound") expect(binding.policy?.max_attempts).toBe(3);
  });

  it("of an issue nobody can read is unreadable", () => {
    const unreadable = { repository: "acme/shop", number: 7, link: "closing", unreadable: "error" } as const;
    expect(bindIssue(unreadable, configuration, "sha256:c", true)).toEqual({
      binding: { state: "unreadable" },
      decision: null,
    });
  });

  it("narrows nothing where the repository has no policy", () => {
    const { binding } = bind([byMaria], defaultConfiguration);
    expect(binding).toEqual({ state: "bound", policy: null });
    expect(bindingLimits(binding, true, false)).toBeNull();
  });
});
