/** @module The safe subset of sed's language: what only edits the stream (actions, section 6.1). One pass, no backtracking. */

export interface SedReading {
  /** Files the script inserts. */
  readonly reads: readonly string[];
}

/** The place after a delimited text, or -1 where it has no end, or where programs differ about a delimiter in brackets. */
function skipDelimited(script: string, at: number, delimiter: string): number {
  let bracket = -1;
  for (let index = at; index < script.length; index += 1) {
    const sign = script.charAt(index);
    if (sign === "\\") index += 1;
    else if (sign === delimiter) {
      const isOpen =
        bracket >= 0 && script.slice(index).includes("]") && !script.slice(bracket + 1, index).includes("]");
      return isOpen ? -1 : index + 1;
    } else if (sign === "[" && bracket < 0) bracket = index;
    else if (sign === "]" && index > bracket + 1) bracket = -1;
  }
  return -1;
}

function skipAddress(script: string, at: number): number {
  let index = at;
  for (let count = 0; count < 2; count += 1) {
    const sign = script.charAt(index);
    if (sign === "/" || sign === "\\") {
      const delimiter = sign === "/" ? "/" : script.charAt(index + 1);
      index = skipDelimited(script, index + (sign === "/" ? 1 : 2), delimiter);
      if (index < 0) return -1;
      while (/[IM]/.test(script.charAt(index))) index += 1;
    } else if (/[0-9$+~]/.test(sign)) while (/[0-9$+~]/.test(script.charAt(index))) index += 1;
    while (script.charAt(index) === " ") index += 1;
    if (script.charAt(index) !== ",") break;
    index += 1;
    while (script.charAt(index) === " ") index += 1;
  }
  while (script.charAt(index) === "!" || script.charAt(index) === " ") index += 1;
  return index;
}

/** Reads a script; null where any part of it is not of the safe subset. */
export function readSed(script: string): SedReading | null {
  const reads: string[] = [];
  let at = 0;
  while (at < script.length) {
    if (/[\s;{}]/.test(script.charAt(at))) {
      at += 1;
      continue;
    }
    at = skipAddress(script, at);
    if (at < 0) return null;
    const command = script.charAt(at);
    at += 1;
    if (command === "{" || command === "}") continue;
    if (command === "#") {
      at = endOfLine(script, at);
      continue;
    }
    if (command === "s" || command === "y") {
      const delimiter = script.charAt(at);
      if (delimiter === "" || delimiter === "\n" || delimiter === "\\") return null;
      const middle = skipDelimited(script, at + 1, delimiter);
      const end = middle < 0 ? -1 : skipPlain(script, middle, delimiter);
      if (end < 0) return null;
      at = end;
      if (command === "s") while (/[gIip0-9NMm]/.test(script.charAt(at))) at += 1;
    } else if ("aic".includes(command) && command !== "") {
      at = endOfText(script, at);
      continue;
    } else if (command === "r") {
      const end = endOfLine(script, at);
      reads.push(script.slice(at, end).trim());
      at = end;
      continue;
    } else if (command === ":" || command === "b" || command === "t" || command === "T") {
      while (at < script.length && !/[;\n}]/.test(script.charAt(at))) at += 1;
    } else if (command === "q" || command === "Q" || command === "l" || command === "L") {
      while (/[0-9 ]/.test(script.charAt(at))) at += 1;
    } else if (command === "" || !"dp=nNDPhHgGxFz".includes(command)) return null;
    while (script.charAt(at) === " ") at += 1;
    if (at < script.length && !/[;\n}#]/.test(script.charAt(at))) return null;
  }
  return { reads };
}

function skipPlain(script: string, at: number, delimiter: string): number {
  for (let index = at; index < script.length; index += 1) {
    if (script.charAt(index) === "\\") index += 1;
    else if (script.charAt(index) === delimiter) return index + 1;
  }
  return -1;
}

function endOfLine(script: string, at: number): number {
  const end = script.indexOf("\n", at);
  return end < 0 ? script.length : end;
}

/** Text of `a`, `i` and `c` ends at a line end that no backslash escapes. */
function endOfText(script: string, at: number): number {
  for (let index = at; index < script.length; index += 1) {
    if (script.charAt(index) === "\\") index += 1;
    else if (script.charAt(index) === "\n") return index;
  }
  return script.length;
}
