/** @module Whether a program of awk only reads its input and prints: no command, no file, no pipe (actions, section 6.1). */

/** The program without its strings, regular expressions and comments. */
function withoutLiterals(program: string): string | null {
  let plain = "";
  let before = "";
  for (let at = 0; at < program.length; at += 1) {
    const sign = program.charAt(at);
    if (sign === '"' || (sign === "/" && /^$|[(,~!&|{};=?:+*%\n-]/.test(before))) {
      let end = at + 1;
      let inClass = false;
      while (end < program.length && (inClass || program.charAt(end) !== sign)) {
        const here = program.charAt(end);
        if (here === "\\") end += 1;
        else if (sign === "/" && here === "[") inClass = true;
        else if (here === "]") inClass = false;
        end += 1;
      }
      if (end >= program.length) return null;
      plain += '""';
      before = '"';
      at = end;
      continue;
    }
    if (sign === "#") {
      const end = program.indexOf("\n", at);
      at = end < 0 ? program.length : end - 1;
      continue;
    }
    plain += sign;
    if (!/\s/.test(sign) || sign === "\n") before = sign;
  }
  return plain;
}

/** Whether a `>` stands in a statement that prints, where it names a file. */
function printsToFile(plain: string): boolean {
  for (const statement of plain.split(/[;{}\n]/)) {
    const at = statement.search(/\bprintf?\b/);
    if (at < 0) continue;
    let depth = 0;
    for (const sign of statement.slice(at)) {
      if (sign === "(") depth += 1;
      if (sign === ")") depth -= 1;
      if (sign === ">" && depth <= 0) return true;
    }
  }
  return false;
}

export function isSafeAwk(program: string): boolean {
  const plain = withoutLiterals(program);
  if (plain === null) return false;
  // `@` calls a function by a name in a variable, and loads files.
  if (/\b(?:system|getline|close|fflush)\b|@/.test(plain)) return false;
  if (plain.replaceAll("||", "").includes("|")) return false;
  return !printsToFile(plain);
}
