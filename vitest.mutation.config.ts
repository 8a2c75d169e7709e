import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** Only the kernel's tests decide whether a mutant of a decision file lives. */
export default mergeConfig(base, defineConfig({ test: { include: ["packages/kernel/src/**/*.test.ts"] } }));
