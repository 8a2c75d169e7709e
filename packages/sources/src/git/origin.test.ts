import { describe, expect, it } from "vitest";
import { readOrigin } from "./origin.ts";

describe("the repository an origin address names", () => {
  it.each([
    ["https://github.com/acme/shop.git", "acme/shop", "github.com"],
    ["https://github.com/acme/shop", "acme/shop", "github.com"],
    ["https://github.com/acme/shop/", "acme/shop", "github.com"],
    ["https://user:token@GitHub.com/acme/shop.git", "acme/shop", "github.com"],
    ["https://git.example.org:8443/acme/shop.git", "acme/shop", "git.example.org"],
    ["ssh://git@github.com:22/acme/shop.git", "acme/shop", "github.com"],
    ["git@github.com:acme/shop.git", "acme/shop", "github.com"],
    ["github.com:acme/shop", "acme/shop", "github.com"],
    ["git@example.org:~me/acme/shop.git", "acme/shop", "example.org"],
    ["git://example.org/acme/shop.js.git", "acme/shop.js", "example.org"],
  ])("%s", (address, repository, host) => {
    expect(readOrigin(address, "/x/y/.git")).toEqual({ repository, host });
  });

  it.each([
    null,
    "",
    "/srv/git/shop.git",
    "../shop",
    "file:///srv/shop.git",
    "https://example.org/only",
    "https://",
    "C:/x/y",
    "https://h/a b/c%0Ad",
    "x".repeat(5000),
  ])("is local when it names none: %j", (address) => {
    expect(readOrigin(address, "/home/me/shop/.git")).toEqual({ repository: "local/shop", host: "github.com" });
  });

  it.each([
    ["/home/me/shop/.git", "local/shop"],
    ["/srv/shop.git", "local/shop"],
    ["/home/me/shop/.git/worktrees/other", "local/shop"],
    ["/home/me/my shop\n/.git", "local/my-shop-"],
    ["/.git", "local/repository"],
  ])("of %j is called after its folder", (gitFolder, repository) => {
    expect(readOrigin(null, gitFolder).repository).toBe(repository);
  });

  it("never holds the credentials of the address", () => {
    for (const address of ["https://user:s3cret@h.org/a/b", "ssh://user:s3cret@h.org/a/b", "s3cret@h.org:a/b"]) {
      expect(JSON.stringify(readOrigin(address, "/x/.git"))).not.toContain("s3cret");
    }
  });
});
