/** @module What the fake platform knows of a repository's contents, read by real git from a real bare repository. */

import { execFile, execFileSync } from "node:child_process";
import { type DiffFile, readDiff } from "./git-diff.ts";
import { looseObject } from "./loose-object.ts";
import { readRefs } from "./refs.ts";

export interface TreeFile {
  /** Six octal digits, as git prints them: 100644, 100755, 120000, 160000, 040000. */
  readonly mode: string;
  readonly type: "blob" | "tree" | "commit";
  readonly oid: string;
  readonly size: number;
}

export interface Signer {
  readonly name: string;
  readonly email: string;
  readonly date: string;
}

export interface GitCommit {
  readonly oid: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signer;
  readonly committer: Signer;
  readonly message: string;
}

const commitFormat = "%H%x00%T%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%B%x00%x01";

/** Answers about commits and blobs are kept, since an id names its content for ever; branches are read again. */
export class GitFolder {
  readonly folder: string;
  #refs: ReadonlyMap<string, string> | undefined;
  /** Whole ids that were found once, and therefore stay. */
  readonly #known = new Set<string>();
  readonly #kept = new Map<string, Promise<unknown>>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Branches may have moved since: the next question reads them again. */
  forgetRefs(): void {
    this.#refs = undefined;
  }

  async run(args: readonly string[]): Promise<Buffer> {
    return await new Promise((done, failed) => {
      execFile(
        "git",
        [...args],
        { cwd: this.folder, env: gitEnvironment(), encoding: "buffer", maxBuffer: 1024 * 1024 * 1024 },
        (error, stdout, stderr) => {
          if (error === null) done(stdout);
          else failed(new Error(`git ${args.join(" ")}: ${stderr.toString("utf8") || error.message}`));
        },
      );
    });
  }

  refs(): ReadonlyMap<string, string> {
    this.#refs ??= readRefs(this.folder);
    return this.#refs;
  }

  /** The commit a branch points at now. */
  branch(name: string): string | undefined {
    return this.refs().get(`refs/heads/${name}`);
  }

  /** The object a branch, tag or (shortened) id names. */
  async resolve(revision: string): Promise<string | undefined> {
    const refs = this.refs();
    const named = refs.get(revision) ?? refs.get(`refs/heads/${revision}`) ?? refs.get(`refs/tags/${revision}`);
    if (named !== undefined) return named;
    if (this.#known.has(revision) || looseObject(this.folder, revision) !== undefined) return revision;
    const oid = await this.#peel(revision);
    if (oid === revision) this.#known.add(oid);
    return oid;
  }

  async #peel(revision: string): Promise<string | undefined> {
    if (revision === "" || revision.startsWith("-")) return undefined;
    try {
      // Without `^{object}` git takes any whole id for granted, whether there is such an object or not.
      const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{object}`];
      return (await this.run(args)).toString().trim();
    } catch {
      return undefined;
    }
  }

  /** The commit a revision names at this moment, for builders that must not wait. */
  resolveNow(revision: string): string {
    const oid = readRefs(this.folder).get(`refs/heads/${revision}`) ?? revision;
    if (looseObject(this.folder, oid)?.type === "commit") return oid;
    const args = ["rev-parse", "--verify", "--end-of-options", `${revision}^{commit}`];
    return execFileSync("git", args, {
      cwd: this.folder,
      env: gitEnvironment(),
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  }

  /** The tip of a branch at this moment; undefined when there is none. */
  branchNow(name: string): string | undefined {
    return readRefs(this.folder).get(`refs/heads/${name}`);
  }

  async typeOf(oid: string): Promise<string> {
    return await this.#keep(`type ${oid}`, async () => {
      return looseObject(this.folder, oid)?.type ?? (await this.run(["cat-file", "-t", oid])).toString().trim();
    });
  }

  async mergeBase(left: string, right: string): Promise<string> {
    return await this.#keep(`base ${left} ${right}`, async () =>
      (await this.run(["merge-base", left, right])).toString().trim(),
    );
  }

  /** Every path of a commit or tree, folders included. */
  async tree(id: string): Promise<ReadonlyMap<string, TreeFile>> {
    return await this.#keep(`tree ${id}`, async () => {
      const out = await this.run(["ls-tree", "-r", "-t", "-l", "-z", "--full-tree", id]);
      const entries = new Map<string, TreeFile>();
      for (const row of out.toString("utf8").split("\0")) {
        const [facts, path] = splitOnce(row, "\t");
        if (path === undefined) continue;
        const [mode = "", type = "", oid = "", size = ""] = facts.split(/ +/);
        entries.set(path, { mode, type: type as TreeFile["type"], oid, size: Number(size) || 0 });
      }
      return entries;
    });
  }

  async blob(oid: string): Promise<Buffer> {
    return await this.#keep(`blob ${oid}`, async () => {
      const found = looseObject(this.folder, oid);
      return found?.type === "blob" ? found.body : await this.run(["cat-file", "blob", oid]);
    });
  }

  async commit(oid: string): Promise<GitCommit> {
    return await this.#keep(`commit ${oid}`, async () => {
      const found = looseObject(this.folder, oid);
      const read = found?.type === "commit" ? readCommitObject(oid, found.body.toString("utf8")) : undefined;
      if (read !== undefined) return read;
      const [commit] = readCommits(await this.run(["log", "-1", `--format=${commitFormat}`, oid]));
      if (commit === undefined) throw new Error(`no commit ${oid}`);
      return commit;
    });
  }

  /** The commits a merge of `head` into `base` would bring, oldest first. */
  async commits(base: string, head: string): Promise<readonly GitCommit[]> {
    return await this.#keep(`commits ${base} ${head}`, async () =>
      readCommits(await this.run(["log", "--reverse", "--topo-order", `--format=${commitFormat}`, `${base}..${head}`])),
    );
  }

  async history(head: string, count: number): Promise<readonly GitCommit[]> {
    return readCommits(await this.run(["log", `-${count}`, `--format=${commitFormat}`, head]));
  }

  /** The files that differ between two commits, with the patches git prints. */
  async diff(from: string, to: string): Promise<readonly DiffFile[]> {
    return await this.#keep(`diff ${from} ${to}`, async () => await readDiff(this, from, to));
  }

  async #keep<Answer>(question: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#kept.get(question) as Promise<Answer> | undefined;
    if (known !== undefined) return await known;
    const answer = ask();
    this.#kept.set(question, answer);
    // A failure may be repaired by the next push; only answers are kept.
    answer.catch(() => this.#kept.delete(question));
    return await answer;
  }
}

function gitEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));
  return { ...inherited, LC_ALL: "C", GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)];
}

const plainCommit =
  /^tree (?<tree>[0-9a-f]{40})\n(?<parents>(?:parent [0-9a-f]{40}\n)*)author (?<author>.+)\ncommitter (?<committer>.+)\n\n(?<message>[^]*)$/;
const signature = /^(?<name>[^<>]+) <(?<email>[^<>]*)> (?<seconds>\d{1,10}) \+0000$/;

function readSigner(text: string | undefined): Signer | undefined {
  const found = signature.exec(text ?? "")?.groups;
  if (found === undefined) return undefined;
  const { name = "", email = "", seconds } = found;
  return { name, email, date: new Date(1000 * Number(seconds)).toISOString().replace(".000Z", "Z") };
}

/** A commit without further headers, written in UTC; of others git says what they hold. */
function readCommitObject(oid: string, text: string): GitCommit | undefined {
  const found = plainCommit.exec(text)?.groups;
  const author = readSigner(found?.["author"]);
  const committer = readSigner(found?.["committer"]);
  if (found === undefined || author === undefined || committer === undefined) return undefined;
  const { tree = "", parents = "", message = "" } = found;
  return {
    oid,
    tree,
    parents: parents.split(/parent |\n/).filter(Boolean),
    author,
    committer,
    message: message.replace(/\n+$/, ""),
  };
}

function readCommits(out: Buffer): GitCommit[] {
  const commits: GitCommit[] = [];
  for (const part of out.toString("utf8").split("\0\u0001")) {
    const fields = part.replace(/^\n/, "").split("\0");
    const [oid = "", tree = "", parents = "", an = "", ae = "", ad = "", cn = "", ce = "", cd = "", message = ""] =
      fields;
    if (oid === "") continue;
    commits.push({
      oid,
      tree,
      parents: parents.split(" ").filter(Boolean),
      author: { name: an, email: ae, date: ad },
      committer: { name: cn, email: ce, date: cd },
      // git ends every printed message with a line end of its own; the platform does not show it.
      message: message.replace(/\n+$/, ""),
    });
  }
  return commits;
}
