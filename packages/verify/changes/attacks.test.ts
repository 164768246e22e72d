import { decodeTextString, lookupArray, lookupDict, openPdf, type PdfFile } from '@countersign/pdf';
import { sealPdf } from '@countersign/seal';
import { addToSecurityStore } from '@countersign/seal/checks';
import {
  createDevelopmentSigner,
  type DevelopmentSigner,
} from '@countersign/seal/signers/development-signer';
import { createFormSample, MISSING_OBJECT } from '@countersign/seal/testing';
import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type VerificationReport, verifyFile } from '../verify-signatures.ts';
import type { LaterChangeCode } from './later-change.ts';

const STATEMENT = { reason: 'All have signed', name: 'Countersign', signedAt: new Date() };
const DATA = { certificates: [Uint8Array.of(1)], ocsps: [Uint8Array.of(2)], crls: [Uint8Array.of(3)] };
const name = (key: string) => PDFName.of(key);
type Literal = Readonly<Record<string, string | number | number[] | Record<string, PDFRef>>>;
type Change = (file: PdfFile) => void;

let signer: DevelopmentSigner;
let forger: DevelopmentSigner;

beforeAll(async () => {
  signer = await createDevelopmentSigner({ key: 'ec-p256' });
  forger = await createDevelopmentSigner({ key: 'ec-p256' });
});

async function seal(bytes: Uint8Array, by: DevelopmentSigner): Promise<Uint8Array> {
  return (await sealPdf(openPdf(bytes), by, STATEMENT)).toBytes();
}

function revise(bytes: Uint8Array, change: Change): Uint8Array {
  const file = openPdf(bytes);
  change(file);
  const { increment } = file.saveIncremental();
  expect(increment.length).toBeGreaterThan(0);
  return Buffer.concat([bytes, increment]);
}

const sealOf = ({ signatures }: VerificationReport) =>
  signatures.find(({ fieldName }) => fieldName === 'Seal');

describe.each([
  ['a cross-reference table', false],
  ['object streams', true],
])('a sealed file with %s', (_, useObjectStreams) => {
  let sealed: Uint8Array;

  beforeAll(async () => {
    const file = openPdf(await createFormSample(useObjectStreams));
    addToSecurityStore(file, DATA);
    sealed = (await sealPdf(file, signer, STATEMENT)).toBytes();
    expect(verifyFile(sealed)).toMatchObject({ state: 'intact', signatures: [{ laterChanges: 'none' }] });
  });

  it.each<[string, Change, LaterChangeCode]>([
    ['a page shows other content', (file) => setContents(file), 'page_changed'],
    ['content has another stream', (file) => replaceContents(file), 'page_content_changed'],
    ['content is deleted', (file) => void file.context.delete(contentsOf(file)), 'page_content_changed'],
    ['a list of contents grows', (file) => growContents(file), 'page_changed'],
    ['a page is turned', (file) => setOnPage(file, 'Rotate', PDFNumber.of(180)), 'page_changed'],
    [
      'a page gets a smaller box',
      (file) => setOnPage(file, 'CropBox', file.context.obj([0, 0, 9, 9])),
      'page_changed',
    ],
    [
      'a page gets other resources',
      (file) => setOnPage(file, 'Resources', file.context.obj({})),
      'page_changed',
    ],
    ['a font is exchanged', (file) => exchangeFont(file), 'page_content_changed'],
    [
      'all pages inherit something',
      (file) => lookupDict(file.catalog, 'Pages')?.set(name('Rotate'), PDFNumber.of(90)),
      'pages_changed',
    ],
    ['pages change places', (file) => swapPages(file), 'pages_changed'],
    ['a page is removed', (file) => removePage(file), 'pages_changed'],
    [
      'the document opens with an action',
      (file) =>
        file.catalog.set(name('OpenAction'), file.context.obj({ S: 'JavaScript', JS: PDFString.of('x') })),
      'catalog_changed',
    ],
    [
      'a script comes with the names',
      (file) => file.catalog.set(name('Names'), file.context.obj({ JavaScript: { Names: [] } })),
      'catalog_changed',
    ],
    ['a hidden layer is shown', (file) => showLayer(file), 'object_changed'],
    ['layers are forgotten', (file) => file.catalog.delete(name('OCProperties')), 'catalog_changed'],
    [
      'permissions are added',
      (file) => file.catalog.set(name('Perms'), file.context.obj({})),
      'catalog_changed',
    ],
    ['the form is XFA', (file) => formOf(file).set(name('XFA'), file.context.obj([])), 'form_changed'],
    [
      'appearances are to be made anew',
      (file) => formOf(file).set(name('NeedAppearances'), PDFBool.True),
      'form_changed',
    ],
    ['a font of the form is exchanged', (file) => exchangeFormFont(file), 'form_changed'],
    ['a field is taken out', (file) => fieldsOf(file).remove(0), 'field_removed'],
    ['a value is changed', (file) => setField(file, 'filled', 'V', PDFString.of('refused')), 'field_altered'],
    ['only the look of a field is changed', (file) => setLook(file, 'filled'), 'field_changed'],
    ['an appearance is exchanged in its place', (file) => replaceLook(file, 'filled'), 'object_changed'],
    [
      'a field is moved',
      (file) => setField(file, 'filled', 'Rect', file.context.obj([0, 0, 600, 800])),
      'field_changed',
    ],
    [
      'an empty signature field is moved when it is signed',
      (file) => {
        setField(file, 'countersignature', 'Rect', file.context.obj([0, 0, 200, 50]));
        setField(file, 'countersignature', 'V', file.context.obj({ SubFilter: 'ETSI.CAdES.detached' }));
      },
      'field_changed',
    ],
    ['a field is hidden', (file) => setField(file, 'filled', 'F', PDFNumber.of(2)), 'field_changed'],
    [
      'a field gets an action',
      (file) => setField(file, 'empty', 'AA', file.context.obj({})),
      'field_changed',
    ],
    [
      'the seal is shown',
      (file) => setField(file, 'Seal', 'Rect', file.context.obj([0, 0, 600, 800])),
      'signature_changed',
    ],
    [
      'the seal says something else',
      (file) => sealValue(file).set(name('Reason'), PDFString.of('x')),
      'object_changed',
    ],
    [
      'the seal is a certification',
      (file) =>
        sealValue(file).set(
          name('Reference'),
          file.context.obj([{ TransformMethod: 'DocMDP', TransformParams: { P: 3 } }]),
        ),
      'object_changed',
    ],
    [
      'the first page gets a text annotation with a look',
      (file) => annotate(file, { Subtype: 'FreeText', Rect: [0, 0, 600, 800] }),
      'annotation_added',
    ],
    [
      'a stamp covers a page',
      (file) => annotate(file, { Subtype: 'Stamp', Rect: [0, 0, 600, 800] }),
      'annotation_added',
    ],
    [
      'a widget of no field is drawn',
      (file) => annotate(file, { Subtype: 'Widget', Rect: [0, 0, 600, 800] }),
      'annotation_added',
    ],
    [
      'a note is added without permission',
      (file) => annotate(file, { Subtype: 'Text', Rect: [0, 0, 20, 20] }),
      'note_added',
    ],
    ['a link leads elsewhere', (file) => changeLink(file), 'annotation_changed'],
    ['an annotation is removed', (file) => annotationsOf(file).remove(0), 'annotation_removed'],
    ['annotations change places', (file) => swap(annotationsOf(file)), 'page_changed'],
    [
      'annotations are another list',
      (file) => setOnPage(file, 'Annots', file.context.obj([])),
      'annotation_removed',
    ],
    [
      'a missing object is defined',
      (file) =>
        file.context.assign(
          PDFRef.of(MISSING_OBJECT),
          file.context.obj({ Type: 'Annot', Subtype: 'FreeText' }),
        ),
      'object_defined',
    ],
    [
      'a missing object is defined under another generation',
      (file) => file.context.assign(PDFRef.of(MISSING_OBJECT, 1), file.context.obj({ Type: 'Annot' })),
      'object_defined',
    ],
    [
      'a visible signature covers the page',
      (file) => addField(file, { Rect: [0, 0, 600, 500] }),
      'signature_covers_page',
    ],
    [
      'new signatures together cover too much of the page',
      (file) => {
        addField(file, { Rect: [0, 0, 600, 110] });
        addField(file, { Rect: [0, 200, 600, 310] });
      },
      'signature_covers_page',
    ],
    [
      'a visible signature field without a signature is added',
      (file) => addField(file, { Rect: [40, 690, 440, 720] }, null),
      'annotation_added',
    ],
    [
      'a visible signature field has something else as its value',
      (file) => addField(file, { Rect: [40, 690, 440, 720], V: [1] }),
      'annotation_added',
    ],
    [
      'a timestamp calls itself a page, so that it is not verified',
      (file) => addField(file, { Type: 'Page', AP: { N: lookOf(file) } }, 'ETSI.RFC3161'),
      'field_added',
    ],
    [
      'a signature that covers the page is hidden by a flag that is not an integer',
      (file) => addField(file, { F: 2.5, Rect: [0, 0, 600, 800], AP: { N: lookOf(file) } }),
      'signature_covers_page',
    ],
    ['a signature field has a script', (file) => addField(file, { AA: {} }), 'field_added'],
    ['a text field is added', (file) => addField(file, { FT: 'Tx' }), 'field_added'],
    [
      'the title is changed',
      (file) => infoOf(file).set(name('Title'), PDFString.of('x')),
      'information_changed',
    ],
    ['a page calls itself validation data', (file) => storePage(file), 'page_changed'],
    ['the validation data are exchanged', (file) => replaceData(file), 'object_changed'],
    [
      'the store holds something else',
      (file) => lookupDict(file.catalog, 'DSS')?.set(name('JS'), PDFString.of('x')),
      'catalog_changed',
    ],
  ])('is changed if %s, whoever signs that', async (_name, change, code) => {
    const changed = revise(sealed, change);
    const verified = verifyFile(changed);
    expect(sealOf(verified)?.changes.map((found) => found.code)).toContain(code);
    expect(sealOf(verified)).toMatchObject({ valid: true, changesAllowed: false });
    expect(verified.state).toBe('changed');
    expect(verifyFile(await seal(changed, forger)).state).toBe('changed');
  });

  it.each<[string, Change, string]>([
    ['validation data', (file) => addToSecurityStore(file, DATA), 'validation_data'],
    ['an invisible timestamp', (file) => addField(file, {}, 'ETSI.RFC3161'), 'validation_data'],
    [
      'an invisible timestamp with an appearance',
      (file) => addField(file, { AP: { N: lookOf(file) } }, 'ETSI.RFC3161'),
      'validation_data',
    ],
    ['another date', (file) => infoOf(file).set(name('ModDate'), PDFString.of('D:2030')), 'validation_data'],
    [
      'an empty field that is filled in',
      (file) => setField(file, 'empty', 'V', PDFString.of('x')),
      'form_filling',
    ],
    ['an invisible signature field to be signed later', (file) => addField(file, {}, null), 'signature'],
    [
      'an empty field that loses its area when it is signed, as @libpdf/core does it',
      (file) => {
        setField(file, 'countersignature', 'Rect', file.context.obj([0, 0, 0, 0]));
        setField(file, 'countersignature', 'V', file.context.obj({ SubFilter: 'ETSI.CAdES.detached' }));
      },
      'signature',
    ],
  ])('allows %s', (_name, change, kind) => {
    expect(sealOf(verifyFile(revise(sealed, change)))).toMatchObject({
      valid: true,
      changesAllowed: true,
      laterChanges: kind,
    });
  });

  it('stays intact with further seals, each over those before', async () => {
    const twice = await seal(await seal(sealed, forger), signer);
    expect(verifyFile(twice)).toMatchObject({
      state: 'intact',
      signatures: [{ laterChanges: 'signature' }, { laterChanges: 'signature' }, { laterChanges: 'none' }],
    });
  });

  it('is changed if a change is reverted before another signature', async () => {
    const changed = await seal(
      revise(sealed, (file) => setOnPage(file, 'Rotate', PDFNumber.of(180))),
      forger,
    );
    const back = revise(changed, (file) => setOnPage(file, 'Rotate', PDFNumber.of(0)));
    expect(verifyFile(back).state).toBe('changed');
  });

  it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['bytes are appended that are no revision', (bytes) => join(bytes, '\nnot a revision')],
    ['another file is appended', (bytes) => Buffer.concat([bytes, bytes])],
    [
      'a revision has another catalog',
      (bytes) =>
        appendTable(bytes, '9000 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n', 9000, '/Root 9000 0 R'),
    ],
    [
      'a revision says that the file is encrypted',
      (bytes) => appendTable(bytes, '9000 0 obj\n<<>>\nendobj\n', 9000, '/Root 1 0 R/Encrypt 9000 0 R'),
    ],
    [
      'a revision frees a page',
      (bytes) => revise(bytes, (file) => void file.context.delete(file.page(1).ref)),
    ],
  ])('is changed, or cannot be read, if %s', (_name, change) => {
    const changed = change(sealed);
    const state = () => {
      try {
        return verifyFile(changed).state;
      } catch (error) {
        return (error as { code?: string }).code;
      }
    };
    expect(['changed', 'password_required', 'locked', 'damaged', 'no_pages']).toContain(state());
  });
});

function join(bytes: Uint8Array, text: string): Uint8Array {
  return Buffer.concat([bytes, Buffer.from(text, 'latin1')]);
}

function appendTable(bytes: Uint8Array, object: string, number: number, trailer: string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1];
  const at = bytes.length;
  const entry = `${String(at).padStart(10, '0')} 00000 n \n`;
  const table = `xref\n${number} 1\n${entry}trailer\n<</Size ${number + 1}/Prev ${previous}${trailer}>>\n`;
  return join(bytes, `${object}${table}startxref\n${at + object.length}\n%%EOF\n`);
}

function firstPage(file: PdfFile): PDFDict {
  return file.page(0).dict;
}

function setOnPage(file: PdfFile, key: string, value: PDFObject): void {
  firstPage(file).set(name(key), value);
}

function contentsOf(file: PdfFile): PDFRef {
  const contents = firstPage(file).get(name('Contents'));
  return requireRef(contents instanceof PDFArray ? contents.get(0) : contents);
}

function requireRef(object: PDFObject | undefined): PDFRef {
  if (object instanceof PDFRef) return object;
  throw new Error('not a reference');
}

function requireDict(object: PDFObject | undefined): PDFDict {
  if (object instanceof PDFDict) return object;
  throw new Error('not a dictionary');
}

function paint(file: PdfFile) {
  return file.context.stream('0 0 600 800 re f');
}

function setContents(file: PdfFile): void {
  setOnPage(file, 'Contents', file.context.register(paint(file)));
}

function replaceContents(file: PdfFile): void {
  file.context.assign(contentsOf(file), paint(file));
}

function growContents(file: PdfFile): void {
  setOnPage(file, 'Contents', file.context.obj([contentsOf(file), file.context.register(paint(file))]));
}

function exchangeFont(file: PdfFile): void {
  const fonts = requireDict(lookupDict(firstPage(file), 'Resources')?.lookup(name('Font')));
  const [font] = fonts.values();
  requireDict(file.context.lookup(font)).set(name('BaseFont'), name('Symbol'));
}

function swapPages(file: PdfFile): void {
  const kids = lookupArray(requireDict(lookupDict(file.catalog, 'Pages')), 'Kids');
  if (kids) swap(kids);
}

function swap(list: PDFArray): void {
  const [first, second] = [list.get(0), list.get(1)];
  list.set(0, second);
  list.set(1, first);
}

function removePage(file: PdfFile): void {
  const pages = requireDict(lookupDict(file.catalog, 'Pages'));
  lookupArray(pages, 'Kids')?.remove(1);
  pages.set(name('Count'), PDFNumber.of(1));
}

function showLayer(file: PdfFile): void {
  const layers = requireDict(lookupDict(file.catalog, 'OCProperties'));
  requireDict(layers.lookup(name('D'))).set(name('OFF'), file.context.obj([]));
}

function formOf(file: PdfFile): PDFDict {
  return requireDict(lookupDict(file.catalog, 'AcroForm'));
}

function fieldsOf(file: PdfFile): PDFArray {
  return formOf(file).lookup(name('Fields'), PDFArray);
}

function exchangeFormFont(file: PdfFile): void {
  const fonts = requireDict(lookupDict(formOf(file), 'DR')?.lookup(name('Font')));
  const font = fonts.keys()[0] ?? name('Helv');
  fonts.set(font, file.context.register(file.context.obj({ Type: 'Font', Subtype: 'Type3' })));
}

/** Returns the field or its only widget, whichever has the key. */
function findField(file: PdfFile, fieldName: string, key: string): PDFDict {
  for (const item of fieldsOf(file).asArray()) {
    const field = requireDict(file.context.lookup(item));
    if (decodeTextString(field.lookup(name('T'))) !== fieldName) continue;
    const kid = lookupArray(field, 'Kids')?.lookup(0);
    return kid instanceof PDFDict && key !== 'V' ? kid : field;
  }
  throw new Error(`no field ${fieldName}`);
}

function setField(file: PdfFile, fieldName: string, key: string, value: PDFObject): void {
  findField(file, fieldName, key).set(name(key), value);
}

function lookOf(file: PdfFile): PDFRef {
  const look = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 600, 800] };
  return file.context.register(file.context.stream('0 0 600 800 re f', look));
}

function setLook(file: PdfFile, fieldName: string): void {
  setField(file, fieldName, 'AP', file.context.obj({ N: lookOf(file) }));
}

function replaceLook(file: PdfFile, fieldName: string): void {
  const looks = requireDict(findField(file, fieldName, 'AP').lookup(name('AP')));
  file.context.assign(requireRef(looks.get(name('N'))), paint(file));
}

function sealValue(file: PdfFile): PDFDict {
  return requireDict(findField(file, 'Seal', 'V').lookup(name('V')));
}

function annotationsOf(file: PdfFile): PDFArray {
  return firstPage(file).lookup(name('Annots'), PDFArray);
}

function annotate(file: PdfFile, annotation: Readonly<Record<string, string | number[]>>): void {
  const { context } = file;
  const isNote = annotation.Subtype === 'Text';
  const look = isNote ? {} : { AP: { N: lookOf(file) } };
  annotationsOf(file).push(context.register(context.obj({ Type: 'Annot', ...annotation, ...look })));
}

function changeLink(file: PdfFile): void {
  const links = annotationsOf(file)
    .asArray()
    .map((item) => file.context.lookup(item))
    .filter((item) => item instanceof PDFDict);
  const link = links.find((item) => item.get(name('Subtype')) === name('Link'));
  requireDict(link).set(name('A'), file.context.obj({ S: 'URI', URI: PDFString.of('https://example.com') }));
}

/** Without a sub-filter the field is empty. */
function addField(file: PdfFile, entries: Literal, subFilter: string | null = 'ETSI.CAdES.detached'): void {
  const { context } = file;
  const value = subFilter === null ? PDFNull : context.register(context.obj({ SubFilter: subFilter }));
  const widget = {
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [0, 0, 0, 0],
    P: file.page(0).ref,
    V: value,
  };
  const field = context.obj({ ...widget, T: PDFString.of('another') });
  const added = requireDict(context.obj(entries));
  for (const [key, entry] of added.entries()) field.set(key, entry);
  const ref = context.register(field);
  annotationsOf(file).push(ref);
  fieldsOf(file).push(ref);
}

function infoOf(file: PdfFile): PDFDict {
  return requireDict(lookupDict(file.trailer, 'Info'));
}

function storePage(file: PdfFile): void {
  file.catalog.set(name('DSS'), file.page(0).ref);
  setContents(file);
}

function replaceData(file: PdfFile): void {
  const list = lookupArray(requireDict(lookupDict(file.catalog, 'DSS')), 'Certs');
  file.context.assign(requireRef(list?.get(0)), paint(file));
}
