/** @module `owner/name` as the parameters of a REST path. */

/** A name that is no repository's cannot become another path. */
export function ownerAndName(repository: string): { owner: string; repo: string } {
  const at = repository.indexOf("/");
  return { owner: repository.slice(0, Math.max(0, at)), repo: repository.slice(at + 1) };
}
