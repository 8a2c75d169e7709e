/** @module Commits, trees, files and the checks on commits, in the GraphQL graph. */

import { reading } from "./answers.ts";
import type { GitCommit, Signer, TreeFile } from "./git.ts";
import type { SuiteFilter } from "./graphql-checks.ts";
import { actorNode, allowed, connection, type Graph, type Node, type PageArguments } from "./graphql-graph.ts";
import type { FakeRepository } from "./repository.ts";
import { latestStatuses } from "./rest-checks.ts";
import { changeCommits } from "./rest-file-rows.ts";
import { nodeId } from "./rest-shapes.ts";
import { demand } from "./tokens.ts";

/** Text of a file past this many bytes is cut by the platform, and `isTruncated` says so. */
const shownBytes = 512 * 1024;

export async function gitObjectNode(graph: Graph, repository: FakeRepository, oid: string): Promise<Node | null> {
  const type = await repository.git.typeOf(oid);
  if (type === "commit") return commitNode(graph, repository, await repository.git.commit(oid));
  const common = objectFields(graph, repository, oid);
  if (type === "tree")
    return { __typename: "Tree", ...common, entries: async () => await entriesOf(graph, repository, oid) };
  if (type === "tag") return { __typename: "Tag", ...common, name: oid, message: null, target: null };
  return await blobNode(graph, repository, oid);
}

function objectFields(graph: Graph, repository: FakeRepository, oid: string): Node {
  return {
    id: nodeId("GitObject", oid),
    oid,
    abbreviatedOid: oid.slice(0, 7),
    commitUrl: `${repository.htmlUrl}/commit/${oid}`,
    repository: () => graph.show.repository(graph, repository),
  };
}

async function blobNode(graph: Graph, repository: FakeRepository, oid: string): Promise<Node> {
  allowed(() => demand(graph.viewer, repository, reading.contents));
  const bytes = await repository.git.blob(oid);
  const isBinary = bytes.subarray(0, 8000).includes(0);
  return {
    __typename: "Blob",
    ...objectFields(graph, repository, oid),
    byteSize: bytes.length,
    isBinary,
    isTruncated: bytes.length > shownBytes,
    text: isBinary ? null : bytes.subarray(0, shownBytes).toString("utf8"),
  };
}

async function entriesOf(graph: Graph, repository: FakeRepository, oid: string): Promise<Node[]> {
  const entries = [...(await repository.git.tree(oid))].filter(([path]) => !path.includes("/"));
  return entries.map(([path, entry]) => treeEntryNode(graph, repository, path, entry));
}

function treeEntryNode(graph: Graph, repository: FakeRepository, path: string, entry: TreeFile): Node {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return {
    __typename: "TreeEntry",
    name,
    nameRaw: Buffer.from(name).toString("base64"),
    path,
    pathRaw: Buffer.from(path).toString("base64"),
    // A number, as the platform gives it: 33188 is git's 100644.
    mode: Number.parseInt(entry.mode, 8),
    type: entry.type,
    oid: entry.oid,
    size: entry.size,
    extension: name.includes(".") ? name.slice(name.lastIndexOf(".")) : "",
    isGenerated: false,
    lineCount: null,
    submodule:
      entry.type === "commit" ? { name: path, path, gitUrl: "", branch: null, subprojectCommitOid: entry.oid } : null,
    repository: () => graph.show.repository(graph, repository),
    object: async () => (entry.type === "commit" ? null : await gitObjectNode(graph, repository, entry.oid)),
  };
}

function signerNode(graph: Graph, signer: Signer): Node {
  return {
    __typename: "GitActor",
    name: signer.name,
    email: signer.email,
    date: signer.date,
    user() {
      const account = graph.world.accounts.byEmail(signer.email);
      // Typed as a person, yet bots are shown too, then with the login REST gives them.
      const node = actorNode(graph.world, account);
      return node === null ? null : { ...node, login: account?.login };
    },
  };
}

/** The git author and everybody a co-author trailer names, in that order. */
function authorsOf(commit: GitCommit): Signer[] {
  const trailers = commit.message.matchAll(/^co-authored-by: (?<name>[^<\n]*)<(?<email>[^>\n]*)>[ \t]*$/gim);
  const others = [...trailers].map(({ groups }) => ({
    name: (groups?.["name"] ?? "").trim(),
    email: groups?.["email"] ?? "",
    date: commit.author.date,
  }));
  return [commit.author, ...others];
}

export function commitNode(graph: Graph, repository: FakeRepository, commit: GitCommit): Node {
  const { git } = repository;
  const [headline = "", ...rest] = commit.message.split("\n");
  const url = `${repository.htmlUrl}/commit/${commit.oid}`;
  return {
    __typename: "Commit",
    ...objectFields(graph, repository, commit.oid),
    message: commit.message,
    messageHeadline: headline,
    messageBody: rest.join("\n").trim(),
    committedDate: commit.committer.date,
    authoredDate: commit.author.date,
    author: signerNode(graph, commit.author),
    committer: signerNode(graph, commit.committer),
    authors: (args: PageArguments) => connection(authorsOf(commit), args, (signer) => signerNode(graph, signer)),
    authoredByCommitter: commit.author.email === commit.committer.email,
    committedViaWeb: commit.committer.email === "noreply@github.com",
    url,
    resourcePath: `/${repository.fullName}/commit/${commit.oid}`,
    async parents(args: PageArguments) {
      const parents = await Promise.all(commit.parents.map(async (oid) => await git.commit(oid)));
      return connection(parents, args, (parent) => commitNode(graph, repository, parent));
    },
    tree: async () => await gitObjectNode(graph, repository, commit.tree),
    async file({ path }: { path: string }) {
      allowed(() => demand(graph.viewer, repository, reading.contents));
      const entry = (await git.tree(commit.oid)).get(path);
      return entry === undefined ? null : treeEntryNode(graph, repository, path, entry);
    },
    async history(args: PageArguments) {
      return connection(await git.history(commit.oid, 1000), args, (one) => commitNode(graph, repository, one));
    },
    signature: repository.verifiedCommits.has(commit.oid) ? validSignature(commit) : null,
    statusCheckRollup: () => graph.show.rollup(graph, repository, commit.oid),
    status() {
      const statuses = latestStatuses(repository, commit.oid);
      return statuses.length === 0 ? null : { id: nodeId("Status", commit.oid), state: "PENDING", contexts: [] };
    },
    checkSuites: (args: PageArguments & { filterBy?: SuiteFilter | null }) =>
      connection(graph.show.suites(graph, repository, commit.oid, args.filterBy ?? {}), args, (suite) => suite),
    ...counts(repository, commit),
    async associatedPullRequests(args: PageArguments) {
      const found = [];
      for (const change of repository.pullRequests()) {
        if ((await changeCommits(change)).some((one) => one.oid === commit.oid)) found.push(change);
      }
      return connection(found, args, (change) => graph.show.pullRequest(graph, change));
    },
  };
}

function validSignature(commit: GitCommit): Node {
  return {
    __typename: "GpgSignature",
    email: commit.committer.email,
    isValid: true,
    state: "VALID",
    payload: "",
    signature: "",
    signer: null,
    keyId: "FAKE",
    wasSignedByGitHub: commit.committer.email === "noreply@github.com",
    verifiedAt: commit.committer.date,
  };
}

function counts(repository: FakeRepository, commit: GitCommit): Node {
  async function files() {
    const [parent] = commit.parents;
    return parent === undefined ? [] : await repository.git.diff(parent, commit.oid);
  }
  return {
    additions: async () => (await files()).reduce((sum, file) => sum + file.additions, 0),
    deletions: async () => (await files()).reduce((sum, file) => sum + file.deletions, 0),
    changedFilesIfAvailable: async () => (await files()).length,
  };
}
