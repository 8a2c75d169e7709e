import { readCall } from "@warrant/kernel/action/read-call";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actionFacts } from "../../../testing/action-facts.ts";
import { commandOfArguments } from "./argv.ts";

function effectsOf(words: readonly string[]): string[] {
  const command = commandOfArguments(words);
  const { call, place } = actionFacts("Bash", { command });
  const reading = readCall(call, place);
  return reading.effects.map(({ kind, target }) => `${kind} ${target}`);
}

describe("a list of arguments is the command that means the same", () => {
  it.each([
    ["plain words stay as they are", ["git", "push", "origin", "main"], "git push origin main"],
    ["a word with a space is one word", ["cat", "a b"], "cat 'a b'"],
    ["what a shell would expand is not expanded", ["echo", "$HOME", "~", "*.ts"], "echo '$HOME' '~' '*.ts'"],
    ["a quote within a word", ["echo", "it's"], "echo 'it'\\''s'"],
    ["separators separate nothing", ["echo", "a;rm", "-rf", "/"], "echo 'a;rm' -rf /"],
    ["an empty word is a word", ["printf", ""], "printf ''"],
    ["a name that looks like an assignment is no assignment", ["A=b", "c"], "'A=b' c"],
    ["a name that is a word of the shell is a program", ["if", "true"], "'if' true"],
  ])("%s", (_name, words, expected) => {
    expect(commandOfArguments(words)).toBe(expected);
  });

  it.each([
    ["none at all", []],
    ["one that is no text", ["ls", 1]],
    ["a list within", ["ls", ["a"]]],
  ])("%s is no command", (_name, words) => {
    expect(commandOfArguments(words)).toBeNull();
  });

  it("a shell that is started with a script is read as that script", () => {
    expect(effectsOf(["bash", "-lc", "rm -rf src && git push origin feature/cart"])).toEqual(
      expect.arrayContaining(["delete /work/shop/src", "publish git-remote:origin/feature/cart"]),
    );
  });

  it("arguments that would do harm in a shell do none here", () => {
    expect(effectsOf(["echo", "; rm -rf /"]).some((effect) => effect.startsWith("delete"))).toBe(false);
  });

  it("every list of texts comes back word by word", () => {
    const word = fc.string({ unit: fc.constantFrom(..."ab '\"\\$`!*?[]{}()<>|&;#~=\n\t-".split("")), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const command = commandOfArguments(words) ?? "";
        const read = [...command.matchAll(/(?<word>(?:'[^']*'|\\'|[^\s'\\])+)/g)].map(({ groups }) =>
          (groups?.["word"] ?? "").replace(/'(?<within>[^']*)'|\\'/g, (whole, within: string | undefined) =>
            whole === "\\'" ? "'" : (within ?? ""),
          ),
        );
        expect(read).toEqual(words);
      }),
      { numRuns: 200 },
    );
  });
});
