import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BaseUrlError, baseUrls, isOwnAddress } from "./base-urls.ts";

describe("the addresses of a server (H9: danger/danger-js#153, #412, #930, #1042, actions/github-script#436)", () => {
  it.each([
    [undefined, "github.com", "https://api.github.com", "https://api.github.com/graphql"],
    ["https://github.com", "github.com", "https://api.github.com", "https://api.github.com/graphql"],
    ["https://www.github.com/", "github.com", "https://api.github.com", "https://api.github.com/graphql"],
    ["github.com", "github.com", "https://api.github.com", "https://api.github.com/graphql"],
    ["https://acme.ghe.com", "acme.ghe.com", "https://api.acme.ghe.com", "https://api.acme.ghe.com/graphql"],
    ["ghe.example.org", "ghe.example.org", "https://ghe.example.org/api/v3", "https://ghe.example.org/api/graphql"],
    [
      "https://ghe.example.org:8443",
      "ghe.example.org:8443",
      "https://ghe.example.org:8443/api/v3",
      "https://ghe.example.org:8443/api/graphql",
    ],
    ["https://notghe.com", "notghe.com", "https://notghe.com/api/v3", "https://notghe.com/api/graphql"],
    ["http://localhost:3000", "localhost:3000", "http://localhost:3000/api/v3", "http://localhost:3000/api/graphql"],
  ])("of %s", (server, host, rest, graphql) => {
    expect(baseUrls({ server })).toEqual({ host, rest, graphql });
    if (server !== undefined) expect(baseUrls({ env: { GITHUB_SERVER_URL: server } })).toEqual({ host, rest, graphql });
  });

  it.each([
    [
      "win over the server's, which names the pages",
      { GITHUB_SERVER_URL: "https://a.example", GITHUB_API_URL: "https://b.example/api/v3" },
      "a.example",
      "https://b.example/api/v3",
      "https://b.example/api/graphql",
    ],
    [
      "of github.com",
      { GITHUB_API_URL: "https://api.github.com", GITHUB_GRAPHQL_URL: "https://api.github.com/graphql" },
      "github.com",
      "https://api.github.com",
      "https://api.github.com/graphql",
    ],
    [
      "with a final slash",
      { GITHUB_API_URL: "https://g.example/api/v3/", GITHUB_GRAPHQL_URL: "https://g.example/api/graphql/" },
      "g.example",
      "https://g.example/api/v3",
      "https://g.example/api/graphql",
    ],
    [
      "that are empty do not count",
      { GITHUB_API_URL: " ", GITHUB_SERVER_URL: "" },
      "github.com",
      "https://api.github.com",
      "https://api.github.com/graphql",
    ],
    [
      "never GITHUB_URL",
      { GITHUB_URL: "https://evil.example" },
      "github.com",
      "https://api.github.com",
      "https://api.github.com/graphql",
    ],
  ])("from variables: %s", (_, env, host, rest, graphql) => {
    expect(baseUrls({ env })).toEqual({ host, rest, graphql });
  });

  it("that are named win over the variables", () => {
    const env = { GITHUB_API_URL: "https://b.example/api/v3" };
    expect(baseUrls({ server: "a.example", env }).rest).toBe("https://a.example/api/v3");
  });

  it.each([
    { server: "http://ghe.example.org" },
    { server: "ftp://ghe.example.org" },
    { server: "https://name:secret@ghe.example.org" },
    { server: "https://ghe.example.org/path" },
    { server: "https://ghe.example.org?x=1" },
    { server: "" },
    { server: "two words" },
    { env: { GITHUB_API_URL: "api.github.com" } },
    { env: { GITHUB_API_URL: "https://a.example/api/v3", GITHUB_GRAPHQL_URL: "https://b.example/api/graphql" } },
  ])("that cannot be used are errors: %j", (options) => {
    expect(() => baseUrls(options)).toThrow(BaseUrlError);
    expect(() => baseUrls(options)).not.toThrow(/secret/);
  });
});

describe("an address of the server", () => {
  const urls = baseUrls({ server: "ghe.example.org" });

  it.each([
    ["https://ghe.example.org/api/v3/repos/a/b?page=2", true],
    ["https://ghe.example.org/api/v3", true],
    ["https://ghe.example.org/api/graphql", true],
    ["https://ghe.example.org/api/v3x/repos", false],
    ["https://ghe.example.org/login", false],
    ["https://ghe.example.org.evil.example/api/v3/x", false],
    ["https://evil.example/api/v3/x", false],
    ["http://ghe.example.org/api/v3/x", false],
    ["https://x@ghe.example.org/api/v3/x", false],
    ["https://ghe.example.org/api/v3/../../login", false],
    ["/api/v3/x", false],
  ])("is told apart: %s", (address, own) => {
    expect(isOwnAddress(urls, address)).toBe(own);
  });

  it("has its origin, whatever the address (property)", () => {
    fc.assert(
      fc.property(fc.webUrl(), (address) => {
        expect(isOwnAddress(urls, address)).toBe(false);
      }),
    );
  });
});
