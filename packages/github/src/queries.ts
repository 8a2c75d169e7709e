/** @module The GraphQL documents of collecting (GitHub, section 2.1). Every value goes in as a variable, never into the text. */

const actor = `__typename login
  ... on User { databaseId }
  ... on Bot { databaseId }
  ... on Organization { databaseId }
  ... on Mannequin { databaseId }`;

const labelEvents = `
  ... on LabeledEvent { actor { ${actor} } label { name } }
  ... on UnlabeledEvent { label { name } }`;

const assignedEvent = `
  ... on AssignedEvent { actor { ${actor} } assignee {
    __typename
    ... on User { login databaseId }
    ... on Bot { login databaseId }
    ... on Organization { login databaseId }
    ... on Mannequin { login databaseId }
  } }`;

/** `last`, so that what is left out is the oldest: the last event about a label is the one that counts. */
const issueFields = `
  __typename number title body state stateReason(enableDuplicate: true) lastEditedAt
  repository { nameWithOwner }
  author { ${actor} }
  editor { ${actor} }
  labels(first: 100) { pageInfo { hasNextPage } nodes { name } }
  events: timelineItems(last: 50, itemTypes: [LABELED_EVENT, UNLABELED_EVENT, ASSIGNED_EVENT]) {
    pageInfo { hasPreviousPage }
    nodes { __typename ${labelEvents} ${assignedEvent} }
  }
  renames: timelineItems(last: 1, itemTypes: [RENAMED_TITLE_EVENT]) {
    nodes { __typename ... on RenamedTitleEvent { actor { ${actor} } } }
  }`;

const pullRequestAsIssueFields = `
  __typename number title body prState: state
  repository { nameWithOwner }
  author { ${actor} }`;

const closingFields = `
  closing: closingIssuesReferences(first: 50) { totalCount nodes { ${issueFields} } }
  linkedByHand: closingIssuesReferences(first: 50, userLinkedOnly: true) {
    totalCount nodes { number repository { nameWithOwner } }
  }`;

const person = "name email user { login databaseId }";

const commitsPage = `
  totalCount pageInfo { hasNextPage endCursor }
  nodes { commit {
    oid message
    author { ${person} }
    committer { ${person} }
    authors(first: 20) { totalCount nodes { ${person} } }
    parents(first: 1) { totalCount }
    signature { isValid }
  } }`;

const reviewsPage = `
  pageInfo { hasNextPage endCursor }
  nodes { state authorAssociation submittedAt author { ${actor} } commit { oid } }`;

const eventsPage = `
  pageInfo { hasPreviousPage startCursor }
  nodes { __typename ${labelEvents} ${assignedEvent} }`;

const checksPage = `
  pageInfo { hasNextPage endCursor }
  nodes {
    __typename
    ... on CheckRun { databaseId name status conclusion externalId checkSuite { app { slug } } }
    ... on StatusContext { context state }
  }`;

const eventTypes = "itemTypes: [LABELED_EVENT, UNLABELED_EVENT, ASSIGNED_EVENT]";

const baseFile = "oid type object { ... on Blob { text isBinary isTruncated } }";

const tip = `
  headRefOid baseRefName baseRefOid
  baseRef { target { oid } }`;

/** Request 1: the change, its people, its links, its checks and the configuration at the tip of its base. */
export const pullRequestQuery = `query PullRequest($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    nameWithOwner
    defaultBranchRef { name }
    named: issueOrPullRequest(number: $number) { __typename }
    pullRequest(number: $number) {
      title body state isDraft ${tip}
      author { ${actor} }
      headRefName
      headRepository { nameWithOwner }
      changedFiles additions deletions
      ${closingFields}
      commits(first: 100) { ${commitsPage} }
      reviews(first: 100) { ${reviewsPage} }
      labels(first: 100) { pageInfo { hasNextPage } nodes { name } }
      events: timelineItems(last: 100, ${eventTypes}) { ${eventsPage} }
      configuration: baseRef { target { ... on Commit {
        oid
        yaml: file(path: "warrant.yaml") { ${baseFile} }
        yml: file(path: "warrant.yml") { ${baseFile} }
      } } }
      statusCheckRollup { contexts(first: 100) { ${checksPage} } }
    }
  }
}`;

function pageQuery(name: string, selection: string): string {
  return `query ${name}($owner: String!, $name: String!, $number: Int!, $cursor: String!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { ${selection} } }
}`;
}

export const commitsQuery = pageQuery("Commits", `page: commits(first: 100, after: $cursor) { ${commitsPage} }`);
export const reviewsQuery = pageQuery("Reviews", `page: reviews(first: 100, after: $cursor) { ${reviewsPage} }`);
export const eventsQuery = pageQuery(
  "Events",
  `page: timelineItems(last: 100, before: $cursor, ${eventTypes}) { ${eventsPage} }`,
);
export const checksQuery = pageQuery(
  "Checks",
  `headRefOid statusCheckRollup { page: contexts(first: 100, after: $cursor) { ${checksPage} } }`,
);

/** Request 6: whether the change still is what was collected. */
export const stillQuery = `query Still($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { ${tip} } }
}`;

/** Request 6 where text and list of links differ: the list once more, which can lag behind an edit. */
export const stillWithLinksQuery = `query StillWithLinks($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { ${tip} body title ${closingFields} } }
}`;

/** Parts of a batched query: one field each, whose one variable is `$value`. */
export const selections = {
  issue: `issueOrPullRequest(number: $value) {
    ... on Issue { ${issueFields} }
    ... on PullRequest { ${pullRequestAsIssueFields} }
  }`,
  mode: "file(path: $value) { oid mode type }",
  /** Of a row without lines it must be known whether it is binary. */
  modeAndKind: "file(path: $value) { oid mode type object { ... on Blob { isBinary } } }",
  baseFile: `file(path: $value) { ${baseFile} }`,
  baseFolder: "file(path: $value) { oid type object { ... on Tree { entries { name mode type oid } } } }",
} as const;
