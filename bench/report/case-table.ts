import type { CaseResult, Row } from '../results.ts';
import type { Timing } from '../take-turns.ts';
import { listRowGoals } from './goals.ts';

const HEAD = ['contender', 'warm ms (CPU)', 'times ours', 'cold ms (CPU)', 'times ours', 'MB above idle'];
const GOAL_HEAD = 'goal';
const GROWTH_HEAD = 'bytes added';

/**
 * Formats one table per case with a row for each contender, and columns for goals and growth if there are any. A goal
 * is what the times of ours have to be at least.
 */
export function formatCase({ id, title, rows }: CaseResult): string {
  const reportsGrowth = rows.some(({ growth }) => growth !== undefined);
  const goals = rows.map(({ name }) => listRowGoals(id, name));
  const hasGoals = goals.some((goal) => goal !== '');
  const head = [...HEAD, ...(hasGoals ? [GOAL_HEAD] : []), ...(reportsGrowth ? [GROWTH_HEAD] : [])];
  const rule = `|---|${'---:|'.repeat(head.length - 1)}`;
  const lines = rows.map((row, index) => [
    ...listCells(row),
    ...(hasGoals ? [goals[index] ?? ''] : []),
    ...(reportsGrowth ? [row.growth?.toLocaleString('en') ?? ''] : []),
  ]);
  return [`### ${title}`, '', formatLine(head), rule, ...lines.map(formatLine), ''].join('\n');
}

function listCells({ name, warm, cold, extraMb, note }: Row): string[] {
  if (warm === undefined && cold === undefined) return [name, note ?? '', '', '', '', ''];
  const memory = extraMb === undefined ? '' : extraMb.toFixed(0);
  const times = [formatTime(warm), formatRatio(warm), formatTime(cold), formatRatio(cold)];
  return [name, ...times, memory];
}

function formatLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
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
