/**
 * @module Fits the tables of the drift model: boosted stumps, each adding to the table of one feature.
 *
 * Deterministic to the byte: only + − × ÷ and table look-ups, also for the exponential, and no randomness.
 */

export interface TrainingRow {
  readonly features: readonly number[];
  /** 1: out of scope. */
  readonly label: 0 | 1;
  readonly weight: number;
}

export interface BoostingOptions {
  readonly steps: number;
  readonly rounds: number;
  readonly rate: number;
  /** Weight of the ridge: keeps steps small where few rows stand. */
  readonly ridge: number;
}

/** A table for each feature: `points[n]` holds where `n` of the edges are at or below the value. */
export interface Tables {
  readonly bias: number;
  readonly edges: readonly (readonly number[])[];
  readonly points: readonly (readonly number[])[];
}

/** e^x by halving, a short series and squaring back, so that every machine gives the same bits. */
export function exponential(x: number): number {
  const bounded = x < -30 ? -30 : x > 30 ? 30 : x;
  const y = bounded / 256;
  let result = 1 + y * (1 + (y / 2) * (1 + (y / 3) * (1 + (y / 4) * (1 + y / 5))));
  for (let doubling = 0; doubling < 8; doubling += 1) result *= result;
  return result;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Edges at equal counts of rows, rounded to three decimals; a feature with few values gets few. */
export function chooseEdges(values: readonly number[], steps: number): number[] {
  const sorted = Float64Array.from(values).sort();
  const edges: number[] = [];
  for (let step = 1; step < steps; step += 1) {
    const edge = round(sorted[Math.floor((step * sorted.length) / steps)] ?? 0);
    if (edge > (sorted[0] ?? 0) && edge > (edges.at(-1) ?? Number.NEGATIVE_INFINITY)) edges.push(edge);
  }
  return edges;
}

export function stepOf(value: number, edges: readonly number[]): number {
  let step = 0;
  while (step < edges.length && value >= (edges[step] ?? 0)) step += 1;
  return step;
}

interface Stump {
  readonly feature: number;
  /** Steps up to this one take `low`, the others `high`. */
  readonly step: number;
  readonly low: number;
  readonly high: number;
  readonly gain: number;
}

function bestStump(
  binned: readonly Uint8Array[],
  edges: readonly (readonly number[])[],
  slopes: Float64Array,
  curves: Float64Array,
  { rate, ridge }: BoostingOptions,
): Stump | null {
  let found: Stump | null = null;
  const slopeOf = new Float64Array(256);
  const curveOf = new Float64Array(256);
  for (const [feature, steps] of binned.entries()) {
    const count = (edges[feature]?.length ?? 0) + 1;
    if (count < 2) continue;
    slopeOf.fill(0, 0, count);
    curveOf.fill(0, 0, count);
    for (let row = 0; row < steps.length; row += 1) {
      const step = steps[row] ?? 0;
      slopeOf[step] = (slopeOf[step] ?? 0) + (slopes[row] ?? 0);
      curveOf[step] = (curveOf[step] ?? 0) + (curves[row] ?? 0);
    }
    let slope = 0;
    let curve = 0;
    for (let step = 0; step < count; step += 1) {
      slope += slopeOf[step] ?? 0;
      curve += curveOf[step] ?? 0;
    }
    let lowSlope = 0;
    let lowCurve = 0;
    for (let step = 0; step < count - 1; step += 1) {
      lowSlope += slopeOf[step] ?? 0;
      lowCurve += curveOf[step] ?? 0;
      const highSlope = slope - lowSlope;
      const highCurve = curve - lowCurve;
      const gain = (lowSlope * lowSlope) / (lowCurve + ridge) + (highSlope * highSlope) / (highCurve + ridge);
      if (found === null || gain > found.gain) {
        const low = (-rate * lowSlope) / (lowCurve + ridge);
        const high = (-rate * highSlope) / (highCurve + ridge);
        found = { feature, step, low, high, gain };
      }
    }
  }
  return found;
}

/** Fits the tables to the rows. Edges are chosen from these rows too, so a test fold never shows in them. */
export function fitTables(rows: readonly TrainingRow[], options: BoostingOptions): Tables {
  const width = rows[0]?.features.length ?? 0;
  const edges = Array.from({ length: width }, (_, feature) =>
    chooseEdges(
      rows.map((row) => row.features[feature] ?? 0),
      options.steps,
    ),
  );
  const binned = edges.map((own, feature) => Uint8Array.from(rows, (row) => stepOf(row.features[feature] ?? 0, own)));
  const points = edges.map((own) => Array.from({ length: own.length + 1 }, () => 0));
  const scores = new Float64Array(rows.length);
  const slopes = new Float64Array(rows.length);
  const curves = new Float64Array(rows.length);
  for (let iteration = 0; iteration < options.rounds; iteration += 1) {
    for (const [index, row] of rows.entries()) {
      const chance = 1 / (1 + exponential(-(scores[index] ?? 0)));
      slopes[index] = row.weight * (chance - row.label);
      curves[index] = row.weight * chance * (1 - chance);
    }
    const stump = bestStump(binned, edges, slopes, curves, options);
    if (stump === null) break;
    const table = points[stump.feature] ?? [];
    for (const [step, value] of table.entries()) table[step] = value + (step <= stump.step ? stump.low : stump.high);
    const steps = binned[stump.feature] ?? new Uint8Array();
    for (let row = 0; row < steps.length; row += 1) {
      scores[row] = (scores[row] ?? 0) + ((steps[row] ?? 0) <= stump.step ? stump.low : stump.high);
    }
  }
  return centred(edges, points, binned);
}

/** Every table is moved so that its mean over the rows is 0: points then say *more or less than usual*. */
function centred(
  edges: readonly (readonly number[])[],
  points: readonly (readonly number[])[],
  binned: readonly Uint8Array[],
): Tables {
  let bias = 0;
  const moved = points.map((table, feature) => {
    const steps = binned[feature] ?? new Uint8Array();
    let sum = 0;
    for (const step of steps) sum += table[step] ?? 0;
    const mean = steps.length === 0 ? 0 : sum / steps.length;
    bias += mean;
    return table.map((value) => round(value - mean));
  });
  return { bias: round(bias), edges, points: moved };
}
