/** @module Texts of workflows: the documented one, and expressions. */

const commit = "0123456789abcdef0123456789abcdef01234567";

/** The documented workflow, with its action pinned. */
export const warrantWorkflow = `name: Warrant
on:
  pull_request_target:
    types: [opened, reopened, synchronize, edited, labeled, unlabeled, ready_for_review, converted_to_draft]
  issue_comment: { types: [created] }
  merge_group: { types: [checks_requested] }
  schedule: [{ cron: "*/15 * * * *" }]
permissions: { contents: read, pull-requests: write, issues: read, checks: write, statuses: read }
concurrency:
  group: "warrant-\${{ github.event.pull_request.number || github.event.merge_group.head_sha || 'sweep' }}"
  cancel-in-progress: false
jobs:
  warrant:
    runs-on: ubuntu-latest
    steps:
      - uses: acme/warrant@${commit}
`;

/** An expression of a workflow, which a test cannot write in a template. */
export function expression(inside: string): string {
  return `$\{{ ${inside} }}`;
}
