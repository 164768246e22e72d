import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFieldValues } from '@countersign/forms';
import { decodeTextString, openPdf } from '@countersign/pdf';
import { hasPrograms, runProgram } from '@countersign/pdf/testing';
import * as mupdf from 'mupdf';
import { PDFHexString } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect } from 'vitest';

export type Values = Record<string, readonly string[]>;

export function readByUs(pdf: Uint8Array): Values {
  return Object.fromEntries(readFieldValues(openPdf(pdf)).map((field) => [field.name, field.value]));
}

/** pdf.js decodes state names bytewise but /Opt as text. */
export async function readByPdfjs(pdf: Uint8Array, buttons: 'states' | 'texts' = 'states'): Promise<Values> {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  const annotations = await (await (await task.promise).getPage(1)).getAnnotations();
  await task.destroy();
  const read = (type: string, value: string) =>
    type === 'Btn' && buttons === 'states' ? Buffer.from(value, 'latin1').toString() : value;
  return Object.fromEntries(
    annotations.map(({ fieldName, fieldType, fieldValue }) => [
      fieldName,
      [fieldValue].flat().map((value) => read(fieldType, value)),
    ]),
  );
}

export function readByMupdf(pdf: Uint8Array): Values {
  const document = mupdf.Document.openDocument(pdf, 'application/pdf');
  const page = document.loadPage(0) as mupdf.PDFPage;
  const values = page.getWidgets().map((widget) => {
    const value = widget.getObject().getInheritable('V');
    const items = Array.from({ length: value.isArray() ? value.length : 0 }, (_, index) => value.get(index));
    const texts = items.length > 0 ? items.map((item) => item.asString()) : [widget.getValue()];
    return [widget.getName(), texts] as const;
  });
  document.destroy();
  return Object.fromEntries(values);
}

/** qpdf prefixes texts with `u:`, byte strings with `b:` and names with a slash. */
function decodeOfQpdf(value: string): string {
  if (value.startsWith('b:')) return decodeTextString(PDFHexString.of(value.slice(2))) ?? value;
  return value.replace(/^(u:|\/)/, '');
}

function readByQpdf(pdf: Uint8Array): Values {
  const folder = mkdtempSync(join(tmpdir(), 'forms-roundtrip-'));
  writeFileSync(join(folder, 'form.pdf'), pdf);
  const options = ['--json=2', '--json-key=acroform', join(folder, 'form.pdf')];
  const { stdout, stderr } = runProgram('qpdf', options);
  rmSync(folder, { recursive: true });
  // It warns about fields that it visits twice.
  expect(stderr).toBe('');
  const { fields } = JSON.parse(stdout).acroform as {
    fields: { fullname: string; value: string | string[] }[];
  };
  return Object.fromEntries(
    fields.map(({ fullname, value }) => [fullname, [value].flat().map(decodeOfQpdf)]),
  );
}

/** Asserts that we, pdf.js, MuPDF and, if installed, qpdf read these values. */
export async function expectReadByAll(pdf: Uint8Array, values: Values): Promise<void> {
  expect(readByUs(pdf)).toEqual(values);
  expect(await readByPdfjs(pdf)).toEqual(values);
  expect(readByMupdf(pdf)).toEqual(values);
  if (hasPrograms('qpdf')) expect(readByQpdf(pdf)).toEqual(values);
}
