import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  entriesDigest,
  ownEntries,
  putEntries,
  readSettings,
  takeEntries,
  type WantedEntries,
} from "./settings-file.ts";

const program = "/home/dev/.local/share/warrant/hook";

function group(command: string, more: object = {}): { matcher: string; hooks: object[] } {
  return { matcher: "*", hooks: [{ type: "command", command, ...more }] };
}

const own = group(program, { args: ["claude-code", "--via", "user"], timeout: 10 });
const wanted: WantedEntries = {
  top: {},
  entries: [
    { list: ["hooks", "PreToolUse"], value: own },
    { list: ["hooks", "Stop"], value: own },
  ],
};
const foreign = group("/usr/bin/other --flag");

function put(text: string, entries: WantedEntries = wanted): { text: string; created: readonly string[] } {
  const change = putEntries(text, entries, program);
  if (!change.ok) throw new Error(JSON.stringify(change.problem));
  return change;
}

function take(text: string, created: readonly string[], entries: WantedEntries = wanted): string {
  const change = takeEntries(text, entries, program, created);
  if (!change.ok) throw new Error(JSON.stringify(change.problem));
  return change.text;
}

describe("entries put into a settings file", () => {
  it.each([
    ["an empty file", ""],
    ["an empty object", "{}"],
    ["other settings", '{\n  "model": "x"\n}\n'],
    ["a list of others", JSON.stringify({ hooks: { PreToolUse: [foreign] } }, null, 2)],
  ])("stand there once, after those of others: %s", (_name, text) => {
    const value = JSON.parse(put(text).text) as { hooks: { PreToolUse: object[]; Stop: object[] } };
    expect(value.hooks.Stop).toEqual([own]);
    expect(value.hooks.PreToolUse.at(-1)).toEqual(own);
    expect(value.hooks.PreToolUse.filter((one) => JSON.stringify(one) === JSON.stringify(own))).toHaveLength(1);
  });

  it.each([
    ["two spaces", '{\n  "a": 1\n}\n', '\n  "hooks"'],
    ["four spaces", '{\n    "a": 1\n}\n', '\n    "hooks"'],
    ["a tab", '{\n\t"a": 1\n}\n', '\n\t"hooks"'],
    ["Windows line ends", '{\r\n  "a": 1\r\n}\r\n', '\r\n  "hooks"'],
  ])("are indented as the file is: %s", (_name, text, piece) => {
    const { text: after } = put(text);
    expect(after).toContain(piece);
    expect(after.startsWith(text.slice(0, text.indexOf("1") + 1))).toBe(true);
    expect(after.endsWith(text.slice(text.lastIndexOf("}")))).toBe(true);
  });

  it("leave a byte order mark, odd spacing and the order of keys alone", () => {
    const text = '\uFEFF{"z":1 ,  "a":[1,2,\n3], "hooks":{"Stop":[ ]}}';
    const { text: after } = put(text);
    expect(after.startsWith('\uFEFF{"z":1 ,  "a":[1,2,\n3], ')).toBe(true);
  });

  it("take the place of an older entry of ours, of this program or of another folder's", () => {
    const old = group("/opt/warrant/hook", { args: ["claude-code"] });
    const text = JSON.stringify({ hooks: { PreToolUse: [old, foreign], Old: [old] } }, null, 2);
    expect(JSON.parse(put(text).text)).toEqual({ hooks: { PreToolUse: [own, foreign], Old: [], Stop: [own] } });
  });

  it("leave a hook of ours in no group of others, and the others in it", () => {
    const mixed = { matcher: "Bash", hooks: [...foreign.hooks, ...own.hooks] };
    const text = JSON.stringify({ hooks: { PreToolUse: [mixed, own, own] } });
    const value = JSON.parse(put(text).text) as { hooks: { PreToolUse: object[] } };
    expect(value.hooks.PreToolUse).toEqual([{ matcher: "Bash", hooks: foreign.hooks }, own]);
  });

  it.each([
    ["is no list", '{"hooks":{"PreToolUse":{}}}', "hooks.PreToolUse is no list"],
    ["is no object", '{"hooks":[]}', "hooks is no object"],
  ])("are refused where the host's own place %s", (_name, text, message) => {
    expect(putEntries(text, wanted, program)).toMatchObject({ ok: false, problem: { message } });
  });

  it("bring the keys the host wants, and never change one that is there", () => {
    const cursor: WantedEntries = {
      top: { version: 1 },
      entries: [{ list: ["hooks", "stop"], value: { command: program } }],
    };
    expect(JSON.parse(put("{}", cursor).text)).toEqual({ version: 1, hooks: { stop: [{ command: program }] } });
    expect(JSON.parse(put('{"version":2}', cursor).text)).toMatchObject({ version: 2 });
  });
});

describe("a settings file that cannot be read", () => {
  it.each([
    ["text", "x", 1, 1, /not JSON/],
    ["a comment", '{\n  // a\n  "a": 1\n}', 2, 3, /not JSON/],
    ["a comma too many", '{\n  "a": 1,\n}', 3, 1, /not JSON/],
    ["a list", "[]", 1, 1, /no JSON object/],
    ["a key twice", '{"hooks": {},\n "hooks": {}}', 2, 2, /"hooks" stands twice/],
    ["a key twice inside", '{"a": [{"b": 1,\n"b": 2}]}', 2, 1, /"b" stands twice/],
    ["nesting without end", "[".repeat(200), 1, 1, /nested too deeply/],
  ])("is refused with the place, and never repaired: %s", (_name, text, line, column, message) => {
    const reading = readSettings(text);
    expect(reading).toMatchObject({ ok: false, problem: { line, column } });
    expect(reading.ok ? "" : reading.problem.message).toMatch(message);
    expect(putEntries(text, wanted, program).ok).toBe(false);
    expect(takeEntries(text, wanted, program, []).ok).toBe(false);
  });
});

describe("entries taken out again", () => {
  it.each([
    ["an object of its own", "{}\n"],
    ["others' lists", JSON.stringify({ hooks: { PreToolUse: [foreign], Other: [foreign] } }, null, 2)],
    ["an empty list that was there", '{"hooks": {"Stop": []}}'],
    ["an empty object that was there", '{"hooks": {}}'],
  ])("leave what was there: %s", (_name, text) => {
    const { text: after, created } = put(text);
    expect(JSON.parse(take(after, created))).toEqual(JSON.parse(text));
  });

  it("leave what others added since, and what holds it", () => {
    const { text, created } = put("{}");
    const value = JSON.parse(text) as { hooks: { Stop: object[] }; theme?: string };
    value.hooks.Stop.push(foreign);
    value.theme = "dark";
    expect(JSON.parse(take(JSON.stringify(value), created))).toEqual({ hooks: { Stop: [foreign] }, theme: "dark" });
  });

  it("leave the version of a file that still holds entries of others", () => {
    const cursor: WantedEntries = {
      top: { version: 1 },
      entries: [{ list: ["hooks", "stop"], value: { command: program } }],
    };
    const { text, created } = put("{}", cursor);
    expect(JSON.parse(take(text, created, cursor))).toEqual({});
    const value = JSON.parse(text) as { hooks: { stop: object[] } };
    value.hooks.stop.push({ command: "other" });
    expect(JSON.parse(take(JSON.stringify(value), created, cursor))).toEqual({
      version: 1,
      hooks: { stop: [{ command: "other" }] },
    });
  });
});

describe("which entries are ours", () => {
  it.each([
    [program, true],
    [`${program} cursor --via user`, true],
    [`"${program}" cursor`, true],
    ["/somewhere/warrant/hook codex --via project", true],
    ["C:\\Users\\dev\\warrant\\hook.cmd cursor", true],
    [`${program}-other`, false],
    ["/usr/bin/other /x/warrant/hook", false],
    ["/usr/bin/warrant-hook", false],
    ["echo warrant/hook", false],
    ["", false],
  ])("%s: %s", (command, isOurs) => {
    expect(ownEntries({ hooks: { Stop: [group(command), { command }] } }, program)).toHaveLength(isOurs ? 2 : 0);
  });

  it("is told by the program, and their digest by all they hold", () => {
    const digest = (text: string) => entriesDigest(ownEntries(JSON.parse(text) as object as never, program));
    const { text } = put("{}");
    expect(digest(text)).toBe(digest(put(JSON.stringify({ theme: "x", hooks: { Stop: [foreign] } })).text));
    expect(digest(text)).not.toBe(digest(text.replace(/"timeout": ?10/, '"timeout":100')));
    expect(digest(text)).not.toBe(digest(JSON.stringify({ hooks: { Stop: [own] } })));
  });
});

const keys = fc.constantFrom("hooks", "model", "PreToolUse", "Stop", "permissions", "x");
const hookLists = fc.dictionary(
  fc.constantFrom("PreToolUse", "Stop", "SessionStart"),
  fc.array(
    fc.constantFrom(foreign, own, { matcher: "Bash", hooks: [...foreign.hooks, ...own.hooks] }, {}, { hooks: [] }),
    {
      maxLength: 4,
    },
  ),
);
const settings = fc
  .tuple(fc.dictionary(keys, fc.jsonValue({ maxDepth: 2 })), fc.option(hookLists), fc.constantFrom(0, 2, 4, "\t"))
  .map(([value, hooks, indent]) => {
    const { hooks: _drop, ...rest } = value;
    return JSON.stringify(hooks === null ? rest : { ...rest, hooks }, null, indent);
  });

/** A file without anything of ours. */
function withoutOurs(text: string): unknown {
  const value = JSON.parse(text) as { hooks?: Record<string, { hooks?: { command?: string }[] }[]> };
  for (const [event, list] of Object.entries(value.hooks ?? {})) {
    const others = list
      .filter(
        (one) =>
          one.hooks === undefined || one.hooks.length === 0 || one.hooks.some(({ command }) => command !== program),
      )
      .map((one) =>
        one.hooks === undefined ? one : { ...one, hooks: one.hooks.filter(({ command }) => command !== program) },
      );
    (value.hooks ?? {})[event] = others;
  }
  return value;
}

describe("laws of the settings file", () => {
  it("a second time changes no byte", () => {
    fc.assert(
      fc.property(settings, (text) => {
        const once = put(text).text;
        expect(put(once).text).toBe(once);
      }),
      { numRuns: 150 },
    );
  });

  it("what others wrote stays, with their order, going in and out", () => {
    fc.assert(
      fc.property(settings, (text) => {
        const { text: after, created } = put(text);
        const out = JSON.parse(take(after, created)) as object;
        expect(out).toEqual(withoutOurs(text));
        expect(Object.keys(out)).toEqual(Object.keys(JSON.parse(text) as object));
      }),
      { numRuns: 150 },
    );
  });
});
