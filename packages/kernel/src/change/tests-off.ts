/**
 * @module Whether the added lines of a patch switch tests off (change gate, section 8.1), in the spellings of many frameworks
 * and with the tricks that need no removed line: a call wrapped over lines, a comment opened before tests that stay.
 */

const runners = "(?:it|test|describe|context|suite|specify)";
const words = "(?:skip|only|todo|fixme)";
/** Up to three names between the runner and the word: `test.describe.skip`, `it.concurrent.only`. */
const chain = String.raw`(?:\s?\??\.\s?\w{1,20}){0,3}\s?\??`;

/** Every way one line does it. Each alternative begins with fixed text and every repetition in it is bounded, so it is linear. */
const forms: readonly string[] = [
  // JavaScript and its kin
  String.raw`\b${runners}${chain}\.\s?(?:${words}|skipIf|runIf|fails|failing|ignore)\b`,
  String.raw`\b${runners}\s?(?:\?\.)?\[\s?["'\x60]${words}["'\x60]\s?\]`,
  String.raw`(?<![.\w$])(?:x|f)(?:it|test|describe|context|specify)\b\s?[("'\x60]`,
  String.raw`\b(?:t|this)\.(?:skip|todo)\(`,
  String.raw`[{,(]\s?(?:skip|todo|only|ignore)\s?:\s?(?:true|["'\x60])`,
  String.raw`\b(?:process|sys|os)\.(?:exit|_exit)\(\s?0?\s?\)`,
  // Python
  String.raw`\bpytest\s?\.\s?(?:(?:skip|xfail|importorskip)\b|mark\s?\.\s?(?:skip|skipif|xfail)\b)`,
  String.raw`@unittest\.(?:skip|expectedFailure)|@(?:skip|skipIf|skipUnless|expectedFailure|nottest)\b`,
  String.raw`\.skipTest\(|\bSkipTest\b|\b__test__\s?=\s?False\b|\bcollect_ignore(?:_glob)?\b|\bpytest_(?:collection_modifyitems|ignore_collect)\b`,
  // Go, Rust, Swift
  String.raw`\b(?:t|b|f|tb)\.Skip(?:f|Now)?\(|^//go:build ignore`,
  String.raw`#\[ignore|#\[cfg_attr\([^\]]{0,80}\bignore\b|#\[cfg\(any\(\)\)`,
  String.raw`\bXCTSkip|@(?:Test|Suite)\([^)]{0,80}\.disabled\b`,
  // The JVM, .NET, PHP
  String.raw`@Ignore|@Disabled|\bAssum(?:e|ptions)\.assume\w{1,20}\(|@Test\([^)]{0,80}\benabled\s?=\s?false`,
  String.raw`\[Ignore|\[Explicit|\[(?:Fact|Theory)\([^\]]{0,80}\bSkip\s?=|\bAssert\.(?:Ignore|Inconclusive)\(`,
  String.raw`\bmarkTest(?:Skipped|Incomplete)\b`,
  // Ruby, Elixir, R, shell: a statement of its own
  String.raw`^\s*(?:skip|pending)(?:\s?$|\s?["'(])|^\s*skip_(?:if|if_not|on_\w{1,20}|unless_\w{1,20})\(`,
  String.raw`@(?:module|describe)?tag\s?\(?:?(?:skip|pending)\b`,
  // Any language: what follows is never reached or never read
  String.raw`\bif\s?\(?\s?(?:false|False)\s?\)?\s?[:{]|^\s*#if 0\b|^=begin\b`,
];
const switchedOff = new RegExp(forms.join("|"));
/** Every form holds one of these, so most patches are read once. */
const hint =
  /[Ss]kip|only|todo|fixme|[Ff]ail|[Ii]gnore|pending|runIf|[Dd]isabled|nottest|__test__|exit\(|pytest_|Assum|enabled|Explicit|Inconclusive|Incomplete|cfg\(any|\b[xf](?:it|test|describe|context|specify)\b|alse|#if 0|=begin/;

/** The rest of a call that began on the line before, or beside it: `.skip` alone, or with a title. */
const wrapped = new RegExp(String.raw`^\s*\??\.\s?${words}\s?(?:$|\(\s?["'\x60])`);
const runnerAtEnd = new RegExp(String.raw`\b${runners}\s*$`);
const wrappedAfterRunner = new RegExp(String.raw`^\s*\??\.\s?${words}\b|^\s*\[\s?["'\x60]${words}["'\x60]`);

/** Only so much of a line is read; nobody writes a test behind that. */
const maximumLine = 2000;

/** A run of added lines: what is opened in it and not closed swallows the lines after it. */
class Run {
  #inComment = false;
  #inText = false;

  read(line: string): void {
    if (this.#inComment) this.#inComment = !line.includes("*/");
    else if (/^\s*\/\*/.test(line)) this.#inComment = !line.includes("*/", line.indexOf("/*") + 2);
    for (let at = line.indexOf('"""'); at >= 0; at = line.indexOf('"""', at + 3)) this.#inText = !this.#inText;
  }

  get isOpen(): boolean {
    return this.#inComment || this.#inText;
  }
}

/** The added lines of a patch, and null wherever a run of them ends. */
function* addedLines(patch: string): Generator<string | null> {
  let start = 0;
  while (start < patch.length) {
    const found = patch.indexOf("\n", start);
    const end = found === -1 ? patch.length : found;
    const isAdded = patch.charCodeAt(start) === 0x2b;
    yield isAdded ? patch.slice(start + 1, Math.min(end, start + 1 + maximumLine)) : null;
    start = end + 1;
  }
  yield null;
}

/** Whether an added line of a patch switches tests off. Linear in the patch. */
export function switchesTestsOff(patch: string): boolean {
  const mayName = hint.test(patch);
  if (!mayName && !patch.includes("/*") && !patch.includes('"""')) return false;
  let run = new Run();
  let before = "";
  for (const line of addedLines(patch)) {
    if (line === null) {
      if (run.isOpen) return true;
      run = new Run();
      before = "";
      continue;
    }
    run.read(line);
    if (!mayName) continue;
    if (hint.test(line) && (switchedOff.test(line) || wrapped.test(line))) return true;
    if (wrappedAfterRunner.test(line) && runnerAtEnd.test(before.slice(-200))) return true;
    if (line.trim() !== "") before = line;
  }
  return false;
}
