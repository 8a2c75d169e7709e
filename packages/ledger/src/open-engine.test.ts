import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { LedgerError } from "./ledger-error.ts";
import { explainLoading, openEngine, refuseOldNode } from "./open-engine.ts";

describe("where the ledger cannot run", () => {
  it.each([["20.20.2"], ["22.11.9"], ["22"], ["18.0.0"], ["next"], [""]])(
    "Node %j is refused in one sentence",
    (node) => {
      expect(() => refuseOldNode(node)).toThrow(
        new LedgerError(
          "io",
          `Could not open the ledger: this is Node ${node}, and it needs Node 22.12 or newer. Install a current Node.`,
        ),
      );
    },
  );

  it.each([["22.12.0"], ["22.12.0-nightly"], ["23.0.0"], ["24.22.3"]])("Node %j is not", (node) => {
    expect(() => refuseOldNode(node)).not.toThrow();
  });

  /** Opens a ledger in a process in which a module is as a resolver says. */
  function openWithout(resolver: string): string {
    const script = `
      import { registerHooks } from "node:module";
      registerHooks({ ${resolver} });
      const { openEngine } = await import("@warrant/ledger/open-engine");
      await openEngine({ engine: "sqlite", path: "/dev/null/x" }).catch((error) => console.log(error.code, error.message));
    `;
    const args = ["--conditions=warrant-source", "--no-warnings", "--input-type=module", "-e", script];
    return execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: "utf8" });
  }

  it("says how to get SQLite where the install left it out", () => {
    const missing = `resolve(name, context, next) {
      if (name !== "better-sqlite3") return next(name, context);
      throw Object.assign(new Error("Cannot find package 'better-sqlite3'"), { code: "ERR_MODULE_NOT_FOUND" });
    }`;
    expect(openWithout(missing)).toBe(
      "io Could not open the ledger: SQLite (better-sqlite3) is not installed. Its install may have looked for a compiler in vain: install again with --ignore-scripts, since its binary comes with it, or set `runtime.ledger.url` to a PostgreSQL server.\n",
    );
  });

  it.each([
    ["ERR_DLOPEN_FAILED", "libstdc++.so.6: cannot open shared object file"],
    ["MODULE_NOT_FOUND", "Cannot find module '/x/better_sqlite3.node'"],
  ])("says that there is no binary for the machine at %s", (code, message) => {
    const found = explainLoading(Object.assign(new Error(message), { code }));
    expect(found?.message).toBe(
      `Could not open the ledger: SQLite has no binary that runs here (${process.platform} ${process.arch}, Node ${process.versions.node}): ${message}. Build it on this machine (npm rebuild better-sqlite3), or set \`runtime.ledger.url\` to a PostgreSQL server.`,
    );
  });

  it("says the same to a program that was bundled as CommonJS", () => {
    const cause = Object.assign(new Error("Cannot find module 'better-sqlite3'\nRequire stack:"), {
      code: "MODULE_NOT_FOUND",
    });
    expect(explainLoading(cause)?.message).toContain("is not installed");
  });

  it("leaves any other failure as it is", () => {
    expect(explainLoading(new SyntaxError("x"))).toBeUndefined();
    expect(explainLoading("x")).toBeUndefined();
  });

  it("opens where all is there", async () => {
    const engine = await openEngine({ engine: "postgres", url: "postgres://nobody@127.0.0.1:1/none" });
    expect(engine.name).toBe("postgres");
    await engine.db.destroy();
  });
});
