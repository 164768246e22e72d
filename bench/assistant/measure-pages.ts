/**
 * `node bench/assistant/measure-pages.ts [--pages 2000]`: processor time and memory of reading a long file and of questions on it [D11-13].
 * The pages are those of the contracts in `fixtures/assistant`, over and over, each time with other numbers.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { answerQuestion, createIndex, type Reading, readDocument } from '@countersign/assistant';
import { openPdf } from '@countersign/pdf';
import { readText } from '@countersign/pdf/text';
import { PDFDocument } from 'pdf-lib';
import { buildContract } from '../../fixtures/assistant/build-contract.ts';
import { generatedPath } from '../../fixtures/fixture-path.ts';
import { listDocuments } from './questions.ts';

const QUESTIONS = [
  'How long is the notice period?',
  'How much is the rent and when is it due?',
  'Who is liable for damages?',
  'What happens to confidential information after termination of the agreement?',
  'Is there a swimming pool?',
];

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '2000' }, read: { type: 'string' } },
});
/** V8 gives memory back late without limits. The heap is that of the service: `READING` of packages/server/wiring/assistant.ts. */
const LIMITS = ['--max-semi-space-size=8', '--max-old-space-size=140'];

/** Reads in a process of its own, so that the memory is that of reading. */
async function run(pages: number): Promise<void> {
  const path = generatedPath(`assistant-${pages}.pdf`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await buildLongFile(pages));
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...LIMITS, fileURLToPath(import.meta.url), '--read', path],
    {
      encoding: 'utf8',
    },
  );
  process.stdout.write(stdout + stderr);
}

async function buildLongFile(pages: number): Promise<Uint8Array> {
  const texts = listDocuments().filter(({ language }) => language === 'en');
  const long = await PDFDocument.create({ updateMetadata: false });
  for (let copy = 0; long.getPageCount() < pages; copy += 1) {
    const text = texts.flatMap(({ lines }) => lines).join('\n');
    const varied = text.replace(/\d+/g, (number) => String(Number(number) + copy));
    const part = await PDFDocument.load(await buildContract(`Part ${copy}`, varied));
    const wanted = part.getPageIndices().slice(0, pages - long.getPageCount());
    for (const page of await long.copyPages(part, wanted)) long.addPage(page);
  }
  return long.save();
}

function measure(path: string): void {
  const bytes = readFileSync(path);
  const [readMs, reading] = timed(() => readDocument(readText(openPdf(bytes))));
  const readMb = peakMegabytes();
  const [writeMs, json] = timed(() => JSON.stringify(reading));
  const [parseMs, stored] = timed(() => JSON.parse(json) as Reading);
  const [indexMs, index] = timed(() => createIndex(stored));
  console.log(
    `file of ${(bytes.length / 1e6).toFixed(1)} MB, ${reading.passages.length} passages, ${reading.facts.length} facts`,
  );
  console.log(`read: ${readMs} ms, peak memory of the process ${readMb} MB`);
  console.log(
    `stored: ${(json.length / 1e6).toFixed(1)} MB of JSON, written in ${writeMs} ms, parsed in ${parseMs} ms`,
  );
  console.log(`index: ${indexMs} ms, peak memory of the process ${peakMegabytes()} MB`);
  for (const question of QUESTIONS) {
    const [first, answer] = timed(() => answerQuestion(index, question, { language: 'en' }));
    const [again] = timed(() => answerQuestion(index, question, { language: 'en' }));
    console.log(`${first} ms, again ${again} ms: ${question} (${answer.found ? 'found' : 'not found'})`);
  }
}

/** Returns the processor time in milliseconds, which other programs on the machine do not change. */
function timed<T>(work: () => T): [milliseconds: number, result: T] {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return [Math.round((user + system) / 1000), result];
}

function peakMegabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

if (values.read === undefined) await run(Number(values.pages));
else measure(values.read);
