/** @module What the workflow asks for, from the variables the runner makes of `with:`. */

import type { Mode } from "@warrant/github/publish/conclusion";

/** An input that cannot be used. Its text names the input and what it takes, never its value. */
export class InputError extends Error {
  override readonly name = "InputError";
}

export interface Inputs {
  readonly token: string;
  /** `enforce` raises what the configuration says; `report` leaves it. */
  readonly mode: Mode;
  /** The key of an intent, named by hand. */
  readonly intent: string | undefined;
  readonly alignmentModel: string | undefined;
  readonly outputDir: string | undefined;
  readonly sweep: boolean;
  readonly sarif: boolean;
  readonly failOnError: boolean;
}

/** Every input of action.yml. */
export const inputNames = [
  "github-token",
  "mode",
  "intent",
  "alignment-model",
  "alignment-model-key",
  "output-dir",
  "sweep",
  "sarif",
  "fail-on-error",
] as const;
type InputName = (typeof inputNames)[number];

/** Inputs that are secret. They are masked before anything is read. */
export const secretInputs = ["github-token", "alignment-model-key"] as const satisfies readonly InputName[];

type Environment = Readonly<Record<string, string | undefined>>;

/** The value of an input without the white space around it; undefined where the runner made no variable of it. */
export function inputOf(env: Environment, name: InputName): string | undefined {
  return env[`INPUT_${name.toUpperCase()}`]?.trim();
}

/** An empty text is the same as none, as it is in `default: ""`. */
function textOf(env: Environment, name: InputName): string | undefined {
  const value = inputOf(env, name);
  return value === "" ? undefined : value;
}

/** One of some words. An empty one is none of them: a variable that was never set must not lower what was meant. */
function wordOf<Word extends string>(env: Environment, name: InputName, words: readonly [Word, ...Word[]]): Word {
  const value = inputOf(env, name);
  if (value === undefined) return words[0];
  const known = words.find((word) => word === value);
  if (known === undefined)
    throw new InputError(`The input ${name} must be ${words.join(" or ")}. Correct it in the workflow.`);
  return known;
}

function switchOf(env: Environment, name: InputName): boolean {
  return wordOf(env, name, ["false", "true"]) === "true";
}

/** @throws InputError for an input that cannot be used. */
export function readInputs(env: Environment): Inputs {
  const token = textOf(env, "github-token");
  if (token === undefined) {
    throw new InputError("The input github-token is empty. Leave it out to use the workflow's own token.");
  }
  return {
    token,
    mode: wordOf(env, "mode", ["report", "enforce"]),
    intent: textOf(env, "intent"),
    alignmentModel: textOf(env, "alignment-model"),
    outputDir: textOf(env, "output-dir"),
    sweep: switchOf(env, "sweep"),
    sarif: switchOf(env, "sarif"),
    failOnError: switchOf(env, "fail-on-error"),
  };
}
