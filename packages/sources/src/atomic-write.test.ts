import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WriteError, writeFileAtomically } from "./atomic-write.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "warrant-write-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function failure(run: Promise<void>): Promise<WriteError> {
  try {
    await run;
  } catch (error) {
    if (error instanceof WriteError) return error;
    throw error;
  }
  throw new Error("it was expected to fail");
}

describe("writeFileAtomically", () => {
  it("writes a new file and leaves nothing else in the folder", async () => {
    await writeFileAtomically(join(folder, "warrant.yaml"), "intent: {}\n");
    expect(readFileSync(join(folder, "warrant.yaml"), "utf8")).toBe("intent: {}\n");
    expect(readdirSync(folder)).toEqual(["warrant.yaml"]);
  });

  it("replaces an old file, longer or shorter, whole", async () => {
    writeFileSync(join(folder, "a"), "a much longer old text");
    await writeFileAtomically(join(folder, "a"), new Uint8Array([110, 101, 119]));
    expect(readFileSync(join(folder, "a"), "utf8")).toBe("new");
  });

  it.each([0o600, 0o644, 0o777])("gives the file the mode that is said: %o", async (mode) => {
    await writeFileAtomically(join(folder, "a"), "x", { open, rename, rm }, mode);
    expect(statSync(join(folder, "a")).mode & 0o777).toBe(mode);
  });

  it("says that the folder does not exist", async () => {
    const error = await failure(writeFileAtomically(join(folder, "no", "file"), "x"));
    expect(error.path).toBe(join(folder, "no", "file"));
    expect(error.message).toContain("the folder does not exist (ENOENT). Nothing was changed.");
  });

  it("says that the name is a folder and removes its temporary file", async () => {
    mkdirSync(join(folder, "warrant.yaml"));
    const error = await failure(writeFileAtomically(join(folder, "warrant.yaml"), "x"));
    expect(error.message).toContain("it is a folder (EISDIR)");
    expect(readdirSync(folder)).toEqual(["warrant.yaml"]);
  });

  it("says that a folder is no folder", async () => {
    writeFileSync(join(folder, "file"), "");
    const error = await failure(writeFileAtomically(join(folder, "file", "warrant.yaml"), "x"));
    expect(error.message).toContain("a part of the path is not a folder (ENOTDIR)");
  });

  it.each([
    ["ENOSPC", "the disk is full (ENOSPC)"],
    ["EDQUOT", "the disk quota is used up (EDQUOT)"],
    ["EIO", "input/output error (EIO)"],
  ])("keeps the old file and nothing half-written when writing fails with %s", async (code, said) => {
    writeFileSync(join(folder, "out.json"), "old");
    const full = Object.assign(new Error("input/output error"), { code });
    const error = await failure(
      writeFileAtomically(join(folder, "out.json"), "new", {
        open: async (...parameters) => {
          const file = await open(...parameters);
          await file.write("ne");
          file.writeFile = () => Promise.reject(full);
          return file;
        },
        rename,
        rm,
      }),
    );
    expect(error.message).toContain(said);
    expect(error.cause).toBe(full);
    expect(readFileSync(join(folder, "out.json"), "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["out.json"]);
  });

  it("reports a folder that may not be written to", async () => {
    const denied = Object.assign(new Error("no"), { code: "EACCES" });
    const error = await failure(
      writeFileAtomically(join(folder, "x"), "x", { open: () => Promise.reject(denied), rename, rm }),
    );
    expect(error.message).toContain(`Could not write ${join(folder, "x")}: permission denied (EACCES).`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("still reports the first failure when the temporary file cannot be removed", async () => {
    const error = await failure(
      writeFileAtomically(join(folder, "x"), "x", {
        open,
        rename: () => Promise.reject(new Error("first")),
        rm: () => Promise.reject(new Error("second")),
      }),
    );
    expect(error.message).toContain("first. Nothing was changed.");
  });

  it("leaves the old file when the process may not write as much (a real limit of the system)", () => {
    writeFileSync(join(folder, "out"), "old");
    const script = `
      import { writeFileAtomically } from ${JSON.stringify(join(import.meta.dirname, "atomic-write.ts"))};
      process.on("SIGXFSZ", () => undefined);
      await writeFileAtomically(${JSON.stringify(join(folder, "out"))}, "x".repeat(4_000_000)).catch((error) => {
        console.log(error.message);
      });`;
    const said = execFileSync(
      "bash",
      ["-c", 'ulimit -f 1000; exec "$0" --input-type=module -e "$1"', process.execPath, script],
      { encoding: "utf8" },
    );
    expect(said).toContain("the file would be larger than allowed (EFBIG)");
    expect(readFileSync(join(folder, "out"), "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["out"]);
  });
});
