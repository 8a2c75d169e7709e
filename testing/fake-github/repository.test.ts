import { describe, expect, it } from "vitest";
import { Asker } from "./ask.ts";
import { shop } from "./fixture.ts";

describe("permissions", () => {
  it.each([
    { permission: "admin", base: "admin" },
    { permission: "maintain", base: "write" },
    { permission: "write", base: "write" },
    { permission: "triage", base: "read" },
    { permission: "read", base: "read" },
    { permission: "none", base: "none" },
  ] as const)("$permission is shown as permission $base with its own role name", async ({ permission, base }) => {
    const { ask, repository } = await shop();
    const account = repository.user("person", { permission });
    expect(await ask.get("/repos/acme/shop/collaborators/person/permission")).toMatchObject({
      status: 200,
      body: { permission: base, role_name: permission, user: { id: account.id, login: "person" } },
    });
  });

  it("a custom role has its name beside the base it builds on", async () => {
    const { ask, repository } = await shop();
    repository.user("person", { permission: "write", roleName: "release-manager" });
    expect((await ask.get("/repos/acme/shop/collaborators/person/permission")).body).toMatchObject({
      permission: "write",
      role_name: "release-manager",
    });
  });

  it("D1: an association grants nothing: a MEMBER without a role may read what is public (rust-lang/triagebot#2094)", async () => {
    const { ask, github, change } = await shop();
    github.user("member");
    change.review({ author: "member", state: "APPROVED", association: "MEMBER" });
    expect((await ask.get("/repos/acme/shop/pulls/12/reviews")).body).toMatchObject([{ author_association: "MEMBER" }]);
    expect((await ask.get("/repos/acme/shop/collaborators/member/permission")).body).toMatchObject({
      permission: "read",
    });
  });

  it("nobody of that name is 404, and so is a bot", async () => {
    const { ask, github } = await shop();
    github.bot("helper[bot]");
    expect(await ask.get("/repos/acme/shop/collaborators/nobody/permission")).toMatchObject({
      status: 404,
      body: { message: "Not Found" },
    });
    expect(await ask.get("/repos/acme/shop/collaborators/helper%5Bbot%5D/permission")).toMatchObject({
      status: 404,
      body: { message: "helper[bot] is not a user" },
    });
  });

  it("D12: a login is found in any case, and a renamed account keeps its id (cms-sw/cms-bot#1391)", async () => {
    const { ask, github, repository } = await shop();
    const { id } = repository.user("Person", { permission: "write" });
    expect((await ask.get("/repos/acme/shop/collaborators/pERSON/permission")).body).toMatchObject({
      user: { login: "Person", id },
    });
    github.accounts.rename("person", "renamed");
    expect(await ask.get("/repos/acme/shop/collaborators/person/permission")).toMatchObject({ status: 404 });
    expect((await ask.get("/repos/acme/shop/collaborators/renamed/permission")).body).toMatchObject({
      permission: "write",
      user: { id },
    });
  });
});

describe("rules", () => {
  const required = {
    type: "required_status_checks" as const,
    parameters: {
      required_status_checks: [{ context: "warrant/change", integration_id: 15368 }],
      strict_required_status_checks_policy: true,
    },
  };

  it("F9: a branch that only a ruleset protects has no classic protection: 404 (marcusquinn/aidevops#21895)", async () => {
    const { ask, repository } = await shop();
    repository.user("maria", { permission: "admin" });
    const ruleset = repository.ruleset({ rules: [required] });
    expect((await ask.get("/repos/acme/shop/rules/branches/main")).body).toEqual([
      { ...required, ruleset_source_type: "Repository", ruleset_source: "acme/shop", ruleset_id: ruleset.id },
    ]);
    expect((await ask.get("/repos/acme/shop/rules/branches/feature")).body).toEqual([]);
    expect(await ask.get("/repos/acme/shop/branches/main/protection")).toMatchObject({
      status: 404,
      body: { message: "Branch not protected" },
    });
    expect(await ask.get("/repos/acme/shop/branches/main")).toMatchObject({
      body: { protected: true, protection: { enabled: false } },
    });
    expect(await ask.get("/repos/acme/shop/branches/feature")).toMatchObject({ body: { protected: false } });
  });

  it("a ruleset of the organisation names it", async () => {
    const { ask, repository } = await shop();
    repository.ruleset({ source: "Organization", rules: [required] });
    expect((await ask.get("/repos/acme/shop/rules/branches/main")).body).toMatchObject([
      { type: "required_status_checks", ruleset_source_type: "Organization", ruleset_source: "acme" },
    ]);
  });

  it("a ruleset that only evaluates is in no branch's rules", async () => {
    const { ask, repository } = await shop();
    repository.ruleset({ enforcement: "evaluate", branches: ["~ALL"], rules: [required] });
    expect((await ask.get("/repos/acme/shop/rules/branches/main")).body).toEqual([]);
    expect((await ask.get("/repos/acme/shop/rulesets")).body).toMatchObject([{ enforcement: "evaluate" }]);
  });

  it("who may bypass is shown to an admin only", async () => {
    const { ask, github, repository } = await shop();
    const bypass = [{ actor_id: 5, actor_type: "RepositoryRole" as const, bypass_mode: "always" as const }];
    const { id } = repository.ruleset({ rules: [required], bypass });
    repository.user("root", { permission: "admin" });
    const root = new Asker(github, github.tokens.personal("root"));
    expect((await root.get(`/repos/acme/shop/rulesets/${id}`)).body).toMatchObject({
      bypass_actors: bypass,
      rules: [required],
    });
    expect((await ask.get(`/repos/acme/shop/rulesets/${id}`)).body).not.toHaveProperty("bypass_actors");
  });

  it("classic protection is shown to an admin, names with slashes included", async () => {
    const { ask, repository, github } = await shop();
    const protection = {
      required_status_checks: { contexts: ["warrant/change"], checks: [{ context: "warrant/change", app_id: null }] },
    };
    repository.protections.set("release/1.x", protection);
    // To others it is as if there were none (ossf/scorecard#138), and an app is told what it lacks.
    expect(await ask.get("/repos/acme/shop/branches/release/1.x/protection")).toMatchObject({
      status: 404,
      body: { message: "Not Found" },
    });
    const app = new Asker(github, github.tokens.workflow(repository));
    const refused = await app.get("/repos/acme/shop/branches/release/1.x/protection");
    expect(refused).toMatchObject({ status: 403, body: { message: "Resource not accessible by integration" } });
    expect(refused.headers.get("x-accepted-github-permissions")).toBe("administration=read");
    repository.user("root", { permission: "admin" });
    const root = new Asker(github, github.tokens.personal("root"));
    expect((await root.get("/repos/acme/shop/branches/release/1.x/protection")).body).toEqual(protection);
  });

  it.each([
    [true, "everyone"],
    [false, "non_admins"],
  ])("a branch shows everyone which checks its classic protection requires; admins held: %s", async (held, level) => {
    const { ask, repository } = await shop();
    const checks = [{ context: "warrant/change", app_id: 15368 }];
    repository.protections.set("main", {
      required_status_checks: { contexts: ["warrant/change"], checks },
      enforce_admins: { url: "", enabled: held },
    });
    expect((await ask.get("/repos/acme/shop/branches/main")).body).toMatchObject({
      commit: { sha: repository.git.branchNow("main") },
      protection: { enabled: true, required_status_checks: { enforcement_level: level, checks } },
    });
  });

  it("settings of workflows are for those who administer", async () => {
    const { ask, github, repository } = await shop();
    expect(await ask.get("/repos/acme/shop/actions/permissions")).toMatchObject({ status: 403 });
    repository.user("root", { permission: "admin" });
    const root = new Asker(github, github.tokens.personal("root"));
    const path = "/repos/acme/shop/actions/permissions";
    expect((await root.get(path)).body).toEqual({ enabled: true, allowed_actions: "all" });
    Object.assign(repository.actions, { enabled: false, mayApprove: true });
    expect((await root.get(path)).body).toEqual({ enabled: false });
    expect((await root.get(`${path}/workflow`)).body).toEqual({
      default_workflow_permissions: "read",
      can_approve_pull_request_reviews: true,
    });
  });
});

describe("contents", () => {
  it("are those of the ref, in Base64 or raw", async () => {
    const { ask } = await shop();
    const onBase = await ask.get("/repos/acme/shop/contents/src/cart.ts?ref=main");
    expect(onBase.body).toMatchObject({ type: "file", encoding: "base64", path: "src/cart.ts", size: 23 });
    const { content } = onBase.body as { content: string };
    expect(Buffer.from(content, "base64").toString()).toBe("export const cart = 1;\n");
    expect(
      await ask.get("/repos/acme/shop/contents/src/cart.ts?ref=feature", { accept: "application/vnd.github.raw" }),
    ).toMatchObject({
      body: "export const cart = 2;\n",
    });
    expect(await ask.get("/repos/acme/shop/contents/src/discount.ts")).toMatchObject({ status: 404 });
    expect(await ask.get("/repos/acme/shop/contents/README.md?ref=none")).toMatchObject({ status: 404 });
  });

  it("tell folders, links and submodules apart", async () => {
    const { ask, work } = await shop();
    work.commit("Kinds", { "src/link": { symlink: "cart.ts" } });
    work.submodule("vendor", work.git("rev-parse", "HEAD"));
    work.commitStaged("Submodule");
    expect((await ask.get("/repos/acme/shop/contents/src")).body).toMatchObject([
      { type: "file", path: "src/cart.ts" },
      { type: "file", path: "src/link" },
    ]);
    expect((await ask.get("/repos/acme/shop/contents/src/link")).body).toMatchObject({
      type: "symlink",
      target: "cart.ts",
    });
    expect((await ask.get("/repos/acme/shop/contents/vendor")).body).toMatchObject({ type: "submodule" });
  });

  it("B8: names with other letters, quotes and spaces are found by their encoded path", async () => {
    const { ask, work } = await shop();
    const name = 'docs/café" #1 %.md';
    work.commit("Names", { [name]: "x\n" });
    const path = name.split("/").map(encodeURIComponent).join("/");
    expect((await ask.get(`/repos/acme/shop/contents/${path}`)).body).toMatchObject({
      path: name,
      name: 'café" #1 %.md',
    });
  });

  it("blobs are found by their id, and nothing else is", async () => {
    const { ask, work } = await shop();
    const blob = work.git("rev-parse", "main:README.md");
    expect((await ask.get(`/repos/acme/shop/git/blobs/${blob}`)).body).toMatchObject({
      sha: blob,
      size: 7,
      encoding: "base64",
    });
    for (const other of [work.git("rev-parse", "main"), work.git("rev-parse", "main:src"), "0".repeat(40)]) {
      expect(await ask.get(`/repos/acme/shop/git/blobs/${other}`)).toMatchObject({ status: 404 });
    }
  });

  it("trees list modes and types as git has them", async () => {
    const { ask, work } = await shop();
    const all = (await ask.get("/repos/acme/shop/git/trees/main?recursive=1")).body as {
      tree: { mode: string; type: string; sha: string; path: string }[];
    };
    const listed = all.tree.map(({ mode, type, sha, path }) => `${mode} ${type} ${sha}\t${path}`);
    expect(listed).toEqual(work.git("ls-tree", "-r", "-t", "main").split("\n"));
    const top = (await ask.get("/repos/acme/shop/git/trees/main")).body as { tree: { path: string }[] };
    expect(top.tree.map((entry) => entry.path)).toEqual(["README.md", "src"]);
  });
});
