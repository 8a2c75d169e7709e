/** @module Which characters the one folding drops, keeps as they are, or takes for another (claim gate, 3). Data. */

/** Nobody sees them, so they are no part of the text. */
export function isInvisible(code: number): boolean {
  if (code < 0xad) return false;
  return (
    code === 0xad ||
    code === 0x34f ||
    code === 0x61c ||
    code === 0x115f ||
    code === 0x1160 ||
    code === 0x17b4 ||
    code === 0x17b5 ||
    (code >= 0x180b && code <= 0x180f) ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    code === 0x3164 ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff ||
    code === 0xffa0 ||
    (code >= 0xfff9 && code <= 0xfffb) ||
    (code >= 0xe0000 && code <= 0xe0fff)
  );
}

/** Superscripts, subscripts, vulgar fractions and enclosed numbers: folded, `10²` would become `102`. */
export function isKept(code: number): boolean {
  if (code < 0xb2) return false;
  return (
    code === 0xb2 ||
    code === 0xb3 ||
    code === 0xb9 ||
    (code >= 0xbc && code <= 0xbe) ||
    (code >= 0x2070 && code <= 0x209c) ||
    (code >= 0x2150 && code <= 0x215f) ||
    code === 0x2189 ||
    (code >= 0x2460 && code <= 0x249b) ||
    (code >= 0x24ea && code <= 0x24ff) ||
    (code >= 0x2776 && code <= 0x2793) ||
    (code >= 0x3251 && code <= 0x325f) ||
    (code >= 0x32b1 && code <= 0x32bf) ||
    (code >= 0x1f100 && code <= 0x1f10c)
  );
}

const quote = /[\u2018-\u201b\u2032\u2035\u2039\u203a\u00b4\u02b9\u02bb\u02bc\u02bd\u02c8\uff07\u275b\u275c]/;
const doubleQuote = /[\u201c-\u201f\u2033\u2036\u00ab\u00bb\u02ba\u301d-\u301f\uff02\u275d\u275e]/;
const dash = /[\u2010-\u2015\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d\u058a\u2043]/;
const bullet = /[\u2022\u2023\u25aa\u25cf\u25e6\u2219\u00b7\u30fb]/;

/** The plain sign that one character beyond ASCII stands for, or itself. */
export function plainSign(sign: string): string {
  if (quote.test(sign)) return "'";
  if (doubleQuote.test(sign)) return '"';
  if (dash.test(sign)) return "-";
  return bullet.test(sign) ? "*" : sign;
}

/** 0 no white space, 1 a space, 2 a line end. Vertical tab, form feed and U+0085 are control characters. */
export function spaceKind(code: number): 0 | 1 | 2 {
  if (code === 0x20 || code === 9) return 1;
  if (code === 10 || code === 13) return 2;
  if (code < 0xa0) return 0;
  if (code === 0x2028 || code === 0x2029) return 2;
  const isSpace =
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000;
  return isSpace ? 1 : 0;
}
