import { describe, expect, it } from "vitest";
import { pullRequestHint } from "./pull-request-name.ts";
import { findRepositoryName, readRepositoryName } from "./repository-name.ts";

describe("the name of a repository", () => {
  it.each([
    ["acme/shop", { repository: "acme/shop" }],
    ["https://github.com/acme/shop", { repository: "acme/shop", host: "github.com" }],
    ["https://www.github.com/acme/shop/", { repository: "acme/shop", host: "github.com" }],
    ["https://github.com/acme/shop.git", { repository: "acme/shop", host: "github.com" }],
    ["http://git.acme.example:8443/acme/shop", { repository: "acme/shop", host: "git.acme.example:8443" }],
    ["https://user:secret@github.com/acme/shop", null],
    ["https://github.com/acme/shop/pull/7", null],
    ["https://github.com/acme", null],
    ["git@github.com:acme/shop.git", null],
    ["shop", null],
    ["acme/shop/7", null],
  ])("%s", (text, expected) => {
    expect(findRepositoryName(text)).toEqual(expected);
  });

  it.each([
    ["acme/shop#47", "warrant check acme/shop#47"],
    ["https://github.com/acme/shop/pull/47", "warrant check acme/shop#47"],
    ["shop", "shop is not the name of a repository"],
    ["https://user:secret@github.com/acme/shop", "The argument is not the name of a repository"],
  ])("%s is refused: %s", (text, words) => {
    expect(() => readRepositoryName(text)).toThrow(words);
    expect(() => readRepositoryName(text)).not.toThrow("secret");
  });
});

describe("what was probably meant as a pull request", () => {
  it.each([
    ["48", "For a pull request give owner/repo#48."],
    ["#48", "For a pull request give owner/repo#48."],
    ["acme/shop/48", "For a pull request give acme/shop#48."],
    ["acme/shop/pull/48", "For a pull request give acme/shop#48."],
    ["acme/shop #48", "For a pull request give acme/shop#48."],
    ["github.com/acme/shop/pull/48", "For a pull request give acme/shop#48."],
    ["acme/shop", "For a pull request give acme/shop#N; warrant sweep acme/shop judges all that are open."],
    ["main", null],
    ["main..feature", null],
    ["0", null],
    ["HEAD~1", null],
    ["a/b/c/d", null],
  ])("%s", (text, expected) => {
    expect(pullRequestHint(text)).toBe(expected);
  });
});
