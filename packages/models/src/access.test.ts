import { describe, expect, it } from "vitest";
import { modelSettings } from "../../../testing/models.ts";
import { readAccess } from "./access.ts";

const anthropic = modelSettings("anthropic");
const compatible = modelSettings("openai-compatible", { baseUrl: "https://models.example/v1" });

describe("where a provider is asked, and with which key", () => {
  it.each([
    ["Anthropic's own address", anthropic, { ANTHROPIC_API_KEY: "k" }, "https://api.anthropic.com/v1", "api-key"],
    ["a token of Anthropic's", anthropic, { ANTHROPIC_AUTH_TOKEN: "k" }, "https://api.anthropic.com/v1", "bearer"],
    [
      "another address, with or without its version",
      anthropic,
      { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "https://proxy.example/a/v1/" },
      "https://proxy.example/a/v1",
      "api-key",
    ],
    ["the configured address", compatible, { OPENAI_API_KEY: "k" }, "https://models.example/v1", "bearer"],
    [
      "our own variable before others",
      compatible,
      { WARRANT_MODEL_API_KEY: "k", OPENAI_API_KEY: "other", WARRANT_MODEL_BASE_URL: "https://x.example/v2" },
      "https://x.example/v2",
      "bearer",
    ],
  ])("%s", (_, settings, environment, baseUrl, kind) => {
    expect(readAccess(settings, environment)).toMatchObject({
      ok: true,
      access: { provider: settings.provider, baseUrl, key: { kind, value: "k" } },
    });
  });

  it("a server on this machine needs no key", () => {
    const environment = { WARRANT_MODEL_BASE_URL: "http://127.0.0.1:8080/v1" };
    expect(readAccess(compatible, environment)).toMatchObject({ ok: true, access: { key: null } });
    expect(readAccess(anthropic, { ANTHROPIC_BASE_URL: "http://127.0.0.1:8080" })).toMatchObject({ ok: false });
  });

  it.each([
    ["no key", anthropic, {}, "no_key"],
    ["a key of spaces", anthropic, { ANTHROPIC_API_KEY: "  " }, "no_key"],
    ["a key for another provider", compatible, { ANTHROPIC_API_KEY: "k" }, "no_key"],
    ["no address", modelSettings("openai-compatible"), { OPENAI_API_KEY: "k" }, "no_model"],
    [
      "35 http to another host",
      compatible,
      { OPENAI_API_KEY: "k", WARRANT_MODEL_BASE_URL: "http://models.example" },
      "unreachable",
    ],
    [
      "http to a host that begins like this machine",
      compatible,
      { OPENAI_API_KEY: "k", WARRANT_MODEL_BASE_URL: "http://127.0.0.1.evil.example" },
      "unreachable",
    ],
    [
      "a key in the address",
      compatible,
      { OPENAI_API_KEY: "k", WARRANT_MODEL_BASE_URL: "https://u:p@models.example" },
      "unreachable",
    ],
    ["no URL", compatible, { OPENAI_API_KEY: "k", WARRANT_MODEL_BASE_URL: "models" }, "unreachable"],
    ["another scheme", compatible, { OPENAI_API_KEY: "k", WARRANT_MODEL_BASE_URL: "file:///etc" }, "unreachable"],
  ])("%s: nobody is asked", (_, settings, environment, code) => {
    expect(readAccess(settings, environment)).toMatchObject({ ok: false, failure: { code } });
    expect(JSON.stringify(readAccess(settings, environment))).not.toContain("u:p");
  });
});
