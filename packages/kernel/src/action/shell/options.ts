/** @module Options as programs parse them: clustered letters, `--long=value`, abbreviations, `--`, before or after operands. */

import { filledMark, isKnown, unknownMark } from "./text.ts";

/**
 * The options a command knows. `short` as for getopt: `ab:c` is the flags a and c and b with a value; `b?` takes a value
 * only when it is joined. `long` names: `name`, `name=` with a value, `name?` with an optional joined one.
 */
export interface OptionTable {
  readonly short?: string;
  readonly long?: string;
  /** Options end at the first operand, which begins another command. */
  readonly stops?: boolean;
  /** Long options begin with one dash, as those of find's kin do. */
  readonly isSingleDash?: boolean;
  /** `-5` is a number of lines. */
  readonly hasNumbers?: boolean;
  /** Any option is taken as a flag: none of them has an effect. */
  readonly isLenient?: boolean;
}

export interface Options {
  /** Whether an option was given under one of its names. */
  has(...names: readonly string[]): boolean;
  /** Every value given for an option, in order. */
  values(...names: readonly string[]): string[];
  readonly operands: readonly string[];
  /** Options the command does not declare. */
  readonly unknown: readonly string[];
  /** Where operands begin in the arguments, for commands that stop there. */
  readonly rest: number;
}

interface Table {
  readonly short: ReadonlyMap<string, "" | ":" | "?">;
  readonly long: ReadonlyMap<string, "" | "=" | "?">;
}

const compiled = new WeakMap<OptionTable, Table>();

function compile(table: OptionTable): Table {
  const known = compiled.get(table);
  if (known !== undefined) return known;
  const short = new Map<string, "" | ":" | "?">();
  const letters = table.short ?? "";
  for (let at = 0; at < letters.length; at += 1) {
    const after = letters.charAt(at + 1);
    const takes = after === ":" || after === "?" ? after : "";
    short.set(letters.charAt(at), takes);
    if (takes !== "") at += 1;
  }
  const long = new Map<string, "" | "=" | "?">();
  for (const name of (table.long ?? "").split(" ").filter((word) => word !== "")) {
    const last = name.charAt(name.length - 1);
    if (last === "=" || last === "?") long.set(name.slice(0, -1), last);
    else long.set(name, "");
  }
  const made = { short, long };
  compiled.set(table, made);
  return made;
}

function longName(table: Table, written: string): string | null {
  if (table.long.has(written)) return written;
  const fits = [...table.long.keys()].filter((name) => name.startsWith(written));
  return fits.length === 1 && written.length > 0 ? (fits[0] ?? null) : null;
}

/** What an entry that parses its own arguments is given. */
export const noOptions: Options = { has: () => false, values: () => [], operands: [], unknown: [], rest: 0 };

/** Parses arguments. Never throws; what is not declared is in `unknown`. */
export function parseOptions(args: readonly string[], options: OptionTable): Options {
  const table = compile(options);
  const found = new Map<string, string[]>();
  const operands: string[] = [];
  const unknown: string[] = [];
  const add = (name: string, value?: string) => {
    const values = found.get(name) ?? [];
    if (value !== undefined) values.push(value);
    found.set(name, values);
  };
  let at = 0;
  for (; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (arg === "--") {
      at += 1;
      if (!options.stops) operands.push(...args.slice(at));
      break;
    }
    const isOption = arg.startsWith("-") && arg !== "-";
    if (!isOption) {
      if (options.stops) break;
      operands.push(arg);
      continue;
    }
    if (options.hasNumbers && /^-[0-9]+$/.test(arg)) continue;
    const isLong = options.isSingleDash && (!table.short.has(arg.charAt(1)) || table.long.has(arg.slice(1)));
    if (arg.startsWith("--") || isLong) {
      const body = arg.slice(arg.startsWith("--") ? 2 : 1);
      const equals = body.indexOf("=");
      const written = equals < 0 ? body : body.slice(0, equals);
      const name = longName(table, written);
      if (name === null) {
        if (options.isLenient) add(written);
        else unknown.push(arg);
        continue;
      }
      const takes = table.long.get(name) ?? "";
      if (equals >= 0) add(name, body.slice(equals + 1));
      else if (takes === "=") {
        at += 1;
        add(name, args[at] ?? "");
      } else add(name);
      if (takes === "" && equals >= 0 && !options.isLenient) unknown.push(arg);
      continue;
    }
    for (let letter = 1; letter < arg.length; letter += 1) {
      const name = arg.charAt(letter);
      const takes = table.short.get(name);
      if (takes === undefined) {
        if (options.isLenient) add(name);
        else unknown.push(`-${name}`);
        continue;
      }
      const rest = arg.slice(letter + 1);
      if (takes === "") {
        add(name);
        continue;
      }
      if (takes === "?") add(name, rest);
      else if (rest !== "") add(name, rest);
      else {
        at += 1;
        add(name, args[at] ?? "");
      }
      break;
    }
  }
  return {
    has: (...names) => names.some((name) => found.has(name)),
    values: (...names) => names.flatMap((name) => found.get(name) ?? []),
    operands,
    unknown,
    rest: Math.min(at, args.length),
  };
}

/** Whether an argument may be an option although nobody sees which. */
export function mayBeOption(text: string): boolean {
  if (text.startsWith("-")) return !isKnown(text);
  return text.startsWith(unknownMark) || text.startsWith(filledMark);
}
