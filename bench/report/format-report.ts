import { type Input, sizeOf } from '../inputs.ts';
import type { CaseResult } from '../results.ts';
import { formatCase } from './case-table.ts';
import type { GoalResult } from './goals.ts';
import { describeRun } from './machine.ts';

export function formatReport(
  results: readonly CaseResult[],
  goals: readonly GoalResult[],
  inputs: readonly Input[],
  now: Date,
): string {
  return [
    ...describeRun(now),
    '',
    ...(goals.length === 0 ? [] : [formatGoals(goals)]),
    formatInputs(inputs),
    ...results.map(formatCase),
  ].join('\n');
}

function formatGoals(goals: readonly GoalResult[]): string {
  const rows = goals.map(
    ({ goal, measured, isMet }) => `| ${goal} | ${measured} | ${isMet ? 'yes' : '**no**'} |`,
  );
  return ['### Goals', '', '| goal | measured | met |', '|---|---|---|', ...rows, ''].join('\n');
}

function formatInputs(inputs: readonly Input[]): string {
  const rows = inputs.map((input) => {
    const megabytes = (sizeOf(input) / 1e6).toFixed(1);
    return `| ${input.title} | ${megabytes} | ${input.pages} | ${input.fieldNames.length} | ${input.signatures} |`;
  });
  const head = ['| input | MB | pages | fields | signatures |', '|---|---:|---:|---:|---:|'];
  return ['### Inputs', '', ...head, ...rows, ''].join('\n');
}
