/** @module Branch names and the patterns that protect them, compared so that doubt protects. */

/** Longer names and patterns are not compared: git itself stores no longer ones. */
const maximumLength = 1024;

/** The form two spellings of one branch share. Some file systems fold case, so `Main` can be `main`. */
function foldBranch(name: string): string {
  return name
    .trim()
    .replace(/^refs\/heads\//, "")
    .normalize("NFC")
    .toLowerCase();
}

/** A branch name that says which branch is meant; `HEAD` and `@` do not. */
export function isKnownBranch(name: unknown): name is string {
  if (typeof name !== "string") return false;
  const fold = foldBranch(name);
  return fold !== "" && fold !== "head" && fold !== "@";
}

/** Whether two names are one branch. */
export function isSameBranch(left: string, right: string): boolean {
  return foldBranch(left) === foldBranch(right);
}

type Token = { readonly kind: "text"; readonly text: string } | { readonly kind: "one" | "segment" | "any" };

/** `*` stays in its segment, `**` does not, `?` and a bracket expression stand for any one character. */
function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  for (let index = 0; index < pattern.length; index += 1) {
    const text = pattern.charAt(index);
    const end = text === "[" ? pattern.indexOf("]", index + 2) : -1;
    if (text === "*" && pattern.charAt(index + 1) === "*") {
      tokens.push({ kind: "any" });
      index += 1;
    } else if (text === "*") tokens.push({ kind: "segment" });
    else if (text === "?") tokens.push({ kind: "one" });
    else if (end !== -1) {
      tokens.push({ kind: "one" });
      index = end;
    } else tokens.push({ kind: "text", text });
  }
  return tokens;
}

/** Whether a protection pattern, as `release/*`, covers a branch. Time is the product of the two lengths at most. */
export function isCoveredBy(branch: string, pattern: string): boolean {
  if (isSameBranch(branch, pattern)) return true;
  if (branch.length > maximumLength || pattern.length > maximumLength) return true;
  const name = foldBranch(branch);
  const fold = foldBranch(pattern);
  if (!/[*?[]/.test(fold)) return false;
  // Lengths of the name that the tokens so far can match.
  let reached = new Set([0]);
  for (const token of tokensOf(fold)) {
    const next = new Set<number>();
    for (const length of reached) {
      const at = name.charAt(length);
      if (token.kind === "text") {
        if (at === token.text) next.add(length + 1);
      } else if (token.kind === "one") {
        if (at !== "") next.add(length + 1);
      } else {
        let end = length;
        next.add(end);
        while (end < name.length && (token.kind === "any" || name.charAt(end) !== "/")) {
          end += 1;
          if (next.has(end)) break;
          next.add(end);
        }
      }
    }
    reached = next;
  }
  return reached.has(name.length);
}
