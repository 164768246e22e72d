import { lookupDict, openPdf, type PdfFile } from '@countersign/pdf';
import { PDFArray, type PDFDict, PDFName, PDFNumber, type PDFRef, PDFString } from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { sealPdf } from '../sign/seal-pdf.ts';
import { createDevelopmentSigner, type DevelopmentSigner } from '../signers/development-signer.ts';
import { createSamplePdf } from '../testing/sample-pdf.ts';
import { addToSecurityStore } from '../validation-data/security-store.ts';
import { findLaterChanges } from './later-changes.ts';

const STATEMENT = { reason: 'All have signed', name: 'Countersign', signedAt: new Date() };
const DATA = { certificates: [Uint8Array.of(1)], ocsps: [Uint8Array.of(2)], crls: [Uint8Array.of(3)] };
let signer: DevelopmentSigner;

beforeAll(async () => {
  signer = await createDevelopmentSigner({ key: 'ec-p256' });
});

describe.each([
  ['a cross-reference table', false],
  ['object streams', true],
])('behind the seal of a file with %s', (_, useObjectStreams) => {
  let sealed: Uint8Array;

  beforeAll(async () => {
    const file = openPdf(await createSamplePdf([{}, {}], useObjectStreams));
    addToSecurityStore(file, DATA);
    file.catalog.set(PDFName.of('Marked'), file.context.register(file.context.obj({ Kept: true })));
    sealed = (await sealPdf(file, signer, STATEMENT)).toBytes();
  });

  /** What is said of the seal when `change` came in a later revision. */
  function changesAfter(change: (file: PdfFile) => void): string {
    const file = openPdf(sealed);
    change(file);
    const { increment } = file.saveIncremental();
    expect(increment.length).toBeGreaterThan(0);
    return findLaterChanges(openPdf(Buffer.concat([sealed, increment])), sealed.length);
  }

  it('validation data counts as such', () => {
    expect(changesAfter((file) => addToSecurityStore(file, DATA))).toBe('validation_data');
  });

  it('a document timestamp that nobody sees counts as validation data', () => {
    expect(changesAfter((file) => addField(file, {}))).toBe('validation_data');
  });

  it.each<[string, (file: PdfFile) => void]>([
    [
      'a page that shows something else',
      (file) => file.page(0).dict.set(PDFName.of('Contents'), stream(file)),
    ],
    [
      'another content under the same number',
      (file) => file.context.assign(contentsOf(file), parsedStream(file)),
    ],
    ['a content that was deleted', (file) => void file.context.delete(contentsOf(file))],
    ['a page that was turned', (file) => file.page(1).dict.set(PDFName.of('Rotate'), PDFNumber.of(180))],
    ['another entry of the catalog', (file) => file.catalog.set(PDFName.of('OpenAction'), PDFString.of('x'))],
    [
      'an object that the catalog refers to',
      (file) => lookupDict(file.catalog, 'Marked')?.set(PDFName.of('Kept'), PDFNumber.of(0)),
    ],
    ['an entry of the form', (file) => formOf(file).set(PDFName.of('NeedAppearances'), PDFNumber.of(1))],
    ['a field that was taken out', (file) => formOf(file).lookup(PDFName.of('Fields'), PDFArray).remove(0)],
    ['a field with another value', (file) => addField(file, { value: { Type: 'Sig' } })],
    ['a timestamp that can be seen', (file) => addField(file, { field: { Rect: [0, 0, 100, 100] } })],
    ['a timestamp with an appearance', (file) => addField(file, { field: { AP: {} } })],
    ['a timestamp that acts', (file) => addField(file, { field: { AA: {} } })],
    [
      'the document information',
      (file) => lookupDict(file.trailer, 'Info')?.set(PDFName.of('Title'), PDFString.of('x')),
    ],
    [
      'a page that calls itself validation data',
      (file) => {
        file.catalog.set(PDFName.of('DSS'), file.page(0).ref);
        file.page(0).dict.set(PDFName.of('Contents'), stream(file));
      },
    ],
  ])('%s is something else', (_name, change) => {
    expect(changesAfter(change)).toBe('other');
  });

  it('a revision that cannot be told from the rest is something else', () => {
    const file = openPdf(Buffer.concat([sealed, Buffer.from('\n% more')]));
    expect(findLaterChanges(file, sealed.length - 20)).toBe('other');
  });
});

interface FieldParts {
  readonly field?: object;
  readonly value?: object;
}

function addField(file: PdfFile, { field = {}, value = {} }: FieldParts): void {
  const { context } = file;
  const page = file.page(0);
  const signature = { Type: 'DocTimeStamp', SubFilter: 'ETSI.RFC3161', ...value };
  const widget = { Type: 'Annot', Subtype: 'Widget', FT: 'Sig', Rect: [0, 0, 0, 0], P: page.ref };
  const ref = context.register(
    context.obj({ ...widget, V: context.register(context.obj(signature)), ...field }),
  );
  page.dict.lookup(PDFName.of('Annots'), PDFArray).push(ref);
  formOf(file).lookup(PDFName.of('Fields'), PDFArray).push(ref);
}

function formOf(file: PdfFile): PDFDict {
  const form = lookupDict(file.catalog, 'AcroForm');
  if (!form) throw new Error('The sealed file has no form');
  return form;
}

function contentsOf(file: PdfFile): PDFRef {
  const contents = file.page(0).dict.get(PDFName.of('Contents'));
  return (contents instanceof PDFArray ? contents.get(0) : contents) as PDFRef;
}

function parsedStream(file: PdfFile) {
  return file.context.stream('0 0 100 100 re f');
}

function stream(file: PdfFile): PDFRef {
  return file.context.register(parsedStream(file));
}
