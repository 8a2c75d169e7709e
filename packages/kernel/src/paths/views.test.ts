import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { confusables } from "./confusables.ts";
import { wordsOfPath } from "./path-words.ts";
import {
  foldCase,
  hygieneOfPath,
  imitatesLatin,
  isMisleading,
  isPlain,
  isSpotless,
  mixesScripts,
  replaceLookalikes,
  windowsForm,
} from "./views.ts";

describe("full case fold", () => {
  it.each([
    ["STRASSE", "straße"],
    ["CODEOWNERS", "codeowners"],
    ["ΣΊΣΥΦΟΣ", "σίσυφος"],
    ["İ", "i̇"],
    ["ﬁ", "FI"],
    ["É", "e\u0301"],
  ])("%s and %s are one", (left, right) => {
    expect(foldCase(left)).toBe(foldCase(right));
  });

  it("is the same when done twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(foldCase(foldCase(text))).toBe(foldCase(text));
      }),
    );
  });
});

describe("the look-alike fold", () => {
  it.each([
    [".gіthub", ".github"],
    ["СОDЕОWNЕRЅ", "CODEOWNERS"],
    ["Ο𝐖𝐍ᎬᎡꓢ", "OWNERS"],
    ["ＡＧＥＮＴＳ．ｍｄ", "AGENTS.md"],
    ["αgεnts", "agents"],
    ["war\u200brant.yaml", "warrant.yaml"],
    ["war\u00adrant.yaml", "warrant.yaml"],
    ["ɡithub", "github"],
    ["a‐b–c", "a-b-c"],
    ["a∕b", "a/b"],
    ["ﬁle", "file"],
    ["plain", "plain"],
  ])("reads %s as %s", (text, read) => {
    expect(replaceLookalikes(text)).toBe(read);
  });

  it("leaves other writing alone", () => {
    for (const text of ["日本語", "naïve", "größe", "ж", "ñ"]) expect(replaceLookalikes(text)).toBe(text);
  });

  it("has no row that maps to more than ASCII or from ASCII", () => {
    for (const [like, latin] of confusables) {
      expect(latin).toMatch(/^[ -~]$/);
      expect(like).not.toMatch(/^[ -~]$/);
    }
  });
});

describe("the Windows form", () => {
  it.each([
    ["CODEOWNERS.", "CODEOWNERS"],
    ["CODEOWNERS . .", "CODEOWNERS"],
    [".github./workflows /x.yml", ".github/workflows/x.yml"],
    ["x.yml::$DATA", "x.yml"],
    ["OWNERS:stream", "OWNERS"],
    ["./a//b", "a/b"],
    ["a/b.c", "a/b.c"],
  ])("of %s is %s", (path, form) => {
    expect(windowsForm(path)).toBe(form);
  });
});

describe("the hygiene of a path", () => {
  it.each([
    ["docs/pаge.md", "mixedScripts"],
    ["docs/а.md", "mixedScripts"],
    ["docs/ɡuide.md", "mixedScripts"],
    ["docs/ｇuide.md", "mixedScripts"],
    ["docs/𝐠uide.md", "mixedScripts"],
    ["docs∕guide.md", "mixedScripts"],
    ["docs/тест.md", "mixedScripts"],
    ["docs/a\u200b.md", "invisible"],
    ["docs/a\ufe0f.md", "invisible"],
    ["docs/a\u2028.md", "invisible"],
    ["docs/a\n.md", "control"],
    ["docs/cafe\u0301.md", "notNormalized"],
    ["docs/a\ufffd.md", "unreadable"],
    ["docs/a\ud800.md", "unreadable"],
    ["docs/a.md ", "trailingDotOrSpace"],
    ["docs./a.md", "trailingDotOrSpace"],
  ] as const)("%j has %s", (path, what) => {
    expect(hygieneOfPath(path)[what]).toBe(true);
    expect(isSpotless(hygieneOfPath(path))).toBe(false);
  });

  it.each([
    "docs/руководство.md",
    "docs/日本語ガイド.md",
    "docs/안내.md",
    "docs/größe.md",
    "docs/café.md",
    "a b.md",
    "φάκελος/x.md",
  ])("%s is an honest name", (path) => {
    expect(isSpotless(hygieneOfPath(path))).toBe(true);
    expect(isMisleading(hygieneOfPath(path))).toBe(false);
  });

  it("a decomposed name is not spotless, but misleads nobody", () => {
    expect(isMisleading(hygieneOfPath("docs/cafe\u0301.md"))).toBe(false);
  });

  it("plain paths have one form", () => {
    for (const path of ["a/b.ts", "a b/c", ".env"]) expect(isPlain(path)).toBe(true);
    for (const path of ["é", "a:b", "a.", "a /b", "a//b", "a\tb"]) expect(isPlain(path)).toBe(false);
    const plain = fc.string().filter((path) => isPlain(path) && !/^\/|\/$|^$/.test(path));
    fc.assert(
      fc.property(plain, (path) => {
        expect([windowsForm(path), replaceLookalikes(path), path.normalize("NFC")]).toEqual([path, path, path]);
        expect(isSpotless(hygieneOfPath(path))).toBe(true);
      }),
    );
  });

  it("reads a name of a million characters", () => {
    const long = "аb".repeat(500_000);
    expect(hygieneOfPath(long).mixedScripts).toBe(true);
    expect(replaceLookalikes(long)).toBe("ab".repeat(500_000));
    expect(windowsForm(`${". ".repeat(500_000)}:`)).toBe("");
  });
});

describe("scripts of a text", () => {
  it.each([
    ["pаge", true],
    ["жλ", true],
    ["漢字かなカナ", false],
    ["漢字abc", true],
    ["𐍈a", true],
    ["abc", false],
    ["123-_", false],
  ])("%s mixes: %s", (text, mixes) => {
    expect(mixesScripts(text)).toBe(mixes);
  });

  it.each([
    ["раураl", true],
    ["руководство", false],
    ["naïve", false],
    ["ɡit", true],
    ["a", false],
  ])("%s imitates Latin: %s", (text, imitates) => {
    expect(imitatesLatin(text)).toBe(imitates);
  });
});

describe("the words of a path", () => {
  it.each([
    ["src/auth_service/jwt-token.ts", ["src", "auth", "service", "jwt", "token", "ts"]],
    ["OAuthClient.ts", ["o", "auth", "oauth", "client", "ts"]],
    ["lib/OAuth2Client.ts", ["lib", "o", "auth2", "oauth2", "client", "ts"]],
    ["MyTLSConfig.java", ["my", "tls", "config", "java"]],
    ["HTTPServer", ["http", "server"]],
    ["author/tokenizer.py", ["author", "tokenizer", "py"]],
    ["(auth)/[id]/page.tsx", ["auth", "id", "page", "tsx"]],
    ["ÉcoleSécurité", ["école", "sécurité"]],
    ["", []],
    ["///", []],
  ])("%s", (path, words) => {
    expect(wordsOfPath(path)).toEqual(words);
  });

  it("of a million characters are found", () => {
    expect(wordsOfPath("aB".repeat(500_000)).length).toBeGreaterThan(500_000);
  });
});
