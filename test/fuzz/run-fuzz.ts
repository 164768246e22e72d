/** `npm run fuzz -- --seconds N [--seed S]`: tries mutated files; fails if one has a finding. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingPrograms } from '@countersign/pdf/testing';
import { type Find, runCampaign } from './campaign.ts';
import { makeInput, parseId } from './make-input.ts';
import { minimise } from './minimise.ts';
import { type FuzzOptions, readOptions, USAGE } from './options.ts';
import { formatFind, formatResult } from './report.ts';
import { listSeedFiles } from './seed-files.ts';
import { TrialProcess } from './trial-process.ts';

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    print(USAGE);
    return 0;
  }
  const options = readOptions(args);
  for (const line of missingPrograms(['qpdf'])) process.stderr.write(`${line}: it is not asked.\n`);
  if (options.reproduce !== undefined || options.file !== undefined) return tryAgain(options);
  return campaign(options);
}

async function campaign(options: FuzzOptions): Promise<number> {
  const { only, keep } = options;
  const files = listSeedFiles(options).filter(({ name }) => only === undefined || name.includes(only));
  const onFind = (find: Find) => {
    if (!options.json) print(formatFind(find));
    if (keep !== undefined) keepInput(keep, find);
  };
  const result = await runCampaign({ ...options, files, onFind });
  print(options.json ? JSON.stringify(result, null, 2) : formatResult(result));
  return result.finds.length === 0 ? 0 : 1;
}

function keepInput(folder: string, { id }: Find): void {
  const input = makeInput(parseId(id));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${id.replace(/[^\w.-]+/g, '_')}.pdf`), input.bytes);
}

async function tryAgain(options: FuzzOptions): Promise<number> {
  const { reproduce, file, keep } = options;
  const input = reproduce === undefined ? undefined : makeInput(parseId(reproduce));
  const bytes = input?.bytes ?? readFileSync(file ?? '');
  if (input !== undefined) print(input.mutations.map((name) => `- ${name}`).join('\n'));
  if (options.minimise) return printSmallest(bytes, keep ?? '.');
  const folder = keep ?? '.tmp-fuzz';
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'input.pdf');
  writeFileSync(path, bytes);
  return printOutcome(path);
}

async function printOutcome(path: string): Promise<number> {
  const trial = new TrialProcess();
  try {
    const { outcome } = await trial.try({ path, askQpdf: true });
    print(`${path}: ${JSON.stringify({ ...outcome, findings: outcome.findings.length }, null, 2)}`);
    for (const { kind, job, detail } of outcome.findings) print(`${kind} in ${job}\n${detail}`);
    return outcome.findings.length === 0 ? 0 : 1;
  } finally {
    trial.close();
  }
}

async function printSmallest(bytes: Buffer, folder: string): Promise<number> {
  const smallest = await minimise(bytes);
  if (smallest === undefined) {
    print('No finding.');
    return 0;
  }
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'smallest.pdf');
  writeFileSync(path, smallest.bytes);
  print(`${path}: ${smallest.bytes.length} of ${bytes.length} bytes still have: ${smallest.key}`);
  return 1;
}

process.exitCode = await main(process.argv.slice(2));
