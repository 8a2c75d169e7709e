/** @module What collecting a change is asked and what it gives. */

import type { ChangeFacts } from "@warrant/kernel/change/facts";
import type { ConfigurationReading } from "@warrant/sources/configuration-file";
import type { RunMark } from "./checks.ts";

export interface CollectOptions {
  /** `owner/name` as it was given; the facts carry the platform's own spelling. */
  readonly repository: string;
  readonly number: number;
  readonly signal?: AbortSignal | undefined;
  /** A person who asked for the change, named by hand. */
  readonly requestedBy?: string | undefined;
  /** The intent this change belongs to, named by hand. */
  readonly intent?: string | undefined;
  /** Milliseconds of the whole collection; past it the facts say what is missing. Default 60 s. */
  readonly deadlineMs?: number | undefined;
  /**
   * Whether whoever asked reads head and base again before anything is made of the facts, and collects anew when they moved:
   * then that is not asked at the end as well.
   */
  readonly isReadAgain?: Promise<boolean> | undefined;
}

export interface CollectedChange {
  readonly facts: ChangeFacts;
  /** The base's configuration, read at exactly `facts.base.sha`; the defaults when the base has none, or it is not known. */
  readonly configuration: ConfigurationReading;
  /** The file it came from; null: the base has none, or it is not known. */
  readonly configurationFile: string | null;
  /** Why the base's configuration is not known; null: it is. An unknown one may enforce (law 3). */
  readonly configurationUnknown: string | null;
  /** What stood on the head as our check run in the state that was collected; null: not known. */
  readonly standing: readonly RunMark[] | null;
  /** Requests that were made, repeats and redirects included. */
  readonly requests: number;
}
