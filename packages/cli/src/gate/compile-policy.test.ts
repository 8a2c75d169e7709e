import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findWorkTree, type WorkTree } from "@warrant/sources/git/work-tree";
import { beforeEach, describe, expect, it } from "vitest";
import { createRepository, type TestRepository, temporaryFolder } from "../../../../testing/git-repository.ts";
import { compilePolicy, refreshPolicy } from "./compile-policy.ts";
import { type GatePlaces, gatePlaces } from "./places.ts";
import { residentPolicies, storedPolicies } from "./policy-source.ts";
import { defaultGatePolicy, loadPolicy, policyFile } from "./policy-store.ts";

let places: GatePlaces;
let repository: TestRepository;
let tree: WorkTree | null;
beforeEach(() => {
  const found = gatePlaces({ HOME: temporaryFolder() });
  if (found === null) throw new Error("no places");
  places = found;
  repository = createRepository();
  tree = findWorkTree(repository.folder);
});

function personal(text: string): void {
  mkdirSync(dirname(places.personal), { recursive: true });
  writeFileSync(places.personal, text);
}

/** Commits a `warrant.yaml` to what was last fetched as the default branch. */
function fetched(text: string): void {
  repository.commit("Configure", { "warrant.yaml": text });
  repository.git("update-ref", "refs/remotes/origin/main", "HEAD");
}

const denyCurl = "rules: [{ id: no-curl, decision: deny, command: { name: curl } }]";

describe("compilePolicy", () => {
  it("is the default where nobody wrote anything", async () => {
    expect((await compilePolicy(places, null)).policy).toEqual(defaultGatePolicy);
    expect((await compilePolicy(places, tree)).policy).toEqual(defaultGatePolicy);
  });

  it("meets a person's own file with the project's of the base, and takes nothing wider from that", async () => {
    personal(
      `runtime: { autonomy: assisted }\naction: { rules: [{ id: own, decision: ask, command: { name: git } }] }`,
    );
    fetched(
      `runtime: { autonomy: autonomous, permission: read-only }\naction: { enforce: true, enabled: false, ${denyCurl} }`,
    );
    const { policy, problem } = await compilePolicy(places, tree);
    expect(problem).toBeNull();
    expect(policy).toMatchObject({ mode: "enforce", is_enabled: true, autonomy: "assisted", permission: "read-only" });
    expect(policy?.rules.map(({ id }) => id)).toEqual(["own", "no-curl"]);
    expect((await compilePolicy(places, null)).policy).toMatchObject({ mode: "report", permission: "workspace-write" });
  });

  it("holds what is set for claims, of the project's file what narrows", async () => {
    personal("claim: { runners: [{ kind: tests, argv: [bin/check], scope: full }] }");
    fetched("claim: { enforce: true, excerpt: exact, tools: { alias: [[a, b]] }, stop: { unverified: true } }");
    const { policy } = await compilePolicy(places, tree);
    expect(policy).toMatchObject({
      mode: "report",
      claims_mode: "enforce",
      claims: {
        excerpt: "exact",
        aliases: [],
        runners: [{ kind: "tests", argv: ["bin/check"], scope: "full" }],
        stop: { maxBlocks: 2, unverified: true },
      },
    });
  });

  it("reads the base and neither the work tree nor the branch, which an agent can write", async () => {
    fetched("action: { enforce: true }");
    repository.branch("agent");
    repository.commit("Loosen", { "warrant.yaml": "action: { enforce: false }" });
    repository.write({ "warrant.yaml": "action: { enforce: false }" });
    expect((await compilePolicy(places, tree)).policy?.mode).toBe("enforce");
  });

  it.runIf(process.platform !== "win32")("waits for no pipe and reads no device that lies in its place", async () => {
    const file = join(repository.folder, "warrant.yaml");
    symlinkSync("/dev/zero", file);
    expect(await compilePolicy(places, tree)).toMatchObject({
      policy: null,
      problem: expect.stringContaining("warrant.yaml is no plain file"),
    });
    rmSync(file);
    execFileSync("mkfifo", [file]);
    expect(await compilePolicy(places, tree)).toMatchObject({
      policy: null,
      problem: expect.stringContaining("warrant.yaml is no plain file"),
    });
  });

  it("reads the work tree where nothing was ever fetched", async () => {
    repository.write({ "warrant.yml": "action: { enforce: true }" });
    expect((await compilePolicy(places, tree)).policy?.mode).toBe("enforce");
  });

  it.each<readonly [string, () => void, RegExp]>([
    ["a person's file with a key nobody knows", () => personal("action: { enforced: true }"), /config\.yaml:1:/],
    ["a project's file that is no YAML", () => fetched("action: {"), /warrant\.yaml:1:/],
    ["two files of the project", () => repository.write({ "warrant.yaml": "", "warrant.yml": "" }), /are both present/],
    [
      "a base that is not there",
      () => {
        mkdirSync(repository.path(".git/refs/remotes/origin"), { recursive: true });
        writeFileSync(repository.path(".git/refs/remotes/origin/main"), `${"a".repeat(40)}\n`);
      },
      /is not in this repository/,
    ],
  ])("is none with %s, and says why", async (_what, change, message) => {
    change();
    const { policy, problem } = await compilePolicy(places, tree);
    expect(policy).toBeNull();
    expect(problem).toMatch(message);
  });
});

describe("stored policies", () => {
  it("are found by the work tree, in files of this account alone", async () => {
    personal("action: { enforce: true }");
    expect(loadPolicy(places, repository.folder)).toBe("missing");
    await refreshPolicy(places, tree);
    expect(loadPolicy(places, repository.folder)).toMatchObject({ policy: { mode: "enforce" } });
    expect(loadPolicy(places, null)).toBe("missing");
    expect(statSync(policyFile(places, repository.folder)).mode & 0o777).toBe(0o600);
    expect(statSync(places.policies).mode & 0o777).toBe(0o700);
    expect(readdirSync(places.policies)).toHaveLength(1);
  });

  it.each(["", "{", "null", "{}"])("are damaged when their text is %j", async (text) => {
    await refreshPolicy(places, tree);
    writeFileSync(policyFile(places, repository.folder), text);
    expect(loadPolicy(places, repository.folder)).toBe("damaged");
  });

  it("are damaged in the place of another work tree's", async () => {
    await refreshPolicy(places, tree);
    const other = join(dirname(repository.folder), "other");
    writeFileSync(
      policyFile(places, other),
      JSON.stringify({ schema: "warrant.gate-policy/v1", root: repository.folder }),
    );
    expect(loadPolicy(places, other)).toBe("damaged");
  });
});

describe("the policies of a hook that judges by itself", () => {
  function asked(): { policyOf: ReturnType<typeof storedPolicies>; renewed: () => number } {
    let count = 0;
    const policyOf = storedPolicies(places, async () => {
      count += 1;
    });
    return { policyOf, renewed: () => count };
  }

  it("are the defaults where nothing is written, and nobody knows where something is", async () => {
    const { policyOf, renewed } = asked();
    expect(await policyOf(tree)).toBe(defaultGatePolicy);
    expect(renewed()).toBe(0);
    personal("action: { enforce: true }");
    expect(await policyOf(tree)).toBeNull();
    rmSync(places.personal);
    fetched("{}");
    expect(await policyOf(tree)).toBeNull();
    expect(renewed()).toBe(2);
  });

  it("are waited for where there is none yet", async () => {
    personal("action: { enforce: true }");
    const policyOf = storedPolicies(places, async (of, isAwaited) => {
      if (isAwaited) await refreshPolicy(places, of);
    });
    expect((await policyOf(tree))?.mode).toBe("enforce");
  });

  it("hold one call longer than what they were compiled from, and are renewed then", async () => {
    personal("action: { enforce: true }");
    await refreshPolicy(places, tree);
    const { policyOf, renewed } = asked();
    expect((await policyOf(tree))?.mode).toBe("enforce");
    expect(renewed()).toBe(0);
    rmSync(places.personal);
    expect((await policyOf(tree))?.mode).toBe("enforce");
    expect(renewed()).toBe(1);
  });
});

describe("the policies of the resident gate", () => {
  it("follow their sources at the next call, and are compiled once for calls that come together", async () => {
    let compiled = 0;
    const policyOf = residentPolicies(places, async (of) => {
      compiled += 1;
      return await refreshPolicy(places, of);
    });
    expect(await policyOf(tree)).toBe(defaultGatePolicy);
    personal("action: { enforce: true }");
    const together = await Promise.all([policyOf(tree), policyOf(tree), policyOf(tree)]);
    expect(together.map((policy) => policy?.mode)).toEqual(["enforce", "enforce", "enforce"]);
    expect(compiled).toBe(1);
    fetched(`action: { ${denyCurl} }`);
    expect((await policyOf(tree))?.rules).toHaveLength(1);
    personal("action: { enforced: true }");
    expect(await policyOf(tree)).toBeNull();
  });

  it("refuse one call when what is stored is damaged, and mend it", async () => {
    personal("action: { enforce: true }");
    await refreshPolicy(places, tree);
    writeFileSync(policyFile(places, repository.folder), "{");
    let mended: () => void = () => undefined;
    const isMended = new Promise<void>((resolve) => {
      mended = resolve;
    });
    const policyOf = residentPolicies(places, async (of) => {
      const stored = await refreshPolicy(places, of);
      mended();
      return stored;
    });
    expect(await policyOf(tree)).toBeNull();
    await isMended;
    expect(existsSync(policyFile(places, repository.folder))).toBe(true);
    expect((await policyOf(tree))?.mode).toBe("enforce");
  });
});
