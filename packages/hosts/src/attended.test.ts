import { expect, it } from "vitest";
import { gatePort, testPolicy } from "../../../testing/gate-port.ts";
import { attended, portWith } from "./attended.ts";
import type { GatePort } from "./port.ts";

/** A port as a class, whose state nobody else reaches. */
class OwnPort {
  #calls = 0;
  readonly #inner = gatePort().port;

  now(): number {
    this.#calls += 1;
    return this.#calls;
  }

  hostFacts(...args: Parameters<GatePort["hostFacts"]>): ReturnType<GatePort["hostFacts"]> {
    return this.#inner.hostFacts(...args);
  }

  policy(...args: Parameters<GatePort["policy"]>): ReturnType<GatePort["policy"]> {
    return this.#inner.policy(...args);
  }
}

const port = () => new OwnPort() as unknown as GatePort;

it("a port that is an object of a class keeps its state and its parts", async () => {
  const own = attended(port(), "unattended");
  expect([own.now(), own.now()]).toEqual([1, 2]);
  expect(await own.policy(null, "")).toMatchObject({ mode: "enforce" });
});

it("the application says whether somebody is there, and nothing else of the host", () => {
  const facts = port().hostFacts("ai-sdk", null);
  expect(attended(port(), "unattended").hostFacts("ai-sdk", null)).toEqual({ ...facts, is_headless: true });
  expect(attended(port(), "interactive").hostFacts("ai-sdk", null)).toEqual({ ...facts, is_headless: false });
});

it("what is replaced is replaced", async () => {
  const policy = { ...testPolicy, mode: "report" as const };
  const own = portWith(port(), { policy: () => Promise.resolve(policy) });
  expect(await own.policy(null, "")).toBe(policy);
});
