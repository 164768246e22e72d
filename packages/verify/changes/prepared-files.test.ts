import { openPdf, type PdfFile } from '@countersign/pdf';
import { sealPdf } from '@countersign/seal';
import {
  createDevelopmentSigner,
  type DevelopmentSigner,
} from '@countersign/seal/signers/development-signer';
import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyFile } from '../verify-signatures.ts';
import type { LaterChangeCode } from './later-change.ts';

const STATEMENT = { reason: 'All have signed', name: 'Countersign', signedAt: new Date() };
const PAGE = [600, 800] as const;
const PAINT = '1 0 0 rg 0 0 600 800 re f';
const BACKGROUND = '0.9 g 0 0 300 40 re f 0 G 0 0 300 40 re S /Tx BMC BT /Helv 12 Tf () Tj ET EMC';
const name = (key: string) => PDFName.of(key);

type Prepare = (document: PDFDocument, field: PDFDict, ref: PDFRef) => void;
type Change = (file: PdfFile, field: PDFDict) => void;

let signer: DevelopmentSigner;

beforeAll(async () => {
  signer = await createDevelopmentSigner({ key: 'ec-p256' });
});

/** Seals a page with a field whose entries the attacker chose. */
async function sealPrepared(prepare: Prepare): Promise<{ sealed: Uint8Array; ref: PDFRef }> {
  const document = await PDFDocument.create();
  const page = document.addPage([...PAGE]);
  page.drawText('Pay 100 kronor', { x: 40, y: 700, size: 12 });
  const { context } = document;
  const widget = { Type: 'Annot', Subtype: 'Widget', Rect: [40, 400, 340, 440], P: page.ref, F: 4 };
  const field = context.obj({ ...widget, T: PDFString.of('prepared') });
  const ref = context.register(field);
  document.getForm().acroForm.addField(ref);
  page.node.addAnnot(ref);
  prepare(document, field, ref);
  const bytes = await document.save({ useObjectStreams: false, updateFieldAppearances: false });
  return { sealed: (await sealPdf(openPdf(bytes), signer, STATEMENT)).toBytes(), ref };
}

async function verifyRevised(prepare: Prepare, change: Change) {
  const { sealed, ref } = await sealPrepared(prepare);
  expect(verifyFile(sealed).state).toBe('intact');
  const file = openPdf(sealed);
  change(file, file.context.lookup(ref, PDFDict));
  const { increment } = file.saveIncremental();
  return verifyFile(Buffer.concat([sealed, increment]));
}

function setAll(dict: PDFDict, entries: Readonly<Record<string, PDFObject>>): void {
  for (const [key, value] of Object.entries(entries)) dict.set(name(key), value);
}

function lookOf({ context }: { readonly context: PDFDict['context'] }, content: string): PDFRef {
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 300, 40] };
  return context.register(context.stream(content, form));
}

const withLook =
  (entries: Readonly<Record<string, PDFObject>>, content: string): Prepare =>
  (document, field) =>
    setAll(field, { ...entries, AP: document.context.obj({ N: lookOf(document, content) }) });

const fill: Change = (file, field) =>
  setAll(field, { V: PDFString.of('x'), AP: file.context.obj({ N: lookOf(file, PAINT) }) });

const formOf = (file: PdfFile) => file.catalog.lookup(name('AcroForm'), PDFDict);

function addEmptyField(document: PDFDocument, entries: Readonly<Record<string, PDFObject>>): void {
  const page = document.getPage(0);
  const widget = { Type: 'Annot', Subtype: 'Widget', P: page.ref, F: 4, T: PDFString.of('second') };
  const field = document.context.obj(widget);
  setAll(field, entries);
  const ref = document.context.register(field);
  document.getForm().acroForm.addField(ref);
  page.node.addAnnot(ref);
}

function forEachEmptyField(file: PdfFile, change: (field: PDFDict) => void): void {
  for (const item of formOf(file).lookup(name('Fields'), PDFArray).asArray()) {
    const field = file.context.lookup(item, PDFDict);
    if (!field.has(name('V'))) change(field);
  }
}

const addFormFont: Change = (file) => {
  const font = file.context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Symbol' });
  setAll(formOf(file), { DR: file.context.obj({ Font: { Other: font } }) });
};

/** Uses one object as the security store and as another catalog entry. */
const shareWithStore =
  (key: string): Prepare =>
  ({ context, catalog }) => {
    const layer = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Hidden') }));
    const shared = context.register(context.obj({ OCGs: [layer], D: { OFF: [layer] }, Certs: [] }));
    setAll(catalog, { DSS: shared, [key]: shared });
  };

/** Disguises the page as validation data and its contents as an array of certificates. */
const storePage: Prepare = (document) => {
  const { context, catalog } = document;
  const page = document.getPage(0);
  const contents = context.register(context.obj([lookOf(document, PAINT)]));
  page.node.set(name('Contents'), contents);
  setAll(catalog, { DSS: context.obj({ Certs: contents, VRI: { A: page.ref } }) });
};

/** Adds a field with the seal as its value. */
const reuseSeal: Change = (file) => {
  const { context } = file;
  const fields = formOf(file).lookup(name('Fields'), PDFArray);
  const seal = context.lookup(fields.get(fields.size() - 1), PDFDict);
  const widget = {
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [40, 40, 240, 80],
    P: file.page(0).ref,
  };
  const value = seal.get(name('V')) ?? PDFRef.of(0);
  const again = context.register(context.obj({ ...widget, T: PDFString.of('again'), V: value }));
  fields.push(again);
  file.page(0).dict.lookup(name('Annots'), PDFArray).push(again);
};

describe('a file that was prepared for an attack and then sealed', () => {
  const text = { FT: name('Tx') };
  const pushButton = { FT: name('Btn'), Ff: PDFNumber.of(1 << 16) };

  it.each<[string, Prepare, Change, LaterChangeCode]>([
    ['a push button gets another look', withLook(pushButton, PAINT), fill, 'field_changed'],
    ['a field without a type gets another look', withLook({}, PAINT), fill, 'field_changed'],
    [
      'an empty field that shows a text is filled in',
      withLook(text, 'BT /Helv 12 Tf (Pay 100) Tj ET'),
      fill,
      'field_altered',
    ],
    [
      'an empty field that shows a number drawn with lines is filled in',
      withLook(text, '2 w 20 5 m 40 5 l 40 30 l 20 30 l 20 5 l S'),
      fill,
      'field_altered',
    ],
    [
      'an empty field that shows one of several states is filled in',
      (document, field) => {
        const look = lookOf(document, 'BT /Helv 12 Tf (Pay 100) Tj ET');
        setAll(field, { ...text, AS: name('A'), AP: document.context.obj({ N: { A: look } }) });
      },
      fill,
      'field_altered',
    ],
    [
      'an empty field as large as the page is filled in',
      (document, field) => setAll(field, { ...text, Rect: document.context.obj([0, 0, ...PAGE]) }),
      fill,
      'field_covers_page',
    ],
    [
      'empty fields that cover the page together are filled in',
      (document, field) => {
        const [width, height] = PAGE;
        setAll(field, { ...text, Rect: document.context.obj([0, 0, width, height * 0.4]) });
        addEmptyField(document, { ...text, Rect: document.context.obj([0, height * 0.4, width, height]) });
      },
      (file) => forEachEmptyField(file, (field) => fill(file, field)),
      'field_covers_page',
    ],
    [
      'empty signature fields that cover the page together are signed',
      (document, field) => {
        const [width, height] = PAGE;
        const signature = { FT: name('Sig') };
        setAll(field, { ...signature, Rect: document.context.obj([0, 0, width, height * 0.49]) });
        addEmptyField(document, {
          ...signature,
          Rect: document.context.obj([0, height * 0.5, width, height]),
        });
      },
      (file) =>
        forEachEmptyField(file, (field) =>
          setAll(field, { V: file.context.obj({ SubFilter: 'ETSI.CAdES.detached' }) }),
        ),
      'signature_covers_page',
    ],
    [
      'a check box as large as the page, with a contract for each state, is checked',
      (document, field) => {
        const looks = { Off: lookOf(document, PAINT), Yes: lookOf(document, 'BT (Pay 900) Tj ET') };
        const box = { FT: name('Btn'), AS: name('Off'), Rect: document.context.obj([0, 0, ...PAGE]) };
        setAll(field, { ...box, AP: document.context.obj({ N: looks }) });
      },
      (_, field) => setAll(field, { AS: name('Yes'), V: name('Yes') }),
      'field_covers_page',
    ],
    [
      'a check box gets another look when it is checked',
      (document, field) => {
        const looks = { Off: lookOf(document, ''), Yes: lookOf(document, PAINT) };
        setAll(field, { FT: name('Btn'), AS: name('Off'), AP: document.context.obj({ N: looks }) });
      },
      (file, field) =>
        setAll(field, {
          AS: name('Yes'),
          AP: file.context.obj({ N: { Yes: lookOf(file, 'BT (Pay 900) Tj ET') } }),
        }),
      'field_changed',
    ],
    [
      'readers are to draw the values and get another font for it',
      (document, field) => {
        setAll(field, { ...text, V: PDFString.of('100') });
        document.getForm().acroForm.dict.set(name('NeedAppearances'), PDFBool.True);
      },
      addFormFont,
      'form_changed',
    ],
    [
      'readers draw a value without an appearance and get another font for it',
      (_, field) => setAll(field, { ...text, V: PDFString.of('100') }),
      addFormFont,
      'form_changed',
    ],
    [
      'readers draw a value without an appearance and get other instructions for it',
      (_, field) => setAll(field, { ...text, V: PDFString.of('100') }),
      (file) => setAll(formOf(file), { DA: PDFString.of('/Other 12 Tf') }),
      'form_changed',
    ],
    [
      'readers draw the caption of a button and get a font for it',
      (document, field) =>
        setAll(field, { FT: name('Btn'), MK: document.context.obj({ CA: PDFString.of('Pay 900') }) }),
      addFormFont,
      'form_changed',
    ],
    ['an empty field that shows an image is filled in', withLook(text, '/Im0 Do'), fill, 'field_altered'],
    [
      'a box that is checked without a value is cleared',
      withLook({ FT: name('Btn'), AS: name('Yes') }, PAINT),
      (_, field) => setAll(field, { AS: name('Off') }),
      'field_altered',
    ],
    [
      'an empty signature field that covers the page is signed',
      (document, field) => setAll(field, { FT: name('Sig'), Rect: document.context.obj([0, 0, ...PAGE]) }),
      (file, field) => {
        fill(file, field);
        setAll(field, { V: file.context.obj({ SubFilter: 'ETSI.CAdES.detached' }) });
      },
      'signature_covers_page',
    ],
    [
      'a signature field that covers a page which it does not name is signed',
      (document, field) => {
        field.delete(name('P'));
        setAll(field, { FT: name('Sig'), Rect: document.context.obj([0, 0, ...PAGE]) });
      },
      (file, field) => {
        fill(file, field);
        setAll(field, { V: file.context.obj({ SubFilter: 'ETSI.CAdES.detached' }) });
      },
      'signature_covers_page',
    ],
    [
      'readers are to show the appearances of the file again',
      (document, field) => {
        withLook({ ...text, V: PDFString.of('100') }, PAINT)(document, field, PDFRef.of(0));
        document.getForm().acroForm.dict.set(name('NeedAppearances'), PDFBool.True);
      },
      (file) => void formOf(file).delete(name('NeedAppearances')),
      'form_changed',
    ],
    [
      'a field that sets up layers as well is filled in',
      ({ catalog, context }, field, ref) => {
        setAll(field, text);
        setAll(catalog, { OCProperties: context.obj({ OCGs: [], D: ref }) });
      },
      (file, field) => setAll(field, { V: PDFString.of('x'), AS: file.context.obj([]) }),
      'field_changed',
    ],
    [
      'a store of validation data sets up layers as well',
      shareWithStore('OCProperties'),
      (file) => {
        const store = file.catalog.lookup(name('DSS'), PDFDict);
        for (const key of ['OCGs', 'D']) store.delete(name(key));
      },
      'object_changed',
    ],
    [
      'a page passes for validation data',
      storePage,
      (file) => {
        const contents = file.page(0).dict.lookup(name('Contents'), PDFArray);
        contents.set(0, lookOf(file, ''));
        setAll(file.catalog, { DSS: file.context.obj({ Certs: [] }) });
      },
      'page_content_changed',
    ],
    [
      'the seal is the value of another field',
      (_, field) => setAll(field, text),
      reuseSeal,
      'signed_elsewhere',
    ],
  ])('is changed if %s', async (_, prepare, change, code) => {
    const { state, signatures } = await verifyRevised(prepare, change);
    expect(signatures.flatMap(({ changes }) => changes.map((found) => found.code))).toContain(code);
    expect(state).toBe('changed');
    expect(signatures.every(({ changesAllowed }) => changesAllowed)).toBe(false);
  });

  it('is intact if an empty field with a background and a border is filled in', async () => {
    const { signatures, state } = await verifyRevised(withLook(text, BACKGROUND), fill);
    expect(signatures[0]?.changes.map(({ code }) => code)).toEqual(['field_filled']);
    expect(state).toBe('intact');
  });
});
