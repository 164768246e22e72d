/**
 * `npm run bench:growth`: how the processor time of every operation grows when its input is doubled. Prints the slope of
 * time over size on logarithmic scales: 1 is linear.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPdf } from '@countersign/pdf';
import { type Signer, sealPdf } from '@countersign/seal';
import { createDevelopmentSigner } from '@countersign/seal/signers/development-signer';
import { inlineToolkit } from '@countersign/toolkit';
import { GROWN_FILES } from '../../fixtures/build/grown-files.ts';
import { fitSlope } from './fit-slope.ts';

/** The smallest input of each part; the others are two, four and eight times as large. */
const PARTS: Readonly<Record<string, number>> = {
  pages: 1000,
  'chained objects': 4000,
  fields: 500,
  revisions: 100,
  annotations: 500,
  signatures: 2,
};
const DOUBLINGS = [1, 2, 4, 8];
/** Each input is measured as often, and the least time counts: other programs only add to it. */
const RUNS = 3;
const MAX_SLOPE = 1.1;

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const folder = mkdtempSync(join(tmpdir(), 'countersign-growth-'));
const pem = join(folder, 'signer.pem');
const output = join(folder, 'output.pdf');
const seal = { reason: 'All have signed', signedAt: '2026-11-21T10:00:00Z' };

try {
  const signer = await createDevelopmentSigner({ key: 'ec-p256' });
  writeFileSync(pem, signer.pem);
  const toolkit = inlineToolkit({ signer: { kind: 'pem', certificatePath: pem, keyPath: pem } });
  console.log('| operation | part | ms of CPU, sizes doubled | slope | |\n|---|---|---|---:|---|');
  for (const [part, first] of Object.entries(PARTS)) {
    const inputs: Buffer[] = [];
    for (const times of DOUBLINGS) inputs.push(await buildInput(signer, part, first * times));
    for (const [operation, run] of Object.entries(listOperations(toolkit))) {
      if (!`${operation}: ${part}`.includes(options.only)) continue;
      console.log(await measure(operation, part, first, inputs, run));
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

type Toolkit = ReturnType<typeof inlineToolkit>;
type Run = (input: Buffer) => Promise<unknown>;

function listOperations(toolkit: Toolkit): Readonly<Record<string, Run>> {
  const box = { type: 'signature' as const, placement: 'new_page' as const, label: 'Ada' };
  const field = { name: 'added', page: 0, x: 5, y: 5, width: 60, height: 12 };
  return {
    inspect: (input) => toolkit.inspect({ input }),
    'read fields': (input) => toolkit.readFields({ input }),
    'read pages': (input) => toolkit.readPages({ input }),
    'read text': (input) => toolkit.readText({ input }),
    admit: (input) => toolkit.admit({ input: asPath(input), output }),
    strip: (input) => toolkit.strip({ input, output }),
    prepare: (input) =>
      toolkit.prepare({ input, output, values: [], mode: 'all', boxes: [{ ...box, id: 'a' }] }),
    complete: (input) => toolkit.complete({ input, output, values: [], stamps: [], seal }),
    seal: (input) => toolkit.seal({ input, output, ...seal }),
    verify: (input) => toolkit.verify({ input }),
    'add a field': (input) => toolkit.addFields({ input, output, fields: [field] }),
    flatten: (input) => toolkit.flatten({ input, output }),
    rewrite: (input) => toolkit.rewrite({ input, output }),
    rotate: (input) => toolkit.rotate({ input, output, degrees: 90 }),
    'choose pages': (input) => toolkit.pages({ inputs: [input], output }),
    split: (input) => toolkit.split({ input, output, every: 10 }),
    'number pages': (input) => toolkit.numberPages({ input, output }),
    merge: (input) => toolkit.merge({ inputs: [input, Buffer.from(input)], output }),
  };
}

async function buildInput(signer: Signer, part: string, count: number): Promise<Buffer> {
  if (part !== 'signatures') return GROWN_FILES[part]?.(count) ?? Buffer.of();
  let bytes = GROWN_FILES.fields?.(1) ?? Buffer.of();
  for (let index = 0; index < count; index += 1) {
    const statement = {
      reason: `Agreed ${index}`,
      name: 'Ada',
      signedAt: new Date(seal.signedAt),
      certify: false,
    };
    const sealed = await sealPdf(openPdf(bytes), signer, statement);
    bytes = Buffer.from(sealed.toBytes());
  }
  return bytes;
}

async function measure(
  operation: string,
  part: string,
  first: number,
  inputs: readonly Buffer[],
  run: Run,
): Promise<string> {
  const times: number[] = [];
  try {
    // Code that is compiled during the measurement would hide growth.
    for (const input of inputs) await run(input);
    for (const input of inputs) times.push(await leastTime(() => run(input)));
  } catch (error) {
    return `| ${operation} | ${part} | refused: ${(error as { readonly code?: string }).code} | | |`;
  }
  const slope = fitSlope(times);
  const verdict = slope > MAX_SLOPE ? '**steep**' : '';
  const sizes = DOUBLINGS.map((times) => first * times).join(', ');
  const found = times.map((time) => time.toFixed(time < 10 ? 1 : 0)).join(', ');
  return `| ${operation} | ${part}: ${sizes} | ${found} | ${slope.toFixed(2)} | ${verdict} |`;
}

async function leastTime(run: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < RUNS; turn += 1) {
    const start = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

function asPath(bytes: Buffer): string {
  const path = join(folder, 'input.pdf');
  writeFileSync(path, bytes);
  return path;
}
