/** @module `warrant receipt`: binds a commit to the session that made it, and says what such a receipt proves. */

import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { sessionReceipt } from "@warrant/kernel/claim/session-receipt";
import { outside } from "@warrant/kernel/render/outside";
import type { WarrantLedger } from "@warrant/ledger";
import { writeFileAtomically } from "@warrant/sources/atomic-write";
import { GitError } from "@warrant/sources/git/error";
import { addReceiptLine } from "@warrant/sources/git/receipts";
import { openRepository, type Repository } from "@warrant/sources/git/repository";
import { resolveCommit } from "@warrant/sources/git/revision";
import { Command } from "commander";
import { withLedger } from "../authority/ledger.ts";
import { loadClaim } from "../claim-settings.ts";
import { ExitError, exitCodes } from "../exit.ts";
import { type FormatOptions, print, withFormat } from "../format.ts";
import type { Io } from "../io.ts";
import { readPublicKeys, writtenReceipt } from "../receipts/envelope.ts";
import { commitOf, findReceipts, type ReceiptCommit, receiptFolder } from "../receipts/find-receipts.ts";
import { type ReceiptStanding, receiptsText } from "../receipts/receipts-text.ts";
import { sessionTrace } from "../receipts/session-trace.ts";
import { version } from "../version.ts";

interface WriteOptions {
  readonly session?: string;
  readonly sign?: string;
  readonly trailer?: boolean;
}

interface CheckOptions extends FormatOptions {
  readonly key?: readonly string[];
  readonly receipts?: string;
}

async function withRepository<Result>(io: Io, use: (repository: Repository) => Promise<Result>): Promise<Result> {
  try {
    const repository = await openRepository({ cwd: io.cwd, signal: io.signal });
    try {
      return await use(repository);
    } finally {
      await repository.close();
    }
  } catch (error) {
    if (error instanceof GitError) throw new ExitError(error.exitCode, error.message, { cause: error });
    throw error;
  }
}

/** A receipt is of the commit's tree: files that differ from it would be said to have been there. */
async function refuseOtherTree(repository: Repository, { sha }: ReceiptCommit): Promise<void> {
  const { status, stdout } = await repository.runInTree(["diff", "--name-only", "-z", sha, "--"], {
    purpose: "comparing the working tree with the commit",
  });
  const [first] = stdout.toString("utf8").split("\0");
  if (status === 0 && (first === undefined || first === "")) return;
  throw new ExitError(
    exitCodes.usage,
    `${outside(first ?? "the working tree", 200)} differs from ${sha.slice(0, 12)}. Commit or put back what you changed, then write the receipt.`,
  );
}

/** The newest session whose calls were recorded. */
async function newestSession(ledger: WarrantLedger): Promise<string> {
  const { agentSessions } = await import("../agent-sessions.ts");
  const [newest] = await agentSessions(ledger);
  if (newest !== undefined) return newest.session;
  throw new ExitError(
    exitCodes.usage,
    "no session was recorded yet. Connect a host: warrant hooks install claude-code",
  );
}

async function write(revision: string, options: WriteOptions, io: Io): Promise<void> {
  await withRepository(io, async (repository) => {
    const commit = await commitOf(repository, revision);
    await refuseOtherTree(repository, commit);
    const { session, trace } = await withLedger(io, async ({ ledger }) => {
      const id = options.session ?? (await newestSession(ledger));
      return { session: id, trace: await sessionTrace(ledger, id) };
    });
    if (trace === null)
      throw new ExitError(exitCodes.usage, `no call of the session ${outside(session, 200)} was recorded.`);
    const isTrailer = options.trailer === true;
    const subject = { commit: isTrailer ? null : commit.sha, tree: commit.tree, parent: commit.parent };
    const { settings } = await loadClaim(io);
    const receipt = sessionReceipt(trace, subject, { created_at: io.timestamp(), warrant: version }, settings);
    const { line, digest } = writtenReceipt(
      receipt,
      options.sign === undefined ? undefined : resolve(io.cwd, options.sign),
    );
    if (isTrailer) {
      const folder = receiptFolder(io);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFileAtomically(join(folder, `${digest.replace(":", "-")}.json`), `${line}\n`, undefined, 0o600);
      io.stdout.write(`Warrant-Receipt: ${digest}\n`);
    } else {
      const user = io.user();
      await addReceiptLine(
        commit.sha,
        line,
        { name: user, email: `${user}@localhost` },
        { cwd: io.cwd, signal: io.signal },
      );
      const { calls, complete } = receipt.predicate.trace;
      io.stdout.write(
        `wrote the receipt of session ${outside(session, 200)} on ${commit.sha.slice(0, 12)}: ${calls} calls${complete ? "" : ", not all of them recorded"}\n` +
          "It is a note: push it with `git push origin refs/notes/warrant`\n",
      );
    }
    await io.stdout.drained();
  });
}

async function standings(
  repository: Repository,
  commits: readonly ReceiptCommit[],
  tree: string,
  options: CheckOptions,
  io: Io,
): Promise<ReceiptStanding[]> {
  const keys = readPublicKeys((options.key ?? []).map((file) => resolve(io.cwd, file)));
  const folders = options.receipts === undefined ? [] : [resolve(io.cwd, options.receipts)];
  const found = await findReceipts(repository, commits, { tree, keys, folders }, io);
  return found.map(({ trace: _trace, ...standing }) => standing);
}

async function show(revision: string, options: CheckOptions, io: Io): Promise<void> {
  await withRepository(io, async (repository) => {
    const commit = await commitOf(repository, revision);
    const found = await standings(repository, [commit], commit.tree, options, io);
    const document = { schema: "warrant.receipts/v1", commit: commit.sha, receipts: found };
    await print(document, (colours) => receiptsText(found, colours), options, io);
  });
}

/** Every commit of a range, the head first; one commit where no range is given. */
async function commitsOf(repository: Repository, range: string): Promise<ReceiptCommit[]> {
  const [from, to] = range.split("..");
  if (from === undefined || to === undefined) return [await commitOf(repository, range)];
  const head = await commitOf(repository, to === "" ? "HEAD" : to.replace(/^\./, ""));
  const base = await resolveCommit(repository, from === "" ? "HEAD" : from);
  const listed = await repository.run(["rev-list", "--max-count=500", head.sha, `^${base.sha}`], {
    purpose: "listing the commits of the range",
  });
  const shas = listed.stdout
    .toString("utf8")
    .split("\n")
    .filter((sha) => sha !== "" && sha !== head.sha);
  return [head, ...(await Promise.all(shas.map((sha) => commitOf(repository, sha))))];
}

async function check(range: string, options: CheckOptions, io: Io): Promise<void> {
  await withRepository(io, async (repository) => {
    const commits = await commitsOf(repository, range);
    const [head] = commits;
    const found = await standings(repository, commits, head?.tree ?? "", options, io);
    const isProven = found.some(({ fit, trust }) => fit === "fresh" && (trust === "recomputed" || trust === "signed"));
    const document = { schema: "warrant.receipts/v1", commit: head?.sha ?? "", is_proven: isProven, receipts: found };
    await print(document, (colours) => receiptsText(found, colours), options, io);
    if (!isProven) throw new ExitError(exitCodes.incomplete);
  });
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** The command `receipt`. */
export function receiptCommand(io: Io): Command {
  const receipt = new Command("receipt").description("bind a commit to the session that made it");
  receipt
    .command("write")
    .description("write down on a commit what a session ran, with the digest of its trace")
    .argument("[commit]", "the commit", "HEAD")
    .option("--session <id>", "the session (default: the newest)")
    .option("--sign <key>", "sign it with this private key in PEM form")
    .option("--trailer", "print a trailer for the commit's message instead of writing a note")
    .action((commit: string, options: WriteOptions) => write(commit, options, io));
  const withKeys = (command: Command): Command =>
    withFormat(command)
      .option("--key <file>", "a public key in PEM form whose signature counts; may be given again", collect)
      .option("--receipts <folder>", "where receipts that trailers name are kept");
  withKeys(receipt.command("show"))
    .description("show the receipts of a commit")
    .argument("[commit]", "the commit", "HEAD")
    .action((commit: string, options: CheckOptions) => show(commit, options, io));
  withKeys(receipt.command("check"))
    .description("say whether a receipt of these commits is of the tree at their head, and what it is worth")
    .argument("[range]", "a commit, or FROM..TO", "HEAD")
    .addHelpText("after", "\nExit codes: 0 a receipt of this tree that can be proven; 4 none; 2 usage.")
    .action((range: string, options: CheckOptions) => check(range, options, io));
  return receipt;
}
