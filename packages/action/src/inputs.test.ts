import { describe, expect, it } from "vitest";
import { InputError, readInputs } from "./inputs.ts";

const token = { "INPUT_GITHUB-TOKEN": "ghs_x" };

describe("inputs", () => {
  it("are the careful words where the runner gives none", () => {
    expect(readInputs(token)).toEqual({
      token: "ghs_x",
      mode: "report",
      intent: undefined,
      alignmentModel: undefined,
      outputDir: undefined,
      sweep: false,
      sarif: false,
      failOnError: false,
    });
  });

  it("are read without the white space around them", () => {
    const env = {
      ...token,
      INPUT_MODE: " enforce\n",
      INPUT_INTENT: " ABC-1 ",
      "INPUT_OUTPUT-DIR": "out",
      INPUT_SWEEP: "true",
    };
    expect(readInputs(env)).toMatchObject({ mode: "enforce", intent: "ABC-1", outputDir: "out", sweep: true });
  });

  it.each([
    ["mode", "INPUT_MODE", ["Enforce", "enforced", "off", "", "true"]],
    ["sweep", "INPUT_SWEEP", ["True", "TRUE", "yes", "1", "", "false,"]],
    ["sarif", "INPUT_SARIF", ["False", "no", "0", ""]],
    ["fail-on-error", "INPUT_FAIL-ON-ERROR", ["on", "null", ""]],
    ["github-token", "INPUT_GITHUB-TOKEN", ["", "  "]],
  ])("%s is refused by name when it is no word it takes, and its value is not repeated", (name, variable, values) => {
    for (const value of values) {
      let error: unknown;
      try {
        readInputs({ ...token, [variable]: value });
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(InputError);
      expect((error as Error).message).toContain(name);
      if (value.length > 4) expect((error as Error).message).not.toContain(value);
    }
  });
});
