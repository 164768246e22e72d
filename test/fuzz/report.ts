import type { CampaignResult, Find } from './campaign.ts';
import { CPU_SECONDS, HEAP_MB, MEMORY_MB } from './limits.ts';

export function formatFind({ id, finding }: Find): string {
  const detail = finding.detail.split('\n').map((line) => `    ${line}`);
  return `${finding.kind} in ${finding.job}\n    --reproduce '${id}'\n${detail.join('\n')}`;
}

export function formatResult(result: CampaignResult): string {
  const { inputs, seconds, opened, saved, checkedByQpdf, explained, finds, unconfirmed } = result;
  const refusals = Object.entries(opened).filter(([code]) => code !== 'accepted');
  return [
    `seed ${result.seed}, ${result.files} seed files, ${seconds} s: ${inputs} inputs, ${(inputs / Math.max(1, seconds)).toFixed(1)}/s`,
    `opened: ${opened.accepted ?? 0} accepted${refusals.map(([code, count]) => `, ${count} ${code}`).join('')}`,
    `saved: ${saved} files, opened again; ${checkedByQpdf} of them compared with their input by qpdf`,
    ...Object.entries(explained).map(
      ([reason, count]) => `  worse for qpdf, explained: ${count} x ${reason}`,
    ),
    `limits: ${CPU_SECONDS} s of CPU, ${MEMORY_MB} MB above idle, heap ${HEAP_MB} MB`,
    `finds: ${finds.length}${finds.map(({ key, inputs: count }) => `\n  ${count} x ${key}`).join('')}`,
    `not seen again: ${unconfirmed.length}${unconfirmed.map(({ key, id }) => `\n  ${key} (${id})`).join('')}`,
  ].join('\n');
}
