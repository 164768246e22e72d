/** `npm run campaign -- NAME [options]`: runs one campaign. Exits with 1 if it did not pass, with 2 for wrong usage. */

import { parseArgs } from 'node:util';
import { missingPrograms } from '@countersign/pdf/testing';
import {
  type Campaign,
  type CampaignCall,
  readCount,
  SHARED_OPTIONS,
  type SharedOption,
  UsageError,
} from './campaign.ts';

const CAMPAIGNS: Readonly<Record<string, () => Promise<Campaign>>> = {
  corpus: async () => (await import('./corpus.ts')).corpus,
  'corpus-edits': async () => (await import('./corpus-edits.ts')).corpusEdits,
  crash: async () => (await import('./crash.ts')).crash,
  'forms-compare': async () => (await import('./forms-compare.ts')).formsCompare,
  'forms-look': async () => (await import('./forms-look.ts')).formsLook,
  fuzz: async () => (await import('./fuzz.ts')).fuzz,
  geometry: async () => (await import('./geometry.ts')).geometry,
  'seal-flips': async () => (await import('./seal-flips.ts')).sealFlips,
};

async function main([name = '--help', ...args]: readonly string[]): Promise<number> {
  if (name === '--help') {
    print(await overview());
    return 0;
  }
  const campaign = Object.hasOwn(CAMPAIGNS, name) ? await CAMPAIGNS[name]?.() : undefined;
  if (campaign === undefined) throw new UsageError(`unknown campaign: ${name}; --help lists them`);
  if (args.includes('--help')) {
    print(helpOf(name, campaign));
    return 0;
  }
  const { json, ...call } = readCall(campaign, args);
  for (const line of missingPrograms(campaign.asks ?? []))
    process.stderr.write(`${line}: it is not asked.\n`);
  const { facts, text, passed } = await campaign.run(call);
  print(json ? JSON.stringify(facts) : text);
  return passed ? 0 : 1;
}

async function overview(): Promise<string> {
  const lines = Object.entries(CAMPAIGNS).map(
    async ([name, load]) => `  ${name.padEnd(14)} ${(await load()).summary}`,
  );
  const usage = 'usage: npm run campaign -- NAME [options]; NAME --help lists its options';
  return [usage, '', ...(await Promise.all(lines))].join('\n');
}

function optionsOf({ takes, own }: Campaign) {
  return { ...Object.fromEntries(takes.map((name) => [name, SHARED_OPTIONS[name]])), ...own };
}

function helpOf(name: string, campaign: Campaign): string {
  const lines = Object.entries(optionsOf(campaign)).map(
    ([option, { help }]) => `  --${option.padEnd(12)} ${help}`,
  );
  const json = `  --${'json'.padEnd(12)} print the report as JSON`;
  return [`usage: npm run campaign -- ${name} [options]`, campaign.summary, '', ...lines, json].join('\n');
}

type Values = Readonly<Record<string, string | boolean | undefined>> &
  Readonly<Partial<Record<Exclude<SharedOption, 'only'>, string>>> & {
    readonly only?: string[];
    readonly json?: boolean;
  };

function readCall(campaign: Campaign, args: readonly string[]): CampaignCall & { readonly json: boolean } {
  const options = Object.entries(optionsOf(campaign)).map(([name, { type }]) => [
    name,
    { type, multiple: name === 'only' },
  ]);
  const { values } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean' }, ...Object.fromEntries(options) },
  }) as { values: Values };
  const { seed, seconds, count, only = [], keep, json = false, ...own } = values;
  return {
    seed: seed === undefined ? 1 : Number(seed),
    seconds: seconds === undefined ? undefined : readCount('seconds', seconds),
    count: count === undefined ? undefined : readCount('count', count),
    isAsked: (name) => only.length === 0 || only.some((text) => name.includes(text)),
    keep,
    own,
    signal: interruption(),
    print: json ? () => undefined : print,
    json,
  };
}

/** npm forwards signals that the terminal has already sent. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => controller.abort());
  return controller.signal;
}

/** Those of `parseArgs` too. */
function isUsageError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return error instanceof UsageError || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

// A thread or process that cannot be ended must not block the exit.
process.exit(
  await main(process.argv.slice(2)).catch((error: unknown) => {
    if (!isUsageError(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }),
);
