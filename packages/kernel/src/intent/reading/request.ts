/** @module The request document: what a person said, where, and the facts a reading may look at. */

import type { Act, Domain, Modality } from "./reading.ts";

/** A thing that exists, as the host found it. Absent fields are not known. */
export interface Resource {
  readonly target: string;
  readonly kind: string;
  readonly name: string;
  readonly place: "local" | "shared";
  readonly owner?: string;
  readonly states?: readonly string[];
  readonly age_days?: number;
}

export interface OpenThread {
  readonly thread_id: string;
  readonly act: Act;
  readonly keywords: readonly string[];
}

export interface Request {
  readonly schema?: "warrant.request/v1";
  readonly text: string;
  readonly turn_id?: string;
  readonly origin?: {
    readonly kind?: string;
    readonly via?: string;
    readonly principal?: string;
    readonly permission?: string;
  };
  readonly surface?: string;
  readonly attendance?: string;
  readonly attachments?: readonly { readonly modality: Modality; readonly name: string }[];
  readonly workspace?: {
    readonly is_repo?: boolean;
    readonly dirty?: boolean | "unknown";
    readonly branch?: string;
    readonly default_branch?: string;
    readonly protected?: readonly string[];
  };
  readonly history?: {
    readonly previous_act?: string;
    readonly turn_index?: number;
    readonly running?: boolean;
    readonly open_threads?: readonly OpenThread[];
  };
  readonly lineage?: "corrects" | "replaces";
  readonly me?: string;
  readonly resources?: readonly Resource[];
  readonly scaffold_tags?: readonly string[];
}

/** Axes a person or operator filled in. Never from an agent's call. */
export interface Declared {
  readonly act?: string;
  readonly horizon?: string;
  readonly stakes?: string;
  readonly evidence?: string;
  readonly clarity?: string;
  readonly attendance?: string;
  readonly domains?: readonly Domain[];
}
