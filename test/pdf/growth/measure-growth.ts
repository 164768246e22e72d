/** A program of its own: `node --no-opt ... measure-growth.ts FILE...` prints what is steep, as JSON. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSteep, startCounting, startCountingBuiltins, takeSteps } from './count-steps.ts';

startCounting();
const { inlineToolkit } = await import('@countersign/toolkit');
const { createDevelopmentSigner } = await import('@countersign/seal/signers/development-signer');
const { GROWN_FILES } = await import('../../../fixtures/build/grown-files.ts');
const { GROWN_TEXTS } = await import('./grown-texts.ts');

/** Of the smallest input; the others are two, four and eight times as large. */
const FILE_SIZE = 32;
const TEXT_SIZE = 64;

const folder = mkdtempSync(join(tmpdir(), 'countersign-growth-'));
const pem = join(folder, 'signer.pem');
writeFileSync(pem, (await createDevelopmentSigner({ key: 'ec-p256' })).pem);
const toolkit = inlineToolkit({ signer: { kind: 'pem', certificatePath: pem, keyPath: pem } });
const input = join(folder, 'input.pdf');
const output = join(folder, 'output.pdf');
const seal = { reason: 'All have signed', signedAt: '2026-11-21T10:00:00Z' };
const place = { type: 'signature', page: 0, x: 10, y: 10, width: 200, height: 80 } as const;
const stamp = (text: string) => ({ box: { ...place, id: 'a' }, typedName: text, lines: [text] });
const evidence = (rows: readonly string[]) => ({
  report: {
    title: 'Evidence',
    introduction: rows[0] ?? '',
    sections: [{ heading: 'All', rows: rows.map((value) => ({ label: value, value })) }],
    footer: 'Page',
  },
  record: { fileName: 'evidence.json', description: 'Facts', facts: { rows } },
});
const boxes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: `b${index}`, type: 'signature' as const },
    ...(index % 2 === 0
      ? { placement: 'new_page' as const, label: `Signee ${index}` }
      : { placement: 'existing' as const, page: 0, x: 5, y: 5 }),
  }));

const OF_FILES: Readonly<Record<string, (file: Buffer) => Promise<unknown>>> = {
  admit: (file) => {
    writeFileSync(input, file);
    return toolkit.admit({ input, output });
  },
  prepare: (file) => toolkit.prepare({ input: file, output, values: [], mode: 'all', boxes: boxes(2) }),
  complete: (file) => toolkit.complete({ input: file, output, values: [], stamps: [stamp('Ada')], seal }),
  merge: (file) => toolkit.merge({ inputs: [file, Buffer.from(file)], output }),
  verify: async (file) => {
    await toolkit.seal({ input: file, output, ...seal });
    takeSteps();
    return toolkit.verify({ input: readFileSync(output) });
  },
};

const form = () => GROWN_FILES['fields of a text']?.(1) ?? Buffer.of();
const filled = (name: string) => (text: string) =>
  toolkit.prepare({ input: form(), output, values: [{ name, value: text }], mode: 'filled', boxes: [] });
const OF_TEXTS: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
  'a value of one line': filled('line'),
  'a value of several lines': filled('lines'),
  'a value in cells': filled('cells'),
  'a stamp': (text) => toolkit.complete({ input: form(), output, values: [], stamps: [stamp(text)], seal }),
  evidence: (text) =>
    toolkit.complete({ input: form(), output, values: [], stamps: [], seal, evidence: evidence([text]) }),
  'checks of texts': (text) => toolkit.checkText({ texts: [text] }),
};

const list = <T>(count: number, write: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => write(index));
/** Of fewer, the embedded font is most of what is written. */
const FIELDS_AT_ONCE = 16;
const at = { page: 0, x: 5, y: 5, width: 60, height: 12 };
const grown = (name: string, count: number) => GROWN_FILES[name]?.(count) ?? Buffer.of();
const OF_LISTS: Readonly<Record<string, (count: number) => Promise<unknown>>> = {
  boxes: (count) => toolkit.prepare({ input: form(), output, values: [], mode: 'all', boxes: boxes(count) }),
  stamps: (count) =>
    toolkit.complete({ input: form(), output, values: [], stamps: list(count, () => stamp('Ada')), seal }),
  'rows of evidence': (count) =>
    toolkit.complete({
      input: form(),
      output,
      ...{ values: [], stamps: [], seal },
      evidence: evidence(list(count, (index) => `row ${index}`)),
    }),
  'merged files': (count) => toolkit.merge({ inputs: list(count, form), output }),
  'drawn items': (count) =>
    toolkit.draw({
      input: form(),
      output,
      items: list(FIELDS_AT_ONCE * count, (index) => ({ page: 0, text: `item ${index % 7}`, x: 5, y: 5 })),
    }),
  'numbered pages': (count) =>
    toolkit.numberPages({ input: grown('pages', count), output, format: '{page}/{pages}' }),
  'watermarked pages': (count) => toolkit.watermark({ input: grown('pages', count), output, text: 'DRAFT' }),
  'parts of a split': (count) => toolkit.split({ input: grown('pages', count), output, every: 1 }),
  'attached files': (count) =>
    toolkit.attach({
      input: form(),
      output,
      files: list(count, (index) => ({ name: `f${index}.txt`, content: Buffer.from('x') })),
    }),
  'new fields': (count) =>
    toolkit.addFields({
      input: form(),
      output,
      fields: list(FIELDS_AT_ONCE * count, (index) => ({
        ...at,
        name: `new.${index % 7}.f${index}`,
        value: 'Ada',
      })),
    }),
  values: (count) =>
    toolkit.prepare({
      input: GROWN_FILES.fields?.(count) ?? Buffer.of(),
      output,
      ...{ mode: 'filled', boxes: [] },
      values: list(count, (index) => ({ name: `f${index}`, value: 'new' })),
    }),
};

interface Measurement {
  readonly name: string;
  /** `ok`, or the code of a refusal, for each size. */
  readonly outcomes: readonly string[];
  readonly steep: readonly string[];
}

async function measure(
  name: string,
  size: number,
  run: (count: number) => Promise<unknown>,
): Promise<Measurement> {
  const taken = [];
  const outcomes: string[] = [];
  // Caches that fill up would look like growth.
  await run(8 * size).catch(() => undefined);
  for (const count of [size, 2 * size, 4 * size, 8 * size]) {
    takeSteps();
    outcomes.push(
      await run(count).then(
        () => 'ok',
        (error: { code?: string; stack?: string }) => error.code ?? String(error.stack),
      ),
    );
    taken.push(takeSteps());
  }
  return { name, outcomes, steep: findSteep(taken, 16 * size) };
}

/** All, or those whose name has one of the words. */
const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.some((word) => name.includes(word));

const measurements: Measurement[] = [];
async function addWanted(
  name: string,
  size: number,
  run: (count: number) => Promise<unknown>,
): Promise<void> {
  if (!isWanted(name)) return;
  const measured = await measure(name, size, run);
  measurements.push(measured);
  if (process.stderr.isTTY) process.stderr.write(`${name}: ${measured.steep.length} steep\n`);
}

for (const run of Object.values(OF_FILES)) await run(GROWN_FILES.fields?.(3) ?? Buffer.of());
// Cells that have no room for a letter refuse it, which is measured too.
for (const run of Object.values(OF_TEXTS)) await run('Ada').catch(() => undefined);
startCountingBuiltins();
for (const [part, grow] of Object.entries(GROWN_FILES))
  for (const [operation, run] of Object.entries(OF_FILES))
    await addWanted(`${operation}: ${part}`, FILE_SIZE, (count) => run(grow(count)));
for (const [part, grow] of Object.entries(GROWN_TEXTS))
  for (const [operation, run] of Object.entries(OF_TEXTS))
    await addWanted(`${operation}: ${part}`, TEXT_SIZE, (count) => run(grow(count)));
for (const [part, run] of Object.entries(OF_LISTS)) await addWanted(`a list: ${part}`, FILE_SIZE, run);

rmSync(folder, { recursive: true });
process.stdout.write(JSON.stringify(measurements));
