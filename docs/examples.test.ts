/**
 * @module Every example of the documentation is run: a `console` block holds commands after `$ ` and what they print.
 *
 * Run the test with WARRANT_UPDATE_DOCS=1 to write what the commands print now into the pages, then read the difference.
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../packages/cli/src/main.ts";
import { exampleGate } from "../testing/example-gate.ts";
import { type ExampleGithub, exampleGithub } from "../testing/example-github.ts";
import { documentedLedger, type ExampleLedger } from "../testing/example-ledger.ts";
import { exampleRepository } from "../testing/example-repository.ts";
import { recordExampleSession } from "../testing/example-session.ts";
import { type TestRepository, temporaryFolder } from "../testing/git-repository.ts";
import { testIo } from "../testing/io.ts";

const root = join(import.meta.dirname, "..");
const isUpdating = process.env["WARRANT_UPDATE_DOCS"] === "1";

function pagesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return pagesBelow(path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

interface Example {
  readonly command: string;
  readonly expected: string;
}

const block = /^```console\n(?<examples>(?:.*\n)*?)```$/gm;

function examplesOf(text: string): Example[] {
  const lines = text.split("\n");
  const examples: { command: string; expected: string[] }[] = [];
  for (const line of lines.slice(0, -1)) {
    if (line.startsWith("$ ")) examples.push({ command: line.slice(2), expected: [] });
    else examples.at(-1)?.expected.push(line);
  }
  return examples.map(({ command, expected }) => ({ command, expected: expected.join("\n") }));
}

/** Words of a command line; single and double quotes group, nothing is expanded. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<plain>\S+)/g)].map(
    (match) => match.groups?.["double"] ?? match.groups?.["single"] ?? match.groups?.["plain"] ?? "",
  );
}

/** Whether a page's commands ask the platform. */
const asksPlatform = /^\$ .*warrant (?:sweep|doctor|session bind|(?:check|facts)) acme\/shop/m;

/** Whether a page's commands look into the ledger. */
const asksLedger =
  /^\$ .*warrant (?:grant|revoke|commitments|inbox|answer|tick|ledger|session|explain --session|trace|run|receipt) /m;

/** Whether a page's commands look into a person's home folder. */
const asksHome = /^\$ .*warrant (?:act|hooks|hook|daemon) /m;

/** What the commands of one page have around them. */
interface Surroundings {
  readonly env: Readonly<Record<string, string>>;
  readonly ledger: ExampleLedger | undefined;
  /** A home folder without anything in it. */
  readonly home: string | undefined;
}

/** Runs `warrant …`, or several joined by a pipe, and gives what a person would see with the exit code when it is not 0. */
async function show(command: string, folder: string, { env, ledger, home }: Surroundings): Promise<string> {
  let input = "";
  let shown = "";
  let code = 0;
  for (const part of command.split(" | ")) {
    const [name, ...args] = wordsOf(part);
    if (name !== "warrant") throw new Error(`only warrant is run, not: ${command}`);
    const remembered = ledger === undefined ? {} : { newId: ledger.newId, stdinIsTTY: true };
    const { io, stdout, stderr } = testIo({
      cwd: folder,
      env: { ...env, ...ledger?.env, ...(home === undefined ? {} : { HOME: home, PATH: "/usr/bin:/bin" }) },
      stdin: input,
      columns: 100,
      ...remembered,
    });
    code = await run(args, io);
    input = stdout();
    shown = stderr() + stdout();
  }
  const placed = shown.replaceAll(folder, "/home/maria/shop");
  const lines = (home === undefined ? placed : placed.replaceAll(home, "/home/maria")).trimEnd();
  return code === 0 ? lines : `${lines}${lines === "" ? "" : "\n"}(exit code ${code})`;
}

const pages = [join(root, "README.md"), ...pagesBelow(join(root, "docs"))]
  .map((path) => ({ path, name: relative(root, path), text: readFileSync(path, "utf8") }))
  .filter(({ text }) => text.includes("```console"));

it("the pull request of the README is that of the shop", async () => {
  const shown = join(root, "examples/pull-request.json");
  const made = readFileSync((await exampleRepository()).path("pull-request.json"), "utf8");
  if (isUpdating) writeFileSync(shown, made);
  expect(readFileSync(shown, "utf8")).toBe(made);
});

it("there are pages with examples", () => {
  expect(pages.map(({ name }) => name)).toContain("docs/commands/check.md");
});

describe.each(pages)("the examples of $name print what they say", ({ path, name, text }) => {
  let shop: TestRepository;
  let platform: ExampleGithub | undefined;
  let ledger: ExampleLedger | undefined;
  let home: string | undefined;
  beforeAll(async () => {
    shop = await exampleRepository();
    const open = name === "docs/commands/doctor.md" ? exampleGate : exampleGithub;
    if (asksPlatform.test(text)) platform = await open(shop);
    if (asksLedger.test(text)) ledger = await documentedLedger();
    if (ledger !== undefined && name === "docs/commands/trace.md") {
      const opened = await ledger.open();
      await recordExampleSession(opened);
      await opened.close();
    }
    if (asksHome.test(text)) home = temporaryFolder("file");
  });
  afterAll(async () => {
    await platform?.github.close();
    await ledger?.[Symbol.asyncDispose]();
  });

  it("one after another, in one fresh shop, or for the README in this repository", async () => {
    const folder = name === "README.md" ? root : shop.folder;
    const printed: string[] = [];
    const told: string[] = [];
    let updated = "";
    let end = 0;
    for (const found of text.matchAll(block)) {
      const shownBlock: string[] = [];
      for (const example of examplesOf(found.groups?.["examples"] ?? "")) {
        const shown = await show(example.command, folder, { env: platform?.env ?? {}, ledger, home });
        printed.push(`$ ${example.command}\n${shown}`);
        told.push(`$ ${example.command}\n${isUpdating ? shown : example.expected}`);
        shownBlock.push(`$ ${example.command}\n${shown}${shown === "" ? "" : "\n"}`);
      }
      updated += `${text.slice(end, found.index)}\`\`\`console\n${shownBlock.join("")}\`\`\``;
      end = found.index + found[0].length;
    }
    expect(printed).toEqual(told);
    if (isUpdating) writeFileSync(path, updated + text.slice(end));
  });
});
