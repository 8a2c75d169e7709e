/** @module A list of arguments that a host runs without a shell, written as the shell command that means the same. */

/** Words no shell does anything with. */
const plainWord = /^[A-Za-z0-9_%@+:,./-]+$/;

/** Plain words that mean something to a shell where a command begins. */
const reserved = new Set(
  "if then else elif fi do done case esac while until for in select function time coproc".split(" "),
);

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * The command whose words are exactly these arguments: every word a shell would look into is quoted. Null where they are not
 * all texts, or there is none.
 */
export function commandOfArguments(words: readonly unknown[]): string | null {
  const texts = words.filter((word): word is string => typeof word === "string");
  if (texts.length === 0 || texts.length < words.length) return null;
  return texts
    .map((word, index) => (plainWord.test(word) && !(index === 0 && reserved.has(word)) ? word : quoted(word)))
    .join(" ");
}
