/** @module Characters that nobody sees but programs read: which of them a text needs, and which it does not. */

// A cheap net: every character below is in it, and few texts have one. U+DB40 begins all tags and selector supplements.
const net =
  /[\uFE00-\uFE0F\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\xAD\u061C\u115F\u1160\u180E\u200B-\u200F\u2028-\u202E\u2060-\u2064\u2066-\u2069\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\uDB40]/;
const always =
  /^[\u{E0100}-\u{E01EF}\p{Cc}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u2064\u2066-\u2069\u3164\uFFA0\uFFF9-\uFFFB]$/u;
const joiningScript =
  /^[\p{scx=Arabic}\p{scx=Syriac}\p{scx=Mongolian}\p{scx=Nko}\p{scx=Devanagari}\p{scx=Bengali}\p{scx=Gurmukhi}\p{scx=Gujarati}\p{scx=Oriya}\p{scx=Tamil}\p{scx=Telugu}\p{scx=Kannada}\p{scx=Malayalam}\p{scx=Sinhala}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]$/u;
const letterOrMark = /^[\p{L}\p{M}]$/u;
const pictograph = /^\p{Extended_Pictographic}$/u;
const pictographEnd = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const emojiOrSymbol = /^[\p{Emoji}\p{So}\p{Sm}]$/u;
const keycapBase = /^[0-9#*]$/;
const variationBase = /^[\p{Script=Han}\p{Sm}\p{Script=Myanmar}]$/u;
const zeroWidthNonJoiner = 0x200c;
const zeroWidthJoiner = 0x200d;
const byteOrderMark = 0xfeff;

function characterAt(text: string, index: number): string {
  return index < 0 || index >= text.length ? "" : String.fromCodePoint(text.codePointAt(index) ?? 0);
}

function characterBefore(text: string, index: number): string {
  const low = text.charCodeAt(index - 1);
  const isPair = low >= 0xdc00 && low <= 0xdfff && index > 1;
  return characterAt(text, isPair ? index - 2 : index - 1);
}

function isJoinerNeeded(text: string, index: number, code: number): boolean {
  const before = characterBefore(text, index);
  const after = characterAt(text, index + 1);
  if (code === zeroWidthJoiner && pictograph.test(after)) {
    if (pictographEnd.test(before)) return true;
    if (before === "\uFE0F") return pictographEnd.test(characterBefore(text, index - 1));
  }
  return letterOrMark.test(before) && joiningScript.test(before) && after !== "\u200C" && after !== "\u200D";
}

function isSelectorNeeded(code: number, before: string, after: string): boolean {
  if (code < 0xfe0e) return variationBase.test(before);
  return keycapBase.test(before) ? after === "\u20E3" : emojiOrSymbol.test(before);
}

/** Length of a flag of a region (U+1F3F4, tags, cancel tag) whose first tag is at `index`, or 0. */
function flagTagsAt(text: string, index: number): number {
  if (characterBefore(text, index) !== "\u{1F3F4}") return 0;
  return (
    /^[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}/u.exec(text.slice(index, index + 14))?.[0].length ?? 0
  );
}

/** Places, in UTF-16 units, of the characters that nobody sees and the text does not need. Linear. */
export function* findInvisible(text: string): Generator<{ index: number; length: number; code: number }> {
  if (!net.test(text)) return;
  const each = new RegExp(net.source, "g");
  for (let found = each.exec(text); found !== null; found = each.exec(text)) {
    const { index } = found;
    const code = text.codePointAt(index) ?? 0;
    const length = code > 0xffff ? 2 : 1;
    each.lastIndex = index + length;
    if (code >= 0xe0000 && code <= 0xe007f) {
      const flag = flagTagsAt(text, index);
      if (flag > 0) {
        each.lastIndex = index + flag;
        continue;
      }
      yield { index, length, code };
    } else if (always.test(String.fromCodePoint(code))) yield { index, length, code };
    else if (code === byteOrderMark) {
      if (index > 0) yield { index, length, code };
    } else if (code === zeroWidthJoiner || code === zeroWidthNonJoiner) {
      if (!isJoinerNeeded(text, index, code)) yield { index, length, code };
    } else if (code >= 0xfe00 && code <= 0xfe0f) {
      if (!isSelectorNeeded(code, characterBefore(text, index), characterAt(text, index + 1))) {
        yield { index, length, code };
      }
    }
  }
}

/** How an invisible character is written where people read it: `<U+200B>`. */
export function writeCodePoint(code: number): string {
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}
