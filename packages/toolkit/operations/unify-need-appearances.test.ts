import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeStream, lookupArray, lookupDict, openPdf } from '@countersign/pdf';
import { PDFBool, PDFDict, PDFDocument, PDFName, PDFStream, PDFString } from 'pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { merge } from './merging.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-appearances-'));
const output = join(folder, 'merged.pdf');

afterAll(() => rmSync(folder, { recursive: true }));

async function buildForm(name: string, asks: boolean): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const form = document.getForm();
  const field = form.createTextField(name);
  field.setText('old');
  field.addToPage(document.addPage([300, 200]), { x: 20, y: 100, width: 200, height: 30 });
  form.updateFieldAppearances();
  field.acroField.dict.set(PDFName.of('V'), PDFString.of('new'));
  if (asks) form.acroForm.dict.set(PDFName.of('NeedAppearances'), PDFBool.True);
  return document.save({ updateFieldAppearances: false, useObjectStreams: false });
}

function readForm(input: Uint8Array | string) {
  const file = openPdf(input);
  try {
    const drawn = [...file.pages()].map((page) => {
      const widget = lookupArray(page.dict, 'Annots')?.lookup(0, PDFDict);
      const look = widget && lookupDict(widget, 'AP')?.lookup(PDFName.of('N'));
      return look instanceof PDFStream
        ? Buffer.from(decodeStream(look, 100_000)).toString('latin1')
        : undefined;
    });
    const form = lookupDict(file.catalog, 'AcroForm');
    return { drawn, asks: form?.lookup(PDFName.of('NeedAppearances')) === PDFBool.True };
  } finally {
    file.close();
  }
}

// pdf.js and Poppler drew the fields of every other input in their own way once one input had the flag.
describe('merging a form that asks readers for its appearances', () => {
  it('makes them, and leaves those of other forms as they were', async () => {
    const [quiet, asking] = [await buildForm('a', false), await buildForm('b', true)];
    await merge({ inputs: [quiet, asking], output });
    const { drawn, asks } = readForm(output);
    expect(asks).toBe(false);
    expect(drawn[0]).toBe(readForm(quiet).drawn[0]);
    expect(drawn[0]).toContain('<6F6C64>');
    expect(drawn[1]).not.toBe(readForm(asking).drawn[0]);
    expect(drawn[1]).not.toContain('<6F6C64>');
    expect(drawn[1]).toContain('Tj');
  });

  it('leaves those of other forms as they were when the form that asks has no fields', async () => {
    const document = await PDFDocument.create();
    document.addPage([300, 200]);
    document.getForm().acroForm.dict.set(PDFName.of('NeedAppearances'), PDFBool.True);
    const quiet = await buildForm('a', false);
    await merge({ inputs: [quiet, await document.save()], output });
    const { drawn, asks } = readForm(output);
    expect(asks).toBe(false);
    expect(drawn[0]).toBe(readForm(quiet).drawn[0]);
  });

  it('leaves them to the readers when all forms ask', async () => {
    const forms = [await buildForm('a', true), await buildForm('b', true)];
    await merge({ inputs: forms, output });
    const { drawn, asks } = readForm(output);
    expect(asks).toBe(true);
    expect(drawn).toEqual(forms.map((form) => readForm(form).drawn[0]));
  });

  it('leaves them to the readers when no other input has a form', async () => {
    const document = await PDFDocument.create();
    document.addPage([300, 200]);
    await merge({ inputs: [await document.save(), await buildForm('a', true)], output });
    expect(readForm(output).asks).toBe(true);
  });
});
