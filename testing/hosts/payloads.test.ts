/** @module Every payload of the suites, through the hook that hosts run: one file for each event, host and version. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type HookCase, runHookCase, scoreHookCase } from "../../eval/hook-cases.ts";
import { type HostName, hostNames } from "../../packages/hosts/src/event.ts";
import { isTested } from "../../packages/hosts/src/versions.ts";

const root = join(import.meta.dirname, "../../packages/hosts/test/payloads");

function namesIn(...parts: readonly string[]): string[] {
  return readdirSync(join(root, ...parts)).toSorted();
}

function casesOf(host: HostName, version: string): HookCase[] {
  return namesIn(host, version).map((file) => {
    const { event = "", name = "" } = /^(?<event>.+)\.(?<name>[a-z-]+)\.json$/.exec(file)?.groups ?? {};
    const {
      setup,
      stdin,
      expect: wanted,
    } = JSON.parse(readFileSync(join(root, host, version, file), "utf8")) as Pick<
      HookCase,
      "setup" | "stdin" | "expect"
    >;
    return { id: name, family: host, host, host_version: version, event, setup, stdin, expect: wanted };
  });
}

/** What no suite of a host that starts a process may lack; what an application hands over has no bytes and no end of a turn. */
const everywhere = "allow ask park deny failure deadline malformed mcp".split(" ");
const ofProcesses = [...everywhere, ..."bom subagent inert prompt pass block".split(" ")];
const inApplications: readonly HostName[] = ["ai-sdk", "agent-sdk", "permission-tool"];

it("every host has a suite, and nothing else has", () => {
  expect(namesIn()).toEqual([...hostNames].toSorted());
});

describe.each(hostNames.flatMap((host) => namesIn(host).map((version) => ({ host, version }))))(
  "$host $version",
  ({ host, version }) => {
    const cases = casesOf(host, version);

    it("is a version that the adapter is tested for, and has what every suite has", () => {
      expect(isTested(host, version)).toBe(true);
      const names = cases.map(({ id }) => id);
      expect(names).toEqual(expect.arrayContaining(inApplications.includes(host) ? everywhere : ofProcesses));
    });

    it.each(cases)("$event $id", async (one) => {
      const { output } = await runHookCase(one);
      expect((await scoreHookCase(one)).wrong).toEqual([]);
      // One JSON value or nothing, and nothing beside a refusal by exit.
      if (output.stdout !== "") expect(() => JSON.parse(output.stdout) as unknown).not.toThrow();
      if (output.exit !== 0) expect(output.stdout).toBe("");
    });
  },
);
