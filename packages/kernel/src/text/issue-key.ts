/** @module One spelling for each issue: platforms take a repository's name in any case. */

/** An issue as a key, `owner/name#N` in lower case. The same issue has the same key however it was written. */
export function issueKey({ repository, number }: { readonly repository: string; readonly number: number }): string {
  return `${repository.toLowerCase()}#${number}`;
}
