/** @module Commands that are long in one way each: what a reader of shell text could be made to work on. */

/** Repeats a piece up to a length. */
function fill(piece: string, size: number): string {
  return piece.repeat(Math.max(1, Math.floor(size / piece.length)));
}

/** Numbered pieces up to a length. */
function count(size: number, piece: (index: number) => string): string {
  let text = "";
  for (let index = 0; text.length < size; index += 1) text += piece(index);
  return text;
}

function nest(open: string, inner: string, close: string, size: number): string {
  const depth = Math.max(1, Math.floor(size / (open.length + close.length)));
  return open.repeat(depth) + inner + close.repeat(depth);
}

/** Each shape by name, for a number of characters. */
export const shapes: Readonly<Record<string, (size: number) => string>> = {
  "one path again and again": (size) => `rm ${fill("src/a/b/c/d ", size)}`,
  "many paths": (size) => `rm ${count(size, (index) => `f${index} `)}`,
  "a deep path": (size) => `rm /${fill("a/", size)}x`,
  "steps up": (size) => `rm ${fill("../", size)}x`,
  "stars in a name": (size) => `rm ${fill("a*", size)}`,
  "stars in a path": (size) => `rm ${fill("*/**/", size)}`,
  braces: (size) => `rm ${fill("{a,b}{c,d}{e,f} ", size)}`,
  commands: (size) => fill("rm a;", size),
  "folders that may not be there": (size) => `${fill("cd a;", size)}rm x`,
  alternatives: (size) => `${fill("cd a || ", size)}rm x`,
  pipes: (size) => `${fill("cat a | ", size)}sh`,
  loops: (size) => fill("for i in a b c; do cd $i; rm x; done;", size),
  "loops in loops": (size) => nest("for i in a b; do cd a; v=$v/a; ", "rm $v", "; done", Math.min(size, 1_000)),
  "choices of choices": (size) =>
    `${"a b c d e f g h"
      .split(" ")
      .map((name) => `for ${name} in 1 2 3 4 5 6 7 8; do `)
      .join("")}${fill('rm "$a$b$c$d$e$f$g$h";', size)}${" done".repeat(8).replaceAll(" done", "; done").slice(1)}`,
  "variables that may be set": (size) => `${count(size, (index) => `if x; then v${index}=a; fi;`)}rm $v1`,
  functions: (size) => `f0() { rm a; };${count(size, (index) => `f${index + 1}() { f${index}; f${index}; };`)}f9`,
  substitutions: (size) => `echo ${fill("$(rm a) ", size)}`,
  "nested substitutions": (size) => nest("$(", "rm a", ")", size),
  wrappers: (size) => `${fill("env ", size)}rm x`,
  "arguments of a program nobody knows": (size) => `frob ${fill("rm a ", size)}`,
  links: (size) => `${count(size, (index) => `ln -s /x${index} l${index};`)}rm l1/x`,
  moves: (size) => fill("mv a b;", size),
  redirections: (size) => `echo ${fill("> a ", size)}`,
  "here-documents": (size) => fill("cat <<E\nx\nE\n", size),
  "folders and commands of find": (size) => `find ${fill("a ", size / 2)}${fill("-exec rm {} + ", size / 2)}`,
  "letters that are wide": (size) => fill("ｒｍ a;", size),
  "a program of sed": (size) => `sed '${fill("s/a/b/;", size)}' x`,
  statements: (size) => `psql -c '${fill("select 1;", size)}'`,
  "a script that does not end": (size) => fill("$(rm ", size),
};
