import { lookupArray, lookupDict, openPdf, type PdfFile } from '@countersign/pdf';
import { buildCms } from '@countersign/seal';
import { addSealField, insertCms, layOutSeal } from '@countersign/seal/checks';
import {
  createDevelopmentSigner,
  type DevelopmentSigner,
} from '@countersign/seal/signers/development-signer';
import { createFormSample, signRegardless } from '@countersign/seal/testing';
import { PDFDict, PDFName, PDFNumber, PDFString } from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyFile } from '../verify-signatures.ts';

const STATEMENT = { reason: 'Certified', name: 'Author', signedAt: new Date() };
const name = (key: string) => PDFName.of(key);
type Transform = Readonly<Record<string, string | number | string[]>>;
let signer: DevelopmentSigner;

beforeAll(async () => {
  signer = await createDevelopmentSigner({ key: 'ec-p256' });
});

async function certify(transforms: Readonly<Record<string, Transform>>): Promise<Uint8Array> {
  const file = openPdf(await createFormSample());
  const signature = await addSealField(file, STATEMENT);
  const value = file.context.lookup(signature, PDFDict);
  const references = Object.entries(transforms).map(([method, { Fields = [], ...params }]) => {
    const read = file.context.obj({ Type: 'TransformParams', V: '1.2', ...params }) as PDFDict;
    const names = Array.isArray(Fields) ? Fields.map((field) => PDFString.of(field)) : [];
    if (names.length > 0) read.set(name('Fields'), file.context.obj(names));
    return file.context.obj({ Type: 'SigRef', TransformMethod: method, TransformParams: read });
  });
  value.set(name('Reference'), file.context.obj(references));
  const prepared = layOutSeal(file, signature, { placeholderBytes: 4096 });
  return insertCms(prepared, await buildCms(prepared.digest, signer)).toBytes();
}

function revise(bytes: Uint8Array, change: (file: PdfFile) => void): Uint8Array {
  const file = openPdf(bytes);
  change(file);
  return file.save().toBytes();
}

function fill(field: string): (file: PdfFile) => void {
  return (file) => {
    const form = lookupDict(file.catalog, 'AcroForm');
    const fields = (form && lookupArray(form, 'Fields')?.asArray()) ?? [];
    const found = fields
      .map((item) => file.context.lookup(item, PDFDict))
      .find((dict) => dict.lookup(name('T'))?.toString().includes(hexOf(field)));
    found?.set(name('V'), PDFString.of('another'));
  };
}

/** pdf-lib writes names as UTF-16. */
function hexOf(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
}

function addNote(file: PdfFile): void {
  const { context } = file;
  const note = context.register(context.obj({ Type: 'Annot', Subtype: 'Text', Rect: [0, 0, 20, 20] }));
  lookupArray(file.page(0).dict, 'Annots')?.push(note);
}

function addHighlight(file: PdfFile): void {
  const { context } = file;
  const look = context.register(context.stream('0 0 600 800 re f', { BBox: [0, 0, 600, 800] }));
  const mark = { Type: 'Annot', Subtype: 'Highlight', Rect: [0, 0, 600, 800], AP: { N: look } };
  lookupArray(file.page(0).dict, 'Annots')?.push(context.register(context.obj(mark)));
}

const turn = (file: PdfFile) => file.page(0).dict.set(name('Rotate'), PDFNumber.of(90));

describe('a certified document', () => {
  it.each<[string, number, (file: PdfFile) => void, 'intact' | 'changed']>([
    ['an empty field is filled in', 1, fill('empty'), 'changed'],
    ['an empty field is filled in', 2, fill('empty'), 'intact'],
    ['a value is changed', 2, fill('filled'), 'intact'],
    ['a value is changed', 3, fill('filled'), 'intact'],
    ['a note is added', 2, addNote, 'changed'],
    ['a note is added', 3, addNote, 'intact'],
    ['an annotation covers the page', 3, addHighlight, 'changed'],
    ['a page is turned', 3, turn, 'changed'],
  ])('in which %s, with DocMDP %i', async (_, level, change, state) => {
    const certified = await certify({ DocMDP: { P: level } });
    expect(verifyFile(certified).state).toBe('intact');
    expect(verifyFile(revise(certified, change)).state).toBe(state);
  });

  it.each([
    [1, 'changed'],
    [2, 'intact'],
  ] as const)('that is signed again invisibly, with DocMDP %i', async (level, state) => {
    const certified = await certify({ DocMDP: { P: level } });
    const again = await signRegardless(certified, signer);
    expect(verifyFile(again).state).toBe(state);
  });

  it.each<[string, Transform, string, 'intact' | 'changed']>([
    ['All', { Action: 'All' }, 'empty', 'changed'],
    ['Include', { Action: 'Include', Fields: ['empty'] }, 'empty', 'changed'],
    ['Include', { Action: 'Include', Fields: ['filled'] }, 'empty', 'intact'],
    ['Exclude', { Action: 'Exclude', Fields: ['empty'] }, 'empty', 'intact'],
    ['Exclude', { Action: 'Exclude', Fields: ['empty'] }, 'filled', 'changed'],
  ])('with FieldMDP %s %j, of which the field %s is filled in', async (_, lock, field, state) => {
    const certified = await certify({ DocMDP: { P: 2 }, FieldMDP: lock });
    expect(verifyFile(revise(certified, fill(field))).state).toBe(state);
  });

  it('keeps its own rules if another signature covers the filled-in fields', async () => {
    const certified = await certify({ DocMDP: { P: 1 } });
    const filled = revise(certified, fill('empty'));
    const signed = await signRegardless(filled, signer);
    expect(verifyFile(signed).state).toBe('changed');
  });
});
