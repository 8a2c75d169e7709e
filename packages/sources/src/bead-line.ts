/** @module One line of a beads file: the keys that are used, checked. */

export interface Bead {
  readonly id: string;
  readonly title: string;
  /** `notes`, else `description`. */
  readonly notes: string;
  readonly externalRef: string;
  readonly planStatus: string;
  /** Ids from `metadata.parent_epic` and the `parent-child` dependencies. */
  readonly parents: readonly string[];
  readonly isDeleted: boolean;
}

type Json = Record<string, unknown>;

const maximumIdLength = 200;
const maximumParents = 50;

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text that may be left out; undefined when it is there and no text. */
function textAt(record: Json, key: string): string | undefined {
  const value = record[key] ?? "";
  return typeof value === "string" ? value.toWellFormed() : undefined;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Parents from the dependencies of the bead itself; undefined when they cannot be read. */
function readParents(id: string, dependencies: unknown): string[] | undefined {
  if (dependencies === undefined || dependencies === null) return [];
  if (!Array.isArray(dependencies)) return undefined;
  const parents: string[] = [];
  for (const dependency of dependencies) {
    if (!isRecord(dependency)) return undefined;
    if (dependency["type"] !== "parent-child") continue;
    const { issue_id: child, depends_on_id: parent } = dependency;
    if (typeof parent !== "string") return undefined;
    // A line speaks for its own bead only.
    if (child === undefined || child === id) parents.push(parent);
  }
  return parents;
}

/**
 * Reads one line. `malformed`: not JSON, no id, or a used key of the wrong type. `other`: a line of another kind than an
 * issue, as newer exports have.
 */
export function readBeadLine(line: string): Bead | "malformed" | "other" {
  const record = parse(line);
  if (!isRecord(record)) return "malformed";
  const kind = record["_type"];
  if (typeof kind === "string" && kind !== "issue") return "other";
  const { id } = record;
  if (typeof id !== "string" || id.trim() === "" || id.length > maximumIdLength) return "malformed";
  const metadata = record["metadata"] ?? {};
  const parents = readParents(id, record["dependencies"]);
  if (!isRecord(metadata) || parents === undefined) return "malformed";
  const title = textAt(record, "title");
  const notes = textAt(record, "notes");
  const description = textAt(record, "description");
  const externalRef = textAt(record, "external_ref");
  const planStatus = textAt(metadata, "plan_status");
  const epic = textAt(metadata, "parent_epic");
  if (title === undefined || notes === undefined || description === undefined) return "malformed";
  if (externalRef === undefined || planStatus === undefined || epic === undefined) return "malformed";
  if (epic !== "") parents.unshift(epic);
  return {
    id: id.toWellFormed(),
    title: title.slice(0, 1000),
    notes: notes.trim() === "" ? description : notes,
    externalRef,
    planStatus: planStatus.slice(0, 100),
    parents: parents.slice(0, maximumParents),
    isDeleted: record["status"] === "tombstone",
  };
}
