/** @module What the page of a run says of a publication: what the token may not write is in the run's own summary. */

import type { Publication } from "@warrant/github/publish/publish";

export function pageNotice({ published, notice }: Pick<Publication, "published" | "notice">): string | null {
  return published === "refused" ? `${notice} The verdict is in the summary of the run.` : notice;
}
