/** One comparison of the service with what the same work costs without it, in one run. */
export interface ServiceRow {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly ours: number;
  readonly floor?: number;
}

/** A share of the values is at or below the result: 0.95 for p95. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export type Measure = (times: readonly number[]) => number;
export const p95: Measure = (times) => percentile(times, 0.95);

/** Milliseconds of each run, the two alternating (A B A B), so that load on the machine affects both. */
export async function timeBoth(
  runs: number,
  ours: () => Promise<unknown>,
  floor: () => Promise<unknown>,
): Promise<{ readonly ours: readonly number[]; readonly floor: readonly number[] }> {
  const times = { ours: [] as number[], floor: [] as number[] };
  for (let run = 0; run < runs; run += 1) {
    times.ours.push(await timeOf(ours));
    times.floor.push(await timeOf(floor));
  }
  return times;
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

export function formatServiceRows(rows: readonly ServiceRow[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(({ title, unit, ours, floor }) => {
    const ratio = floor === undefined ? '' : (ours / floor).toFixed(2);
    return `| ${title} | ${unit} | ${ours.toFixed(1)} | ${floor?.toFixed(1) ?? ''} | ${ratio} |`;
  });
  const head = ['| work | unit | service | floor | ratio |', '|---|---|---:|---:|---:|'];
  return ['### Service on PostgreSQL', '', ...head, ...lines, ''].join('\n');
}
