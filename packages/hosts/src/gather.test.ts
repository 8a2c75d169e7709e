import { lstatSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PathAnswer, Place } from "@warrant/kernel/action/place";
import { describe, expect, it } from "vitest";
import { testPlace } from "../../../testing/gate-port.ts";
import { temporaryFolder } from "../../../testing/git-repository.ts";
import { gather } from "./gather.ts";

function lookAt(path: string): PathAnswer {
  const seen = lstatSync(path, { throwIfNoEntry: false });
  if (seen === undefined) return { type: "missing" };
  if (seen.isSymbolicLink()) return { type: "link", link_target: readlinkSync(path) };
  return seen.isDirectory() ? { type: "dir" } : { type: "file", nlink: seen.nlink, dev: seen.dev, ino: seen.ino };
}

const place: Place = { ...testPlace, cwd: "/home/dev/app" };
const call = (tool: string, input: object) => ({
  id: "c",
  tool,
  input: input as Readonly<Record<string, unknown>>,
  siblings: null,
});

function looks(
  command: string,
  change: Partial<Place> = {},
  look: (path: string) => PathAnswer = () => ({ type: "dir" }),
) {
  const asked: string[] = [];
  const facts = gather(call("Bash", { command }), { ...place, control_paths: [], ...change }, [], (path) => {
    asked.push(path);
    return look(path);
  });
  return { asked, facts };
}

describe("what is looked at", () => {
  it("is each part of each path once", () => {
    const { asked } = looks("cat src/a.ts src/b.ts; rm src/a.ts");
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    expect(asked).toContain("/home/dev/app/src");
    expect(asked).toContain("/home/dev/app/src/a.ts");
    expect(asked).toContain("/home/dev/app/src/b.ts");
  });

  it("ends where nothing is", () => {
    const { asked } = looks("cat /srv/x/y/z", {}, (path) => ({ type: path === "/srv/x" ? "missing" : "dir" }));
    expect(asked).toContain("/srv/x");
    expect(asked).not.toContain("/srv/x/y");
  });

  it("ends where links go in a circle", () => {
    const { asked, facts } = looks("cat /srv/a", {}, (path) =>
      path === "/srv/a"
        ? { type: "link", link_target: "b" }
        : path === "/srv/b"
          ? { type: "link", link_target: "a" }
          : { type: "dir" },
    );
    expect(asked.filter((path) => path === "/srv/a")).toHaveLength(1);
    expect(facts.complete).toBe(false);
  });

  it("is bounded, and what is beyond is unknown", () => {
    const paths = Array.from({ length: 200 }, (_, index) => `/srv/${"d/".repeat(40)}${index}`);
    const { asked } = looks(`cat ${paths.join(" ")}`.slice(0, 9000));
    expect(asked.length).toBeLessThanOrEqual(4096);
    expect(looks("cat /a/b").facts.answers.has("/a/c")).toBe(false);
  });

  it("is what the gate itself keeps, so that a second name of it is known", () => {
    const { facts } = looks("ls", { control_paths: ["/home/dev/.config/warrant"] });
    expect(facts.answers.has("/home/dev/.config/warrant")).toBe(true);
  });

  it("is the encoded reading of a path too", () => {
    const asked: string[] = [];
    gather(call("Read", { file_path: "/home/dev/app/%2e%2e/x" }), place, [], (path) => {
      asked.push(path);
      return { type: "dir" };
    });
    expect(asked).toContain("/home/dev/app/%2e%2e");
    expect(asked).toContain("/home/dev/x");
  });

  it("bears the drives of Windows as the system names them", () => {
    const windows: Place = {
      ...place,
      os: "win32",
      cwd: "C:\\app",
      home: "C:\\Users\\dev",
      roots: [{ path: "C:\\app" }],
      scratch: [],
      control_paths: [],
    };
    const asked: string[] = [];
    const { answers } = gather(call("Write", { file_path: "C:\\app\\a.ts" }), windows, [], (path) => {
      asked.push(path);
      return { type: "dir" };
    });
    expect(asked).toEqual(["C:/", "C:/app", "C:/app/a.ts"]);
    expect([...answers.keys()]).toEqual(asked);
  });
});

describe("on a real file system", () => {
  it("follows links to where they lead (CopilotKit/OpenBot#100)", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "app/src"), { recursive: true });
    mkdirSync(join(folder, "secret"));
    writeFileSync(join(folder, "secret/key"), "k");
    symlinkSync("../secret", join(folder, "app/link"));
    const { answers } = gather(
      call("Read", { file_path: join(folder, "app/link/key") }),
      { ...place, cwd: join(folder, "app"), roots: [{ path: join(folder, "app") }], control_paths: [] },
      [],
      lookAt,
    );
    expect(answers.get(join(folder, "app/link"))).toEqual({ type: "link", link_target: "../secret" });
    expect(answers.get(join(folder, "secret/key"))).toMatchObject({ type: "file", nlink: 1 });
  });
});
