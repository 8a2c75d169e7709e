/** @module What a collection could not read, kept as the facts' `incomplete` entries. */

import type { Incomplete, IncompletePart } from "@warrant/kernel/change/facts";
import { PlatformError, whyFailed } from "./errors.ts";

/** Gaps that are said one by one; a flood of them says no more than the first. */
const maximumGaps = 50;

export class Gaps {
  readonly entries: Incomplete[] = [];

  add(what: IncompletePart, why: string, counts: { readonly listed?: number; readonly total?: number } = {}): void {
    const isKnown = this.entries.some((entry) => entry.what === what && entry.why === why);
    // The first of each part is always kept: a part that is not named counts as whole.
    const isNamed = this.entries.some((entry) => entry.what === what);
    if (isKnown || (isNamed && this.entries.length >= maximumGaps)) return;
    this.entries.push({ what, why, ...counts });
  }

  /** The result of reading a part, or what stands for it when it could not be read. Only a platform's failure is a gap. */
  async read<Result>(what: IncompletePart, reading: Promise<Result>, otherwise: Result): Promise<Result> {
    try {
      return await reading;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      this.add(what, whyFailed(error));
      return otherwise;
    }
  }
}
