/** @module The id under which what a work tree is bound to is kept: the same from every folder in it. */

import { createHash } from "node:crypto";

/** @param root of the work tree, with links resolved. */
export function workTreeId(root: string): string {
  return `tree-${createHash("sha256").update(root).digest("hex").slice(0, 32)}`;
}
