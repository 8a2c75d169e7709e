/** @module Where a call would run: the machine, its folders and what was seen of its file system (actions, section 2). */

export type OperatingSystem = "linux" | "darwin" | "win32";

/** A folder the work may change. `real` is where it is when links are followed; absent, it is its own. */
export interface Root {
  readonly path: string;
  readonly real?: string;
}

/** What is known of the repository at the root. Absent branch facts make every push one to a protected branch. */
export interface GitPlace {
  readonly branch?: string | null;
  readonly default_branch?: string | null;
  readonly protected?: readonly string[];
  readonly remotes?: Readonly<Record<string, string>>;
}

export interface Place {
  readonly os: OperatingSystem;
  /** Null when nobody knows: then what only some shells do counts as well. */
  readonly shell: string | null;
  readonly user: string | null;
  readonly home: string | null;
  readonly cwd: string | null;
  readonly roots: readonly Root[];
  /** Folders for things nobody keeps, such as `/tmp`. */
  readonly scratch: readonly string[];
  /** The gate's own files and folders. */
  readonly control_paths: readonly string[];
  /** Programs the project has installed for itself. */
  readonly local_bins: readonly string[];
  readonly git?: GitPlace;
}

/** How a volume compares names. */
export interface Volume {
  readonly path: string;
  readonly case?: "sensitive" | "insensitive" | "unknown";
  /** `any` where composed and decomposed letters are one name. */
  readonly form?: string;
}

export const pathTypes = ["file", "dir", "link", "missing", "other", "unreadable"] as const;
export type PathType = (typeof pathTypes)[number];

/** What was seen at one path, without following a link there. */
export interface PathAnswer {
  readonly type: PathType;
  readonly link_target?: string;
  readonly real?: string;
  readonly dev?: number | string;
  readonly ino?: number | string;
  readonly nlink?: number;
  readonly vcs?: "tracked_clean" | "modified" | "untracked" | "ignored" | "none";
  readonly session_made?: boolean;
}

/** The answers to the questions of a call. Where they are complete, what is not among them is missing; else it is unknown. */
export interface FileSystemFacts {
  readonly complete: boolean;
  readonly volumes: readonly Volume[];
  readonly answers: ReadonlyMap<string, PathAnswer>;
}

/** Nothing was looked at. */
export const nothingSeen: FileSystemFacts = { complete: false, volumes: [], answers: new Map() };
