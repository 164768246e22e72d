import type { Timing } from './measure.ts';

export function formatTable(title: string, timings: readonly Timing[]): string {
  const rows = timings.map(
    ({ name, medianMs, ratio }) => `| ${name} | ${formatMs(medianMs)} | ${ratio.toFixed(2)} |`,
  );
  return [
    `### ${title}`,
    '',
    '| contender | median ms | times ours |',
    '| --- | ---: | ---: |',
    ...rows,
    '',
  ].join('\n');
}

function formatMs(ms: number): string {
  return ms < 10 ? ms.toFixed(2) : ms.toFixed(0);
}
