/**
 * @module Reads a facts document, `warrant.action-facts/v1`, from anything at all. What is absent or cannot be read is the
 * careful end of its field (actions, section 2). By hand, because the hook has no time to load a schema library.
 */

import { parseInstant } from "../instant.ts";
import type { Resource } from "../intent/reading/request.ts";
import type { Approval } from "../policy/approval.ts";
import { bottomCeiling } from "../policy/ceiling.ts";
import { isRecord, isTexts } from "../policy/ceiling-read.ts";
import { readEnvelope } from "../policy/envelope.ts";
import type { ServedCommitment } from "../policy/envelope-cover.ts";
import { readDeclaredTools } from "./declared-tools.ts";
import { type ActionFacts, actionFactsSchema, type NamedThing } from "./facts.ts";
import { type OperatorRule, readRule } from "./operator-rules.ts";
import { type FileSystemFacts, type GitPlace, type PathAnswer, pathTypes, type Root, type Volume } from "./place.ts";

type Fields = Readonly<Record<string, unknown>>;

function fields(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A folder is named from the root of the file system, or it is not known. */
function absolute(value: unknown): string | null {
  return typeof value === "string" && /^(?:\/|[A-Za-z]:[\\/])/.test(value) ? value : null;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function readRoots(value: unknown): Root[] {
  return list(value).flatMap((one) => {
    const path = text(fields(one)["path"]);
    const real = fields(one)["real"];
    // A root whose real place is not readable is none.
    if (path === null || (real !== undefined && typeof real !== "string")) return [];
    return [real === undefined ? { path } : { path, real }];
  });
}

function readGit(value: unknown): GitPlace | undefined {
  if (!isRecord(value)) return undefined;
  const remotes = Object.entries(fields(value["remotes"])).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return {
    branch: text(value["branch"]),
    default_branch: text(value["default_branch"]),
    // A list of which a part is not readable is none, and without one every branch is protected.
    ...(isTexts(value["protected"]) ? { protected: value["protected"] } : {}),
    remotes: Object.fromEntries(remotes),
  };
}

/** Null when not all of the gate's own files can be read: one that is left out is one nobody guards. */
function readControlPaths(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null;
  const paths = value.map(absolute).filter((path) => path !== null);
  return paths.length === value.length ? paths : null;
}

function readPlace(value: unknown): ActionFacts["place"] | null {
  const place = fields(value);
  const control = readControlPaths(place["control_paths"]);
  if (control === null) return null;
  const os = place["os"];
  const git = readGit(place["git"]);
  return {
    os: os === "darwin" || os === "win32" ? os : "linux",
    shell: text(place["shell"]),
    user: text(place["user"]),
    home: absolute(place["home"]),
    cwd: absolute(place["cwd"]),
    roots: readRoots(place["roots"]),
    scratch: texts(place["scratch"]),
    control_paths: control,
    local_bins: texts(place["local_bins"]),
    env_digest: text(place["env_digest"]) ?? "",
    ...(git === undefined ? {} : { git }),
  };
}

function optional<Name extends string, Value>(name: Name, value: Value | null | undefined): { [Key in Name]?: Value } {
  return value === null || value === undefined ? {} : ({ [name]: value } as { [Key in Name]?: Value });
}

function readAnswer(value: unknown): PathAnswer {
  const answer = fields(value);
  const type = pathTypes.find((known) => known === answer["type"]) ?? "unreadable";
  const key = (one: unknown) => (typeof one === "string" || typeof one === "number" ? one : null);
  const states = ["tracked_clean", "modified", "untracked", "ignored", "none"] as const;
  return {
    type,
    ...optional("link_target", text(answer["link_target"])),
    ...optional("real", text(answer["real"])),
    ...optional("dev", key(answer["dev"])),
    ...optional("ino", key(answer["ino"])),
    ...optional("nlink", typeof answer["nlink"] === "number" ? answer["nlink"] : null),
    ...optional(
      "vcs",
      states.find((state) => state === answer["vcs"]),
    ),
  };
}

function readVolume(value: unknown): Volume[] {
  const volume = fields(value);
  const path = text(volume["path"]);
  if (path === null) return [];
  const folds =
    volume["case"] === "insensitive" ? "insensitive" : volume["case"] === "sensitive" ? "sensitive" : "unknown";
  return [{ path, case: folds, ...optional("form", text(volume["form"])) }];
}

function readFileSystem(value: unknown): FileSystemFacts {
  const seen = fields(value);
  return {
    complete: seen["complete"] === true,
    volumes: list(seen["volumes"]).flatMap(readVolume),
    answers: new Map(Object.entries(fields(seen["answers"])).map(([path, answer]) => [path, readAnswer(answer)])),
  };
}

function readNamed(value: unknown): NamedThing[] {
  return list(value).flatMap((one) => {
    const { text: said, kind, target } = fields(one);
    return typeof said === "string" && typeof kind === "string" && typeof target === "string"
      ? [{ text: said, kind, target }]
      : [];
  });
}

/** A commitment with the envelopes that can be read; doubt about any of it covers nothing. */
function readCommitment(value: unknown): ServedCommitment[] {
  const commitment = fields(value);
  const { id, void_envelopes: voided, uses } = commitment;
  if (typeof id !== "string" || !isTexts(voided) || !isRecord(uses)) return [];
  const counts = Object.entries(uses).map(([name, count]): [string, number] => [
    name,
    typeof count === "number" ? count : Number.NaN,
  ]);
  return [
    {
      id,
      is_closed: commitment["is_closed"] !== false,
      is_human: commitment["is_human"] === true,
      envelopes: list(commitment["envelopes"]).flatMap((one) => readEnvelope(one) ?? []),
      void_envelopes: voided,
      uses: Object.fromEntries(counts),
      spent_usd: typeof commitment["spent_usd"] === "number" ? commitment["spent_usd"] : Number.NaN,
    },
  ];
}

/** Null when a rule cannot be read: a refusal nobody can read may not be left out. */
function readRules(value: unknown): OperatorRule[] | null {
  const rules: OperatorRule[] = [];
  for (const one of list(value)) {
    const rule = readRule(one);
    if (rule === null) return null;
    rules.push(rule);
  }
  return Array.isArray(value) || value === undefined ? rules : null;
}

/** Reads a facts document; null when it cannot be judged at all, which is a refusal (`action.facts-invalid`). */
export function readActionFacts(value: unknown): ActionFacts | null {
  if (!isRecord(value) || value["schema"] !== actionFactsSchema) return null;
  const at = text(value["at"]);
  const call = fields(value["call"]);
  const tool = text(call["tool"]);
  const policy = fields(value["policy"]);
  const digest = text(policy["digest"]);
  const rules = readRules(policy["rules"]);
  if (at === null || parseInstant(at) === null || tool === null || !isRecord(call["input"])) return null;
  const place = readPlace(value["place"]);
  if (digest === null || digest === "" || rules === null || place === null) return null;
  const session = fields(value["session"]);
  const agent = fields(value["agent"]);
  const spend = fields(value["spend"]);
  const chain = texts(agent["chain"]);
  const id = text(agent["id"]);
  const siblings = call["siblings"];
  // An agent whose line of parents is not known may do nothing (A2).
  const orphan = agent["id"] !== null && agent["id"] !== undefined && (id === null || chain.length === 0);
  const parents: unknown[] = orphan ? [{ ...bottomCeiling, source: "parent" }] : [];
  const attempt = session["attempt"];
  return {
    schema: actionFactsSchema,
    at,
    mode: value["mode"] === "report" ? "report" : "enforce",
    session: {
      id: text(session["id"]) ?? "",
      request_id: text(session["request_id"]),
      origin: text(session["origin"]) ?? "unknown",
      attendance: text(session["attendance"]) ?? "unattended",
      fallback: text(session["fallback"]) ?? "deny",
      attempt: typeof attempt === "number" ? attempt : null,
    },
    agent: { id, chain },
    call: {
      id: text(call["id"]) ?? "",
      tool,
      input: call["input"],
      siblings: typeof siblings === "number" ? siblings : null,
    },
    place,
    filesystem: readFileSystem(value["filesystem"]),
    // A list that cannot be read is one entry that allows nothing.
    ceilings: [...(Array.isArray(value["ceilings"]) ? value["ceilings"] : [null]), ...parents],
    autonomy: text(value["autonomy"]) ?? "manual",
    posture: value["posture"] === "off" ? "off" : "on",
    named: session["origin"] === "human" ? readNamed(value["named"]) : [],
    resources: list(value["resources"]).filter(isRecord) as unknown as readonly Resource[],
    commitments: list(value["commitments"]).flatMap(readCommitment),
    asks_irreversible: value["asks_irreversible"] !== false,
    approvals: list(value["approvals"]).filter(isRecord) as unknown as readonly Approval[],
    spend: { limit_usd: spend["limit_usd"], spent_usd: spend["spent_usd"], running_usd: spend["running_usd"] },
    policy: { digest, enabled: policy["enabled"] !== false, rules, tools: readDeclaredTools(policy["tools"]) },
    ledger_writable: value["ledger_writable"] === true,
  };
}
