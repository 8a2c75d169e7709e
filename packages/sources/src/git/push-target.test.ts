import { beforeAll, describe, expect, it } from "vitest";
import { createRepository, type TestRepository } from "../../../../testing/git-repository.ts";
import { GitError } from "./error.ts";
import { pushTarget } from "./push-target.ts";

let repository: TestRepository;
beforeAll(() => {
  repository = createRepository({ lasting: "file" });
  repository.commit("Begin", { "a.txt": "a\n" });
  repository.branch("feature");
  repository.switch("feature");
});

/** Sets the settings, looks, and takes them away again. */
async function targetWith(settings: readonly (readonly [string, string])[]): Promise<unknown> {
  for (const [key, value] of settings) repository.git("config", "--add", key, value);
  try {
    return await pushTarget({ cwd: repository.folder });
  } catch (error) {
    if (error instanceof GitError) return error.message;
    throw error;
  } finally {
    for (const key of new Set(settings.map(([name]) => name))) repository.git("config", "--unset-all", key);
  }
}

const origin = ["remote.origin.url", "git@github.com:acme/shop.git"] as const;
const fork = ["remote.fork.url", "https://sam:secret@github.com/sam/shop"] as const;

describe("where a branch is pushed", () => {
  it.each<[string, readonly (readonly [string, string])[], object]>([
    ["origin", [origin, fork], { repository: "acme/shop", branch: "feature" }],
    ["the only remote", [fork], { repository: "sam/shop", branch: "feature" }],
    ["the remote it follows", [origin, fork, ["branch.feature.remote", "fork"]], { repository: "sam/shop" }],
    [
      "the remote all are pushed to",
      [origin, fork, ["branch.feature.remote", "origin"], ["remote.pushDefault", "fork"]],
      { repository: "sam/shop" },
    ],
    [
      "its own push remote",
      [origin, fork, ["remote.pushDefault", "origin"], ["branch.feature.pushRemote", "fork"]],
      { repository: "sam/shop" },
    ],
    [
      "the push address",
      [origin, ["remote.origin.pushurl", "ssh://git@github.com:22/sam/shop.git"]],
      { repository: "sam/shop" },
    ],
    [
      "the branch it follows by another name",
      [origin, ["branch.feature.remote", "origin"], ["branch.feature.merge", "refs/heads/fix-7"]],
      { branch: "fix-7" },
    ],
    [
      "its own name where it follows the branch of another remote",
      [
        origin,
        fork,
        ["branch.feature.remote", "origin"],
        ["branch.feature.merge", "refs/heads/main"],
        ["branch.feature.pushRemote", "fork"],
      ],
      { branch: "feature" },
    ],
    [
      "an address in place of a remote",
      [
        ["branch.feature.remote", "https://github.com/sam/shop.git"],
        ["branch.feature.merge", "refs/heads/fix"],
      ],
      { repository: "sam/shop", branch: "fix" },
    ],
    [
      "the pull request it was checked out from",
      [origin, ["branch.feature.remote", "origin"], ["branch.feature.merge", "refs/pull/12/head"]],
      { repository: "acme/shop", number: 12 },
    ],
    [
      "another host, with its name",
      [["remote.origin.url", "git@git.acme.example:acme/shop.git"]],
      { host: "git.acme.example" },
    ],
  ])("is %s", async (_what, settings, expected) => {
    expect(await targetWith(settings)).toMatchObject(expected);
  });

  it.each<[string, readonly (readonly [string, string])[], RegExp]>([
    ["without a remote", [], /no remote/],
    [
      "with several remotes and no word of which",
      [fork, ["remote.mirror.url", "git@github.com:acme/mirror.git"]],
      /several remotes/,
    ],
    ["with a remote that is a folder", [["remote.origin.url", "/srv/shop.git"]], /names no repository of a host/],
    ["with a remote that has no address", [["branch.feature.remote", "gone"]], /has no address/],
  ])("is said to be unknown %s", async (_what, settings, message) => {
    expect(await targetWith(settings)).toMatch(message);
  });

  it("never holds a password", async () => {
    expect(JSON.stringify(await targetWith([fork]))).not.toContain("secret");
  });

  it("is said to be unknown where no branch is checked out, and outside of a repository", async () => {
    repository.git("checkout", "--quiet", "--detach");
    expect(await targetWith([origin])).toMatch(/no branch is checked out/);
    repository.switch("feature");
    await expect(pushTarget({ cwd: "/" })).rejects.toThrow(/not a git repository|no branch/);
  });
});
