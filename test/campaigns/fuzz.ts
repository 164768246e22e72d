import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Find, runCampaign } from '../fuzz/campaign.ts';
import { makeInput, parseId } from '../fuzz/make-input.ts';
import { minimise } from '../fuzz/minimise.ts';
import { formatFind, formatResult } from '../fuzz/report.ts';
import { listSeedFiles } from '../fuzz/seed-files.ts';
import { TrialProcess } from '../fuzz/trial-process.ts';
import type { Campaign, CampaignCall, CampaignReport } from './campaign.ts';

export const fuzz: Campaign = {
  summary: 'tries mutated files for some time (60 s); fails if one has a finding',
  takes: ['seed', 'seconds', 'count', 'only', 'keep'],
  own: {
    first: { type: 'string', help: 'number of the first input (0)' },
    processes: { type: 'string', help: 'processes side by side (one for each core, at most 4)' },
    qpdf: { type: 'string', help: 'share of inputs that qpdf is asked about (0.3)' },
    'no-corpus': { type: 'boolean', help: 'fixtures only' },
    reproduce: { type: 'string', help: 'one input, by the id that a find printed' },
    file: { type: 'string', help: 'one file as it is' },
    minimise: {
      type: 'boolean',
      help: 'with --reproduce or --file: make it smaller while it shows the same',
    },
  },
  asks: ['qpdf'],
  run: async (call) => {
    const { reproduce, file } = call.own;
    return reproduce === undefined && file === undefined ? tryInputs(call) : tryAgain(call);
  },
};

async function tryInputs({ isAsked, keep, own, print, ...call }: CampaignCall): Promise<CampaignReport> {
  const files = listSeedFiles({ withCorpus: own['no-corpus'] !== true }).filter(({ name }) => isAsked(name));
  const result = await runCampaign({
    files,
    seed: call.seed,
    seconds: call.seconds ?? 60,
    first: Number(own.first ?? 0),
    most: call.count ?? Number.MAX_SAFE_INTEGER,
    processes: Number(own.processes ?? Math.min(4, availableParallelism())),
    qpdfShare: Number(own.qpdf ?? 0.3),
    onFind: (find) => {
      print(formatFind(find));
      if (keep !== undefined) keepInput(keep, find);
    },
  });
  return { facts: result, text: formatResult(result), passed: result.finds.length === 0 };
}

function keepInput(folder: string, { id }: Find): void {
  const input = makeInput(parseId(id));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${id.replace(/[^\w.-]+/g, '_')}.pdf`), input.bytes);
}

async function tryAgain({ own, keep, print }: CampaignCall): Promise<CampaignReport> {
  const { reproduce, file = '' } = own;
  const input = typeof reproduce === 'string' ? makeInput(parseId(reproduce)) : undefined;
  const bytes = input?.bytes ?? readFileSync(String(file));
  for (const name of input?.mutations ?? []) print(`- ${name}`);
  if (own.minimise === true) return findSmallest(bytes, keep ?? '.');
  const folder = keep ?? '.tmp-fuzz';
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'input.pdf');
  writeFileSync(path, bytes);
  return tryFile(path);
}

async function tryFile(path: string): Promise<CampaignReport> {
  const trial = new TrialProcess();
  try {
    const { outcome } = await trial.try({ path, askQpdf: true });
    const counted = JSON.stringify({ ...outcome, findings: outcome.findings.length }, null, 2);
    const findings = outcome.findings.map(({ kind, job, detail }) => `${kind} in ${job}\n${detail}`);
    const passed = outcome.findings.length === 0;
    return { facts: outcome, text: [`${path}: ${counted}`, ...findings].join('\n'), passed };
  } finally {
    trial.close();
  }
}

async function findSmallest(bytes: Buffer, folder: string): Promise<CampaignReport> {
  const smallest = await minimise(bytes);
  if (smallest === undefined) return { facts: null, text: 'No finding.', passed: true };
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'smallest.pdf');
  writeFileSync(path, smallest.bytes);
  const { key } = smallest;
  const text = `${path}: ${smallest.bytes.length} of ${bytes.length} bytes still have: ${key}`;
  return { facts: { path, key }, text, passed: false };
}
