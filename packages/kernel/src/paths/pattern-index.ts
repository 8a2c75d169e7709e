/**
 * @module An index over many path patterns: every pattern is filed under the one segment of it that says most, so a path is
 * compared only with patterns that share a segment, its beginning or its end. Cost grows with the path, not with the list.
 */

/** One segment of a pattern: the literal pieces between its stars. One piece is a literal name. */
export type SegmentGlob = readonly [string, ...string[]];
/** Any number of whole segments, also none. */
export const anyDepth = "**";
/** A parsed pattern, anchored at the root. */
export type PatternSegments = readonly (SegmentGlob | typeof anyDepth)[];

export interface IndexedPattern {
  readonly segments: PatternSegments;
  /** Bits that a match contributes. */
  readonly mask: number;
}

interface Candidate extends IndexedPattern {
  /** `name`: a slashless pattern; `below`: everything under a folder of that name; `path`: compared as a whole. */
  readonly kind: "name" | "below" | "path";
  readonly glob: SegmentGlob;
}

/** A tree over the known beginnings (or ends, read backwards) of names. A node divides only once it is crowded. */
interface AffixNode {
  next: Map<number, AffixNode> | null;
  here: Candidate[];
}
const crowded = 8;

/** The mask of all patterns that match a path given as its segments. */
export type PatternIndex = (segments: readonly string[]) => number;

export function matchesGlob(glob: SegmentGlob, name: string): boolean {
  const first = glob[0];
  const last = glob.at(-1) ?? "";
  if (glob.length === 1) return name === first;
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
  let from = first.length;
  for (let index = 1; index < glob.length - 1; index += 1) {
    const piece = glob[index] ?? "";
    const at = name.indexOf(piece, from);
    if (at === -1) return false;
    from = at + piece.length;
  }
  return from <= name.length - last.length;
}

/** Greedy with one point of return: the last `**` met. Segments of the path times segments of the pattern at most. */
export function matchesSegments(pattern: PatternSegments, path: readonly string[]): boolean {
  let at = 0;
  let position = 0;
  let returnAt = -1;
  let returnPosition = 0;
  while (position < path.length) {
    const segment = pattern[at];
    if (segment === anyDepth) {
      returnAt = at;
      returnPosition = position;
      at += 1;
    } else if (segment !== undefined && matchesGlob(segment, path[position] ?? "")) {
      at += 1;
      position += 1;
    } else if (returnAt !== -1) {
      returnPosition += 1;
      position = returnPosition;
      at = returnAt + 1;
    } else return false;
  }
  while (pattern[at] === anyDepth) at += 1;
  return at === pattern.length;
}

function isAny(glob: SegmentGlob): boolean {
  return glob.length === 2 && glob[0] === "" && glob[1] === "";
}

function kindOf(segments: PatternSegments): Candidate["kind"] {
  const [first, second, third, fourth] = segments;
  if (first !== anyDepth || second === undefined || second === anyDepth) return "path";
  if (segments.length === 2) return "name";
  const isBelow = segments.length === 4 && third !== undefined && third !== anyDepth && isAny(third);
  return isBelow && fourth === anyDepth ? "below" : "path";
}

function weight(glob: SegmentGlob): number {
  // A literal name says most, then the longest known end of a name.
  return glob.length === 1 ? 1e6 : Math.max(glob[0].length, glob.at(-1)?.length ?? 0);
}

/** The segment a pattern is filed under. The short kinds are compared by their one name alone. */
function keyOf(segments: PatternSegments, kind: Candidate["kind"]): SegmentGlob {
  const name = segments[1];
  if (kind !== "path" && name !== undefined && name !== anyDepth) return name;
  let key: SegmentGlob = ["", ""];
  for (const segment of segments) {
    if (segment !== anyDepth && weight(segment) >= weight(key)) key = segment;
  }
  return key;
}

function unitAt(text: string, depth: number, backwards: boolean): number {
  return text.charCodeAt(backwards ? text.length - 1 - depth : depth);
}

function insert(root: AffixNode, candidate: Candidate, backwards: boolean): void {
  const affix = (backwards ? candidate.glob.at(-1) : candidate.glob[0]) ?? "";
  let node = root;
  for (let depth = 0; depth < affix.length; depth += 1) {
    if (node.next === null) {
      if (node.here.length < crowded) break;
      divide(node, depth, backwards);
    }
    const unit = unitAt(affix, depth, backwards);
    let child: AffixNode | undefined = node.next?.get(unit);
    if (child === undefined) {
      child = { next: null, here: [] };
      node.next?.set(unit, child);
    }
    node = child;
  }
  node.here.push(candidate);
}

/** Moves the candidates of a crowded node one character on; those that end here stay. */
function divide(node: AffixNode, depth: number, backwards: boolean): void {
  const moved = node.here;
  node.here = [];
  node.next = new Map();
  for (const candidate of moved) {
    const affix = (backwards ? candidate.glob.at(-1) : candidate.glob[0]) ?? "";
    if (affix.length === depth) {
      node.here.push(candidate);
      continue;
    }
    const unit = unitAt(affix, depth, backwards);
    const child = node.next.get(unit);
    if (child === undefined) node.next.set(unit, { next: null, here: [candidate] });
    else child.here.push(candidate);
  }
}

/** Builds the index. Work and memory are linear in the length of all patterns. */
export function indexPatterns(patterns: readonly IndexedPattern[]): PatternIndex {
  const names = new Map<string, Candidate[]>();
  const beginnings: AffixNode = { next: null, here: [] };
  const endings: AffixNode = { next: null, here: [] };
  const loose: Candidate[] = [];
  for (const { segments, mask } of patterns) {
    const kind = kindOf(segments);
    const glob = keyOf(segments, kind);
    const candidate: Candidate = { segments, mask, kind, glob };
    const last = glob.at(-1) ?? "";
    if (glob.length === 1) {
      const filed = names.get(glob[0]);
      if (filed === undefined) names.set(glob[0], [candidate]);
      else filed.push(candidate);
    } else if (glob[0] === "" && last === "") loose.push(candidate);
    else if (glob[0].length > last.length) insert(beginnings, candidate, false);
    else insert(endings, candidate, true);
  }

  return (path) => {
    let found = 0;
    const lastIndex = path.length - 1;
    // A whole-path pattern is compared once, however often its key segment repeats in the path.
    let compared: Set<Candidate> | null = null;
    const consider = (candidates: readonly Candidate[], name: string, index: number): void => {
      for (const candidate of candidates) {
        if ((candidate.mask & ~found) === 0) continue;
        if (candidate.kind === "path") {
          if (compared?.has(candidate) === true) continue;
          compared ??= new Set();
          compared.add(candidate);
          if (matchesSegments(candidate.segments, path)) found |= candidate.mask;
        } else if ((candidate.kind === "name") === (index === lastIndex) && matchesGlob(candidate.glob, name)) {
          found |= candidate.mask;
        }
      }
    };
    const considerAffixes = (root: AffixNode, name: string, index: number, backwards: boolean): void => {
      let node: AffixNode | undefined = root;
      for (let depth = 0; node !== undefined; depth += 1) {
        if (node.here.length > 0) consider(node.here, name, index);
        if (node.next === null || depth >= name.length) return;
        node = node.next.get(unitAt(name, depth, backwards));
      }
    };
    for (let index = 0; index <= lastIndex; index += 1) {
      const name = path[index] ?? "";
      const filed = names.get(name);
      if (filed !== undefined) consider(filed, name, index);
      considerAffixes(beginnings, name, index, false);
      considerAffixes(endings, name, index, true);
      if (loose.length > 0) consider(loose, name, index);
    }
    return found;
  };
}
