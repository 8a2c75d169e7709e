import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeMessage, Log } from "./log.ts";

function said(act: (log: Log) => void): string {
  let printed = "";
  act(
    new Log((text) => {
      printed += text;
    }),
  );
  return printed;
}

/** What the runner makes of an escaped message. */
function unescaped(text: string): string {
  return text.replaceAll("%0A", "\n").replaceAll("%0D", "\r").replaceAll("%25", "%");
}

describe("the log", () => {
  it.each([
    ["a notice", (log: Log) => log.notice("50 % of a\nb"), "::notice title=Warrant::50 %25 of a%0Ab\n"],
    ["a warning", (log: Log) => log.warning("a::b"), "::warning title=Warrant::a::b\n"],
    ["an error", (log: Log) => log.error("%0A"), "::error title=Warrant::%250A\n"],
    ["a debug line", (log: Log) => log.debug("x"), "::debug::x\n"],
    ["a line", (log: Log) => log.line("a\n::error::b"), "a\n| ::error::b\n"],
    ["a mask", (log: Log) => log.mask("secret"), "::add-mask::secret\n"],
    ["a mask of two lines", (log: Log) => log.mask("a\nb"), "::add-mask::a%0Ab\n::add-mask::a\n::add-mask::b\n"],
    ["no mask of nothing, which would hide everything", (log: Log) => log.mask(" "), ""],
  ])("has %s", (_, act, printed) => {
    expect(said(act)).toBe(printed);
  });

  it("G5 shows control and bidirectional characters as code points (qf-studio/pilot#2391)", () => {
    expect(said((log) => log.line("a\u001B[31m\u202Eb\u200Bc"))).toBe("a<U+001B>[31m<U+202E>b<U+200B>c\n");
  });

  it("cuts what is too long, and never inside a character", () => {
    const printed = said((log) => log.line(`${"a".repeat(3999)}😀${"b".repeat(100)}`));
    expect(printed).toMatch(/^a{3999}<U\+D83D>…\n$/);
  });

  it("begins no command that is not its own, whatever it is told", () => {
    const piece = fc.constantFrom(
      "::",
      "##[",
      "error",
      "stop-commands::x",
      "\n",
      "\r",
      "\u2028",
      "%0A",
      " ",
      "add-mask",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
        const text = pieces.join("");
        expect(said((log) => log.line(text))).not.toMatch(/^\s*(?:::|##\[)/m);
        const lines = said((log) => log.warning(text))
          .trimEnd()
          .split(/[\r\n\u2028]/);
        expect(lines).toHaveLength(1);
        expect(lines[0]).toMatch(/^::warning title=Warrant::/);
        expect(unescaped(escapeMessage(text))).toBe(text);
      }),
    );
  });
});
