/** @module Accounts, repositories and apps as REST shows them, in the types GitHub publishes. */

import type { components } from "@octokit/openapi-types";
import type { Account, App } from "./accounts.ts";
import type { FakeRepository } from "./repository.ts";
import type { World } from "./world.ts";

export type Schemas = components["schemas"];

/** The platform's stand-in for accounts that were deleted. */
const ghost: Account = { kind: "User", id: 10137, login: "ghost", graphqlLogin: "ghost", name: null, emails: [] };

export function nodeId(kind: string, id: number | string): string {
  return Buffer.from(`${kind}:${id}`).toString("base64url");
}

export function userShape(world: World, account: Account | null) {
  const { id, login, kind } = account ?? ghost;
  const url = `${world.urls.api}/users/${encodeURIComponent(login)}`;
  return {
    login,
    id,
    node_id: nodeId(kind, id),
    avatar_url: `${world.urls.html}/avatars/u/${id}`,
    gravatar_id: "",
    url,
    html_url: `${world.urls.html}/${login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: kind,
    site_admin: false,
  } satisfies Schemas["simple-user"];
}

export function appShape(world: World, app: App) {
  return {
    id: app.id,
    slug: app.slug,
    node_id: nodeId("App", app.id),
    owner: userShape(world, world.accounts.get(app.owner)),
    name: app.slug,
    description: "",
    external_url: "https://example.org",
    html_url: `${world.urls.html}/apps/${app.slug}`,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
    permissions: { ...app.permissions },
    events: [...app.events],
  } satisfies Schemas["integration"];
}

export function minimalRepositoryShape(repository: FakeRepository) {
  const url = repository.apiUrl;
  return {
    id: repository.id,
    node_id: nodeId("Repository", repository.id),
    name: repository.name,
    full_name: repository.fullName,
    owner: userShape(repository.world, repository.owner),
    private: repository.private,
    html_url: repository.htmlUrl,
    description: null,
    fork: repository.parent !== undefined,
    url,
    archive_url: `${url}/{archive_format}{/ref}`,
    assignees_url: `${url}/assignees{/user}`,
    blobs_url: `${url}/git/blobs{/sha}`,
    branches_url: `${url}/branches{/branch}`,
    collaborators_url: `${url}/collaborators{/collaborator}`,
    comments_url: `${url}/comments{/number}`,
    commits_url: `${url}/commits{/sha}`,
    compare_url: `${url}/compare/{base}...{head}`,
    contents_url: `${url}/contents/{+path}`,
    contributors_url: `${url}/contributors`,
    deployments_url: `${url}/deployments`,
    downloads_url: `${url}/downloads`,
    events_url: `${url}/events`,
    forks_url: `${url}/forks`,
    git_commits_url: `${url}/git/commits{/sha}`,
    git_refs_url: `${url}/git/refs{/sha}`,
    git_tags_url: `${url}/git/tags{/sha}`,
    hooks_url: `${url}/hooks`,
    issue_comment_url: `${url}/issues/comments{/number}`,
    issue_events_url: `${url}/issues/events{/number}`,
    issues_url: `${url}/issues{/number}`,
    keys_url: `${url}/keys{/key_id}`,
    labels_url: `${url}/labels{/name}`,
    languages_url: `${url}/languages`,
    merges_url: `${url}/merges`,
    milestones_url: `${url}/milestones{/number}`,
    notifications_url: `${url}/notifications{?since,all,participating}`,
    pulls_url: `${url}/pulls{/number}`,
    releases_url: `${url}/releases{/id}`,
    stargazers_url: `${url}/stargazers`,
    statuses_url: `${url}/statuses/{sha}`,
    subscribers_url: `${url}/subscribers`,
    subscription_url: `${url}/subscription`,
    tags_url: `${url}/tags`,
    teams_url: `${url}/teams`,
    trees_url: `${url}/git/trees{/sha}`,
  } satisfies Schemas["minimal-repository"];
}

export function repositoryShape(repository: FakeRepository) {
  let open = 0;
  for (const issue of repository.issues.values()) if (issue.state === "open") open += 1;
  return {
    ...minimalRepositoryShape(repository),
    git_url: `git://fake/${repository.fullName}.git`,
    ssh_url: `git@fake:${repository.fullName}.git`,
    clone_url: `${repository.htmlUrl}.git`,
    svn_url: repository.htmlUrl,
    mirror_url: null,
    homepage: null,
    language: null,
    forks_count: 0,
    stargazers_count: 0,
    watchers_count: 0,
    size: 1,
    default_branch: repository.defaultBranch,
    open_issues_count: open,
    has_issues: true,
    has_projects: true,
    has_wiki: false,
    has_pages: false,
    has_downloads: true,
    has_discussions: false,
    archived: false,
    disabled: false,
    visibility: repository.private ? "private" : "public",
    pushed_at: repository.createdAt,
    created_at: repository.createdAt,
    updated_at: repository.createdAt,
    license: null,
    forks: 0,
    open_issues: open,
    watchers: 0,
  } satisfies Schemas["repository"];
}

export function fullRepositoryShape(repository: FakeRepository) {
  return {
    ...repositoryShape(repository),
    subscribers_count: 0,
    network_count: 0,
    ...(repository.parent === undefined ? {} : { parent: repositoryShape(repository.parent) }),
  } satisfies Schemas["full-repository"];
}
