import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** The tests that decide about the file that is mutated now, as `scripts/mutate.ts` names them; without it, the kernel's. */
const tests = process.env["WARRANT_MUTATION_TESTS"]?.split(",") ?? ["packages/kernel/src/**/*.test.ts"];

export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  defineConfig({ test: { include: tests, setupFiles: ["testing/mutation-setup.ts"] } }),
);
