import type { CaseResult, Row } from '../results.ts';
import type { Timing } from '../take-turns.ts';

const HEAD = [
  '| contender | warm ms (CPU) | times ours | cold ms (CPU) | times ours | MB above idle |',
  '|---|---:|---:|---:|---:|---:|',
];

/** One table a case: a row for each contender. */
export function formatCase({ title, rows }: CaseResult): string {
  return [`### ${title}`, '', ...HEAD, ...rows.map(formatRow), ''].join('\n');
}

function formatRow({ name, warm, cold, extraMb, note }: Row): string {
  if (warm === undefined && cold === undefined) return `| ${name} | ${note ?? ''} | | | | |`;
  const memory = extraMb === undefined ? '' : extraMb.toFixed(0);
  return `| ${name} | ${formatTime(warm)} | ${formatRatio(warm)} | ${formatTime(cold)} | ${formatRatio(cold)} | ${memory} |`;
}

function formatTime(timing: Timing | undefined): string {
  return timing === undefined ? '' : `${formatMs(timing.wallMs)} (${formatMs(timing.cpuMs)})`;
}

function formatRatio(timing: Timing | undefined): string {
  if (timing === undefined) return '';
  return timing.ratio.toFixed(timing.ratio < 10 ? 2 : 0);
}

function formatMs(ms: number): string {
  if (ms < 1) return ms.toFixed(2);
  return ms < 10 ? ms.toFixed(1) : ms.toFixed(0);
}
