import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["warrant-source"] },
  ssr: { resolve: { conditions: ["warrant-source"], externalConditions: ["warrant-source"] } },
  test: {
    include: [
      "packages/*/src/**/*.test.ts",
      "testing/**/*.test.ts",
      "scripts/**/*.test.ts",
      "eval/**/*.test.ts",
      "bench/**/*.test.ts",
      "docs/**/*.test.ts",
    ],
    // The default leaves one core for watching, which nobody does here.
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      exclude: ["**/*.test.ts"],
      reporter: ["text-summary", "json-summary"],
    },
  },
});
