/** @module Substring search whose cost stays linear whatever repeats: in texts, and in rows of numbers. */

const longestSuffix = 250;

/** For each position the length of the longest border that ends there. */
function borders(length: number, isSame: (left: number, right: number) => boolean): Int32Array {
  const border = new Int32Array(length);
  let held = 0;
  for (let at = 1; at < length; at += 1) {
    while (held > 0 && !isSame(at, held)) held = border[held - 1] ?? 0;
    if (isSame(at, held)) held += 1;
    border[at] = held;
  }
  return border;
}

/** The engine's search may look at every unit again for every unit where the end of the wanted text repeats itself. */
function repeatsAtEnd(wanted: string): boolean {
  if (wanted.length <= longestSuffix) return false;
  const suffix = wanted.slice(-longestSuffix);
  const border = borders(longestSuffix, (left, right) => suffix.charCodeAt(left) === suffix.charCodeAt(right));
  return longestSuffix - (border[longestSuffix - 1] ?? 0) < longestSuffix / 2;
}

/** Offsets where a text stands in another, in order, overlapping ones too. Linear but for the number of offsets. */
export function* offsetsOf(text: string, wanted: string): Generator<number> {
  if (wanted === "" || wanted.length > text.length) return;
  if (!repeatsAtEnd(wanted)) {
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) yield at;
    return;
  }
  const border = borders(wanted.length, (left, right) => wanted.charCodeAt(left) === wanted.charCodeAt(right));
  let held = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (held > 0 && wanted.charCodeAt(held) !== unit) held = border[held - 1] ?? 0;
    if (wanted.charCodeAt(held) === unit) held += 1;
    if (held < wanted.length) continue;
    yield at - wanted.length + 1;
    held = border[held - 1] ?? 0;
  }
}

/** Indexes where a row of numbers stands in another. */
export function* rowsOf(numbers: Int32Array, wanted: Int32Array): Generator<number> {
  const length = wanted.length;
  if (length === 0) return;
  const border = borders(length, (left, right) => wanted[left] === wanted[right]);
  let held = 0;
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at];
    while (held > 0 && wanted[held] !== number) held = border[held - 1] ?? 0;
    if (wanted[held] === number) held += 1;
    if (held < length) continue;
    yield at - length + 1;
    held = border[held - 1] ?? 0;
  }
}
