/** @module Base forms of English verbs as they are said: `deleting`, `dropped` and `sent` meet `delete`, `drop`, `send`. */

const irregular: Readonly<Record<string, string>> = {
  sent: "send",
  wrote: "write",
  written: "write",
  rewrote: "rewrite",
  rewritten: "rewrite",
  built: "build",
  rebuilt: "rebuild",
  ran: "run",
  found: "find",
  paid: "pay",
  bought: "buy",
  sold: "sell",
  told: "tell",
  shown: "show",
  made: "make",
  gave: "give",
  given: "give",
  took: "take",
  taken: "take",
  went: "go",
  gone: "go",
  got: "get",
  gotten: "get",
  brought: "bring",
  threw: "throw",
  thrown: "throw",
  kept: "keep",
  left: "leave",
  swept: "sweep",
  spun: "spin",
  understood: "understand",
  undone: "undo",
  tore: "tear",
  torn: "tear",
  blew: "blow",
  blown: "blow",
  did: "do",
  done: "do",
  shrunk: "shrink",
  forgot: "forget",
  forgotten: "forget",
  forbidden: "forbid",
  drew: "draw",
  drawn: "draw",
  froze: "freeze",
  frozen: "freeze",
  hid: "hide",
  hidden: "hide",
  held: "hold",
  led: "lead",
  lit: "light",
  sped: "speed",
  split: "split",
  stood: "stand",
  chose: "choose",
  chosen: "choose",
};

const vowels = /[aeiou]/;

/** Forms one ending could have been taken from: `dropp` is `drop`, `delet` is `delete`. */
function stripped(stem: string): string[] {
  if (stem.length < 2 || !vowels.test(stem)) return [];
  const forms = [stem, `${stem}e`];
  const last = stem.at(-1);
  if (last !== undefined && last === stem.at(-2)) forms.push(stem.slice(0, -1));
  if (last === "k" && stem.at(-2) === "c") forms.push(stem.slice(0, -1));
  return forms;
}

/** The forms a word could be of, itself first. Which of them are verbs, the lexicon says. */
export function baseForms(word: string): string[] {
  const forms = [word];
  const known = Object.hasOwn(irregular, word) ? irregular[word] : undefined;
  if (known !== undefined) forms.push(known);
  if (word.endsWith("ies")) forms.push(`${word.slice(0, -3)}y`);
  else if (word.endsWith("es")) forms.push(word.slice(0, -2), word.slice(0, -1));
  else if (word.endsWith("s") && !word.endsWith("ss")) forms.push(word.slice(0, -1));
  if (word.endsWith("ied")) forms.push(`${word.slice(0, -3)}y`);
  else if (word.endsWith("ed")) forms.push(...stripped(word.slice(0, -2)));
  if (word.endsWith("ying")) forms.push(`${word.slice(0, -4)}ie`);
  if (word.endsWith("ing")) forms.push(...stripped(word.slice(0, -3)));
  return forms;
}

const irregularNouns: Readonly<Record<string, string>> = {
  aliases: "alias",
  parentheses: "parenthesis",
  indices: "index",
  statuses: "status",
  buses: "bus",
  menus: "menu",
  analyses: "analysis",
  theses: "thesis",
  axes: "axis",
  vertices: "vertex",
  matrices: "matrix",
  caches: "cache",
};

/** A noun in the singular, by ending alone but for a few. */
export function singular(word: string): string {
  const known = Object.hasOwn(irregularNouns, word) ? irregularNouns[word] : undefined;
  if (known !== undefined) return known;
  if (word.length < 4 || !word.endsWith("s") || word.endsWith("ss") || word.endsWith("us")) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
