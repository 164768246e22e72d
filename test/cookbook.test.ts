import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasPrograms, type OutsideProgram, runProgram } from '@countersign/pdf/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../fixtures/fixture-path.ts';
import { readByPdfjs } from '../packages/forms/testing/readers.ts';

const ROOT = join(import.meta.dirname, '..');

interface Example {
  readonly heading: string;
  readonly code: string;
  /** What the page says that it prints; undefined if the page says nothing. */
  readonly printed: string | undefined;
}

/** What another reader finds in the file of a task. */
interface Reading {
  readonly reader: OutsideProgram | 'pdf.js';
  readonly file: string;
  readonly args?: readonly string[];
  readonly finds: RegExp;
}

const SIGNED = /Signature Validation: Signature is Valid\./;
const SOUND = /No syntax or stream encoding errors found/;

function byQpdf(file: string, args: readonly string[], finds: RegExp): Reading {
  return { reader: 'qpdf', file, args, finds };
}

/** By the number of the task; a task without one writes nothing, and changes nothing that a reader could find. */
const READINGS: Readonly<Record<number, Reading>> = {
  1: { reader: 'pdf.js', file: 'form.pdf', finds: /^name=.*\nagree=.*\ncolor=/ },
  2: { reader: 'pdf.js', file: 'filled.pdf', finds: /name=Łukasz Żółć\nagree=Yes\ncolor=Blue/ },
  3: { reader: 'pdftotext', file: 'styled.pdf', finds: /Ada/ },
  5: { reader: 'pdf.js', file: 'filled.pdf', finds: /name=Łukasz Żółć\nagree=Yes\ncolor=Blue/ },
  6: { reader: 'pdftotext', file: 'flat.pdf', finds: /Łukasz Żółć/ },
  7: { reader: 'pdf.js', file: 'partly-flat.pdf', finds: /^agree=Yes$/ },
  8: { reader: 'pdf.js', file: 'with-fields.pdf', finds: /^city=\nagree=Off$/ },
  9: { reader: 'pdf.js', file: 'renamed.pdf', finds: /^address\.city=$/ },
  10: {
    reader: 'pdfinfo',
    file: 'contract.pdf',
    args: ['-f', '2', '-l', '2'],
    finds: /2 size: +842 x 595 pts/,
  },
  11: byQpdf('merged.pdf', ['--show-npages'], /^2$/),
  12: byQpdf('longer.pdf', ['--show-npages'], /^3$/),
  13: { reader: 'pdfinfo', file: 'rotated.pdf', args: ['-f', '1', '-l', '1'], finds: /1 rot: +90/ },
  14: { reader: 'pdftotext', file: 'chosen.pdf', finds: /^Appendix\s+Contract of 2026/ },
  15: byQpdf('part-2.pdf', ['--show-npages'], /^1$/),
  16: { reader: 'pdftotext', file: 'with-text.pdf', finds: /Παράρτημα Б/ },
  17: { reader: 'pdftotext', file: 'numbered.pdf', finds: /1 ?\/ ?2[\s\S]*2 ?\/ ?2/ },
  18: { reader: 'mutool', file: 'watermarked.pdf', args: ['draw', '-F', 'text'], finds: /DRAFT[\s\S]*DRAFT/ },
  19: { reader: 'pdftotext', file: 'contract.pdf', finds: /Contract of 2026\s+Appendix/ },
  20: byQpdf('decrypted.pdf', ['--check'], /File is not encrypted/),
  21: { reader: 'pdfinfo', file: 'form.pdf', finds: /Form: +AcroForm/ },
  22: byQpdf('rewritten.pdf', ['--check'], SOUND),
  23: byQpdf('clean.pdf', ['--check'], SOUND),
  24: { reader: 'pdfinfo', file: 'titled.pdf', finds: /Title: +Contract – Договор[\s\S]*Keywords: +lease/ },
  25: { reader: 'pdfdetach', file: 'attached.pdf', args: ['-list'], finds: /prices\.csv/ },
  26: { reader: 'pdfdetach', file: 'detached.pdf', args: ['-list'], finds: /^0 embedded files/ },
  27: { reader: 'pdftotext', file: 'stamped.pdf', finds: /Ada Lovelace/ },
  28: { reader: 'pdfsig', file: 'signed.pdf', finds: SIGNED },
  29: {
    reader: 'pdfsig',
    file: 'signed-twice.pdf',
    finds: /Signature is Valid\.[\s\S]*Signature is Valid\./,
  },
  30: {
    reader: 'pdfsig',
    file: 'signed-twice.pdf',
    finds: /Signature is Valid\.[\s\S]*Signature is Valid\./,
  },
  31: { reader: 'pdfsig', file: 'certified.pdf', finds: SIGNED },
  32: { reader: 'pdfsig', file: 'signed-in-two-steps.pdf', finds: SIGNED },
  33: { reader: 'pdfsig', file: 'lease-of-tenant.pdf', finds: SIGNED },
  34: {
    reader: 'pdfsig',
    file: 'lease-signed.pdf',
    finds: /Signature is Valid\.[\s\S]*Signature is Valid\./,
  },
  35: { reader: 'pdfsig', file: 'unsigned.pdf', finds: /does not contain any signatures/ },
};

async function readBy({ reader, file, args = [] }: Reading): Promise<string> {
  const path = join(folder, file);
  if (reader === 'pdf.js') {
    const { annotations } = await readByPdfjs(readFileSync(path));
    const widgets = annotations.filter(({ fieldName }) => fieldName !== undefined);
    return widgets.map(({ fieldName, fieldValue }) => `${fieldName}=${fieldValue ?? ''}`).join('\n');
  }
  return runProgram(reader, [...args, path, ...(reader === 'pdftotext' ? ['-'] : [])]).text.trim();
}

/** Imports the examples one after the other in its working folder, and returns what each printed. */
const RUNNER = `
import { format } from 'node:util';
import { writeFileSync } from 'node:fs';
const outputs = [];
for (let number = 0; number < Number(process.argv[2]); number += 1) {
  const lines = [];
  console.log = (...values) => lines.push(format(...values));
  try {
    await import('./example-' + number + '.mjs');
    outputs.push(lines.join('\\n'));
  } catch (error) {
    outputs.push(String(error.stack));
  }
}
writeFileSync('outputs.json', JSON.stringify(outputs));
`;

const examples = readExamples(readFileSync(join(ROOT, 'docs/cookbook.md'), 'utf8'));
let folder: string;
let outputs: readonly string[];

beforeAll(async () => {
  // Packages are found here, and no other test looks.
  folder = mkdtempSync(join(ROOT, 'node_modules/.cookbook-'));
  copyFileSync(fixturePath('encrypted/user-password.pdf'), join(folder, 'secret.pdf'));
  const logo = sharp({ create: { width: 80, height: 40, channels: 3, background: '#c02020' } });
  await logo.png().toFile(join(folder, 'logo.png'));
  writeFileSync(join(folder, 'run.mjs'), RUNNER);
  for (const [number, { code }] of examples.entries())
    writeFileSync(join(folder, `example-${number}.mjs`), code);
  execFileSync(process.execPath, ['run.mjs', String(examples.length)], { cwd: folder, stdio: 'pipe' });
  outputs = JSON.parse(readFileSync(join(folder, 'outputs.json'), 'utf8'));
});

afterAll(() => rmSync(folder, { recursive: true }));

it.each(examples.map((example, number) => ({ ...example, number })))(
  '$heading (example $number) does what it says',
  ({ number, printed }) => {
    const output = outputs[number] ?? '';
    expect(output).not.toMatch(/^\w*Error\b/);
    if (printed !== undefined) expect(output.trimEnd()).toBe(printed.trimEnd());
  },
);

/** The examples of each task: ours, then that of pdf-lib if it has one. */
const tasks = Map.groupBy(
  examples.filter(({ heading }) => /^\d/.test(heading)),
  ({ heading }) => heading,
);

describe('another reader', () => {
  for (const heading of tasks.keys()) {
    const reading = READINGS[Number.parseInt(heading, 10)];
    if (reading === undefined) continue;
    const isMissing = reading.reader !== 'pdf.js' && !hasPrograms(reading.reader);
    it.skipIf(isMissing)(`finds the result of ${heading}, by ${reading.reader}`, async () => {
      expect(await readBy(reading)).toMatch(reading.finds);
    });
  }
});

it('there are the everyday tasks, and the table says the lines of each', () => {
  expect(tasks.size).toBeGreaterThanOrEqual(30);
  const rows = [...tasks].map(([heading, shown]) => {
    // What pdf-lib prepares may come first.
    const at = shown.findIndex(({ code }) => code.includes("from '@countersign/"));
    const [own, other] = shown.slice(at);
    const number = Number.parseInt(heading, 10);
    const cells = [heading, countLines(own), countLines(other), READINGS[number]?.reader ?? '–'];
    return `| ${cells.join(' | ')} |`;
  });
  const table = ['| task | here | pdf-lib | read by |', '|---|--:|--:|---|', ...rows].join('\n');
  const page = readFileSync(join(ROOT, 'docs/cookbook.md'), 'utf8');
  expect(/^\| task \|[\s\S]*?(?=\n\n)/m.exec(page)?.[0]).toBe(table);
});

function countLines(example: Example | undefined): string {
  if (example === undefined) return '–';
  return String(example.code.split('\n').filter((line) => line.trim() !== '').length);
}

function readExamples(page: string): Example[] {
  const found: Example[] = [];
  let heading = '';
  for (const [, title, code, printed] of page.matchAll(
    /^#{2,3} (.+)$|^```ts\n([\s\S]*?)^```(?:\n\n```text\n([\s\S]*?)^```)?/gm,
  )) {
    if (title !== undefined) heading = title;
    else found.push({ heading, code: code ?? '', printed });
  }
  return found;
}
