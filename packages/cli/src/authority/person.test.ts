import { describe, expect, it } from "vitest";
import { testIo } from "../../../../testing/io.ts";
import { ExitError } from "../exit.ts";
import { actorOf, agentVariable, requirePerson } from "./person.ts";

describe("who runs a command", () => {
  it("is the account of somebody at a terminal", () => {
    const { io } = testIo({ stdinIsTTY: true, user: "heron" });
    expect(requirePerson("grant", io)).toEqual({ kind: "person", id: "heron" });
    expect(actorOf(io)).toEqual({ kind: "person", id: "heron" });
  });

  it.each(["CLAUDECODE", "CODEX_SANDBOX", "CURSOR_AGENT", "GEMINI_CLI", "WARRANT_SESSION"])(
    "is an agent where %s is set, at a terminal too",
    (name) => {
      const { io } = testIo({ stdinIsTTY: true, env: { [name]: "0" } });
      expect(() => requirePerson("grant", io)).toThrow(ExitError);
      expect(() => requirePerson("grant", io)).toThrow(/only a person can grant, and .* \[authority\.not-human\]$/);
      expect(actorOf(io).kind).toBe("agent");
    },
  );

  it("is an agent where a process above shows one, whatever became of the environment since", () => {
    const { io } = testIo({ stdinIsTTY: true });
    const above = { ...io, environmentsAbove: () => [{ PATH: "/bin" }, { CLAUDECODE: "1" }] };
    expect(() => requirePerson("answer", above)).toThrow(/only a person can answer, and CLAUDECODE shows an agent/);
    expect(actorOf(above).kind).toBe("agent");
    expect(actorOf({ ...io, environmentsAbove: () => [{ CLAUDECODE: "" }] }).kind).toBe("person");
  });

  it("is no person in a pipe, and no agent either", () => {
    const { io } = testIo({ stdinIsTTY: false });
    expect(() => requirePerson("answer", io)).toThrow(/standard input is no terminal/);
    expect(actorOf(io).kind).toBe("system");
  });

  it("takes an empty variable for none", () => {
    expect(agentVariable(testIo({ env: { CLAUDECODE: "" } }).io)).toBeUndefined();
  });
});
