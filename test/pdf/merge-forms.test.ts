import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPrograms, runProgram } from '@countersign/pdf/testing';
import { inlineToolkit } from '@countersign/toolkit';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, describe, expect, it } from 'vitest';
import { buildPdf } from '../../packages/pdf/testing/build-pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-merge-forms-'));
const output = join(folder, 'merged.pdf');
const toolkit = inlineToolkit();

afterAll(() => rmSync(folder, { recursive: true }));

/** Two fields, the first calculated from the second, in a font named /F in every file. */
function calculated(font: string, extra = ''): Uint8Array {
  const calculation = (text: string) => `/AA << /C ${script(text)} >>`;
  const widget = '/Type /Annot /Subtype /Widget /FT /Tx';
  return buildPdf({
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 8 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 200 200] >>',
    3: '<< /Type /Page /Parent 2 0 R /Annots [4 0 R 5 0 R] >>',
    4: `<< ${widget} /T (total|svc-scanned-id-mrz-firstname[1]) /Rect [9 9 90 30] ${calculation('a')} >>`,
    5: `<< ${widget} /T (part) /Rect [9 50 90 70] /DA (/F 8 Tf 1 0 0 rg) ${calculation('b')} >>`,
    6: `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`,
    8: `<< /Fields [4 0 R 5 0 R] /CO [5 0 R 4 0 R] /DA (/F 9 Tf) /DR << /Font << /F 6 0 R ${extra} >> /ProcSet [/PDF] >> >>`,
  });
}

const script = (name: string) => `<< /S /JavaScript /JS (${name}) >>`;

/** A script at every place, and a link. */
function withActions(): Uint8Array {
  const named = `/Names << /JavaScript << /Names [(a) ${script('named')}] >> >>`;
  const ofDocument = `/OpenAction ${script('opened')} /AA << /WC ${script('closed')} >> ${named}`;
  return buildPdf({
    1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> ${ofDocument} >>`,
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 200 200] >>',
    3: `<< /Type /Page /Parent 2 0 R /Annots [4 0 R 5 0 R] /AA << /O ${script('page')} >> >>`,
    4: `<< /Type /Annot /Subtype /Widget /FT /Tx /T (field) /Rect [9 9 90 30] /AA << /K ${script('field')} >> >>`,
    5: '<< /Type /Annot /Subtype /Link /Rect [9 50 90 70] /A << /S /URI /URI (https://example.com/) >> >>',
  });
}

async function read<T>(work: (document: PDFDocumentProxy) => Promise<T>): Promise<T> {
  const task = getDocument({ data: new Uint8Array(readFileSync(output)), verbosity: 0 });
  try {
    return await work(await task.promise);
  } finally {
    await task.destroy();
  }
}

describe('the form of merged files', () => {
  it('calculates file by file, each in its own order', async () => {
    await toolkit.merge({
      inputs: [calculated('Helvetica'), calculated('Courier'), calculated('Helvetica')],
      output,
    });
    const order = await read(async (document) => {
      const ids = (await document.getCalculationOrderIds()) ?? [];
      const fields = [...((await document.getFieldObjects()) ?? new Map<string, object[]>())];
      const names = new Map(
        fields.flatMap(([name, found]) => (found as { id: string }[]).map(({ id }) => [id, name] as const)),
      );
      return ids.map((id) => names.get(id));
    });
    expect(order).toEqual([
      'part',
      'total|svc-scanned-id-mrz-firstname[1]',
      'part#2',
      'total|svc-scanned-id-mrz-firstname[2]',
      'part#3',
      'total|svc-scanned-id-mrz-firstname[3]',
    ]);
  });

  it('has one set of resources, in which fields find the font of their own file', async () => {
    const { renamedFields } = await toolkit.merge({
      inputs: [calculated('Helvetica'), calculated('Courier', '/G 6 0 R')],
      output,
    });
    expect(renamedFields.map(({ input, to }) => [input, to])).toEqual([
      [1, 'total|svc-scanned-id-mrz-firstname[2]'],
      [1, 'part#2'],
    ]);
    const chosen = await read(async (document) => {
      const pages = await Promise.all(
        [1, 2].map(async (page) => (await document.getPage(page)).getAnnotations()),
      );
      return pages.flat().map(({ defaultAppearanceData: { fontName, fontSize } }) => [fontName, fontSize]);
    });
    expect(chosen).toEqual([
      ['F', 9],
      ['F', 8],
      ['F_2', 9],
      ['F_2', 8],
    ]);
  });

  it.skipIf(!hasPrograms('qpdf'))('is one, and its fonts are what they were', async () => {
    await toolkit.merge({ inputs: [calculated('Helvetica'), calculated('Courier', '/G 6 0 R')], output });
    const text = runProgram('qpdf', ['--qdf', '--object-streams=disable', output, '-']).text;
    expect(text.match(/\/AcroForm/g)).toHaveLength(1);
    const fonts = [...text.matchAll(/^ +\/(\w+) (\d+) 0 R$/gm)].map(([, name = '', object]) => {
      const font = new RegExp(`\\n${object} 0 obj\\n<<\\n {2}/BaseFont /(\\w+)`).exec(text)?.[1];
      return [name, font];
    });
    const named = fonts.filter(([, font]) => font !== undefined);
    expect(named.sort()).toEqual([
      ['F', 'Helvetica'],
      ['F_2', 'Courier'],
      ['G', 'Courier'],
    ]);
    expect(runProgram('qpdf', ['--check', output])).toMatchObject({ status: 0 });
  });

  it('can be filled in the fonts of both files', async () => {
    await toolkit.merge({ inputs: [calculated('Helvetica'), calculated('Courier')], output });
    const filled = join(folder, 'filled.pdf');
    const values = [
      { name: 'part', value: 'one' },
      { name: 'part#2', value: 'two' },
    ];
    await toolkit.prepare({ input: output, output: filled, values, mode: 'keepOriginal', boxes: [] });
    const fields = await toolkit.readFields({ input: filled });
    expect(
      fields.filter(({ name }) => name.startsWith('part')).map(({ name, value }) => [name, value]),
    ).toEqual([
      ['part', ['one']],
      ['part#2', ['two']],
    ]);
  });
});

// Two READMEs said different things of it.
it('a merge keeps scripts and actions of fields, annotations and pages, and drops those of the document', async () => {
  await toolkit.merge({ inputs: [withActions(), withActions()], output });
  const found = await read(async (document) => {
    const page = await document.getPage(2);
    const annotations = await page.getAnnotations();
    return {
      document: scriptsOf(await document.getJSActions()),
      page: scriptsOf(await page.getJSActions()),
      annotations: annotations.map(({ actions, url }) => url ?? scriptsOf(actions)),
    };
  });
  expect(found).toEqual({ document: [], page: ['page'], annotations: ['https://example.com/', ['field']] });
});

function scriptsOf(actions: unknown): unknown[] {
  return actions instanceof Map ? [...actions.values()].flat() : [];
}
