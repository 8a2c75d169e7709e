/** @module Looking at a repository for the doctor: at most twelve requests, and every failure kept as something not known. */

import { configurationAt } from "../base-configuration.ts";
import { GitHubBaseFiles } from "../base-files.ts";
import type { GitHubClient } from "../client.ts";
import { PlatformError } from "../errors.ts";
import { Lookups } from "../lookups.ts";
import { ownerAndName } from "../owner-and-name.ts";
import { checkName } from "../publish/stored-verdict.ts";
import {
  ActionsAnswer,
  type AppAnswer,
  RunsAnswer,
  TokenDefaultsAnswer,
  WorkflowFolderAnswer as WorkflowFolder,
  type WorkflowFolderAnswer,
} from "./answers.ts";
import { type DoctorOptions, firstQuery, type Start } from "./first-query.ts";
import { protectionOf } from "./protection.ts";
import type { Known, Seen, SeenCheck } from "./seen.ts";
import { known, permissions } from "./unread.ts";
import { readWorkflow, type WorkflowFile } from "./workflow-file.ts";

const workflowFolder = ".github/workflows";
const folderSelection =
  "file(path: $value) { type object { ... on Tree { entries { name type object { ... on Blob { text isTruncated } } } } } }";

type Files = Pick<Seen, "configuration" | "workflows" | "branchWorkflows">;

function workflowsOf(folder: WorkflowFolderAnswer): WorkflowFile[] {
  const files = folder?.object?.entries ?? [];
  return files
    .filter(({ name, type }) => type === "blob" && /\.ya?ml$/i.test(name))
    .map(({ name, object }) => {
      const path = `${workflowFolder}/${name}`;
      const isWhole = typeof object?.text === "string" && object.isTruncated !== true;
      if (!isWhole) return { path, reading: { ok: false, why: "its text is too long, or none" } };
      return readWorkflow(path, object.text ?? "");
    });
}

async function workflowsAt(lookups: Lookups, commit: string): Promise<Known<readonly WorkflowFile[]>> {
  return await known("the workflows", permissions.contents, async () => {
    const question = { at: { commit }, selection: folderSelection, value: workflowFolder, schema: WorkflowFolder };
    const reply = await lookups.ask(question);
    if (reply.ok) return workflowsOf(reply.value);
    throw new PlatformError({
      code: "platform-auth",
      asked: workflowFolder,
      came: "the platform refused it",
      next: "",
    });
  });
}

/** Configuration and workflows, in one query. */
async function filesOf(client: GitHubClient, { repository, tip, defaultTip }: Start): Promise<Files> {
  const lookups = new Lookups(client, repository);
  const base = new GitHubBaseFiles(client, lookups, repository, tip);
  base.prepare({ files: ["warrant.yaml", "warrant.yml"] });
  const [configuration, workflows, ofBranch] = await Promise.all([
    configurationAt(base),
    workflowsAt(lookups, defaultTip),
    tip === defaultTip ? null : workflowsAt(lookups, tip),
  ]);
  return { configuration, workflows, branchWorkflows: ofBranch ?? workflows };
}

async function settingsOf(client: GitHubClient, repository: string): Promise<Pick<Seen, "actions" | "tokenDefaults">> {
  const path = ownerAndName(repository);
  const [actions, tokenDefaults] = await Promise.all([
    known("the settings of GitHub Actions", permissions.settings, async () => {
      const { data } = await client.rest("GET /repos/{owner}/{repo}/actions/permissions", path, ActionsAnswer);
      return { enabled: data.enabled, allowed: data.allowed_actions ?? null };
    }),
    known("what tokens of workflows may do", permissions.settings, async () => {
      const route = "GET /repos/{owner}/{repo}/actions/permissions/workflow";
      const { data } = await client.rest(route, path, TokenDefaultsAnswer);
      return { permissions: data.default_workflow_permissions, mayApprove: data.can_approve_pull_request_reviews };
    }),
  ]);
  return { actions, tokenDefaults };
}

/** The app behind a check run, which says of itself what it may do and hear. */
async function askApp(client: GitHubClient, repository: string, { sha, appId }: SeenCheck): Promise<AppAnswer> {
  const route = "GET /repos/{owner}/{repo}/commits/{ref}/check-runs";
  const asked = { ...ownerAndName(repository), ref: sha, check_name: checkName, per_page: 100 };
  const { data } = await client.rest(route, asked, RunsAnswer);
  const app = data.check_runs.map((run) => run.app).find((each) => each?.id === appId) ?? null;
  if (app !== null) return app;
  throw new PlatformError({ code: "platform-failed", asked: route, came: "the run is not there any more", next: "" });
}

/** The app that writes our check where that is not GitHub Actions; null: none was seen. */
async function appOf(client: GitHubClient, { repository, checks }: Start): Promise<Seen["app"]> {
  const runs = checks.known ? checks.value.checks : [];
  const run = runs.find(({ appSlug }) => appSlug !== null && appSlug !== "github-actions");
  if (run === undefined) return null;
  return await known("the app that writes the check", permissions.checks, () => askApp(client, repository, run));
}

/** Asks for everything. @throws PlatformError when not even the repository is known. @throws NoBranch */
export async function look(client: GitHubClient, options: DoctorOptions): Promise<Seen> {
  const start = await firstQuery(client, options);
  const { repository, branch, defaultBranch, tip, queue, checks } = start;
  const [files, protection, settings, app] = await Promise.all([
    filesOf(client, start),
    protectionOf(client, start),
    settingsOf(client, repository),
    appOf(client, start),
  ]);
  const about = { host: client.urls.host, repository, branch, defaultBranch, commit: tip, queue, checks, app };
  return { ...about, ...files, ...protection, ...settings };
}
