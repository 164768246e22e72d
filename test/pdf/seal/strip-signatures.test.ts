import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPdf } from '@countersign/pdf';
import { complaintsOfQpdf } from '@countersign/pdf/testing';
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFPage, type PDFRef, PDFString } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSignatureFields } from '../../../packages/seal/fields/signature-fields.ts';
import { sealPdf } from '../../../packages/seal/sign/seal-pdf.ts';
import {
  createDevelopmentSigner,
  DEVELOPMENT_SUBJECT,
} from '../../../packages/seal/signers/development-signer.ts';
import { strip } from '../../../packages/seal/strip/strip.ts';
import { type SignatureStripReport, stripSignatures } from '../../../packages/seal/strip/strip-signatures.ts';
import { verifySignatures } from '../../../packages/verify/verify-signatures.ts';

type Entries = Readonly<Record<string, string | PDFRef | PDFString>>;

const folder = mkdtempSync(join(tmpdir(), 'seal-strip-'));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * A group with a text field and a locked signature field with two widgets, an unlisted widget, a
 * certification, validation data, and a structure element that refers to a widget; sealed.
 */
async function createSignedForm(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const [first, second] = [document.addPage(), document.addPage()];
  const { context, catalog } = document;
  const text = document.getForm().createTextField('order.number');
  text.setText('4711');
  text.addToPage(first);
  const group = text.acroField.getParent();
  const field = context.obj({
    FT: 'Sig',
    T: PDFString.of('approval'),
    Lock: { Type: 'SigFieldLock', Action: 'All' },
  });
  const fieldRef = context.register(field);
  const widgets = [first, second].map((page) => addWidget(page, { Parent: fieldRef }));
  field.set(PDFName.of('Kids'), context.obj(widgets));
  group?.dict.lookup(PDFName.of('Kids'), PDFArray).push(fieldRef);
  addWidget(second, { FT: 'Sig', T: PDFString.of('orphan') });
  const element = { Type: 'OBJR', Obj: widgets[0] ?? null };
  catalog.set(
    PDFName.of('StructTreeRoot'),
    context.register(context.obj({ Type: 'StructTreeRoot', K: element })),
  );
  catalog.set(PDFName.of('Perms'), context.obj({ UR3: context.register(context.obj({ Type: 'Sig' })) }));
  catalog.set(PDFName.of('DSS'), context.obj({ Certs: [] }));
  return seal(await document.save({ useObjectStreams: false }));
}

function addWidget(page: PDFPage, entries: Entries): PDFRef {
  const { context } = page.doc;
  const widget = { Type: 'Annot', Subtype: 'Widget', Rect: [10, 10, 90, 40], ...entries };
  const ref = context.register(context.obj(widget));
  page.node.addAnnot(ref);
  return ref;
}

async function seal(bytes: Uint8Array): Promise<Uint8Array> {
  const signer = await createDevelopmentSigner({ key: 'ec-p256' });
  const statement = { reason: 'Test', name: 'Former Signer', signedAt: new Date('2025-05-05T05:05:05Z') };
  return (await sealPdf(openPdf(bytes), signer, statement)).toBytes();
}

describe('stripSignatures', () => {
  let signed: Uint8Array;
  let stripped: Buffer;
  let report: SignatureStripReport;

  beforeAll(async () => {
    signed = await createSignedForm();
    const file = openPdf(signed);
    report = stripSignatures(file);
    stripped = Buffer.from(file.rewrite().toBytes());
    writeFileSync(join(folder, 'stripped.pdf'), stripped);
  });

  it('reports removed signatures with signer and time', () => {
    expect(verifySignatures(signed)).toHaveLength(1);
    expect(report).toEqual({
      removedFields: ['order.approval', 'Seal'],
      removedSignatures: 1,
      signatures: [
        { fieldName: 'Seal', signerName: DEVELOPMENT_SUBJECT, signedAt: '2025-05-05T05:05:05.000Z' },
      ],
      removedOrphans: 1,
      removedCertification: true,
      removedRemains: true,
      changed: true,
    });
  });

  it('leaves no trace of a signature in the bytes', () => {
    const text = stripped.toString('latin1');
    for (const trace of [
      '/Sig',
      '/ByteRange',
      '/DSS',
      '/Perms',
      '/SigFlags',
      '/SigFieldLock',
      'orphan',
      'approval',
    ])
      expect(text).not.toContain(trace);
    expect(text.match(/%%EOF/g)).toHaveLength(1);
  });

  it('leaves the rest of the form as it was', async () => {
    const form = (await PDFDocument.load(stripped)).getForm();
    expect(form.getFields().map((field) => field.getName())).toEqual(['order.number']);
    expect(form.getTextField('order.number').getText()).toBe('4711');
    expect(openPdf(stripped).page(0).annotations()).toHaveLength(1);
    expect(openPdf(stripped).page(1).annotations()).toHaveLength(0);
  });

  it('finds nothing more the second time, and the file can be sealed again', async () => {
    expect(stripSignatures(openPdf(stripped))).toMatchObject({ changed: false, removedFields: [] });
    expect(verifySignatures(await seal(stripped))).toMatchObject([{ fieldName: 'Seal', valid: true }]);
  });

  it('drops a form that had nothing but signatures', async () => {
    const document = await PDFDocument.create();
    document.addPage();
    const file = openPdf(await seal(await document.save()));
    stripSignatures(file);
    expect(file.catalog.has(PDFName.of('AcroForm'))).toBe(false);
  });

  it('creates objects for signatures and pages, not for other fields and widgets', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage();
    for (let index = 0; index < 100; index++) {
      const field = document.getForm().createTextField(`field${index}`);
      for (let widget = 0; widget < 2; widget++) field.addToPage(page);
    }
    const file = openPdf(await seal(await document.save({ useObjectStreams: false })));
    expect(strip(file)).toMatchObject({ removedFields: ['Seal'], removedOrphans: 0 });
    expect(file.parsedObjectCount).toBeLessThan(20);
    const form = (await PDFDocument.load(file.rewrite().toBytes())).getForm();
    expect(form.getFields()).toHaveLength(100);
  });

  it('removes a widget whose type is inherited from an unlisted field', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage();
    const parent = document.context.register(document.context.obj({ FT: 'Sig', T: PDFString.of('lost') }));
    addWidget(page, { Parent: parent });
    const text = document.context.register(document.context.obj({ FT: 'Tx', T: PDFString.of('kept') }));
    addWidget(page, { Parent: text });
    const file = openPdf(await document.save());
    expect(stripSignatures(file)).toMatchObject({ removedFields: [], removedOrphans: 1 });
    expect(file.page(0).annotations()).toHaveLength(1);
  });

  it('finds a signature among the kids of a text field', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage();
    const field = document.getForm().createTextField('group');
    field.addToPage(page);
    const kid = document.context.obj({ FT: 'Sig', T: PDFString.of('inner'), Parent: field.ref });
    const kids = field.acroField.dict.lookup(PDFName.of('Kids'), PDFArray);
    kids.push(document.context.register(kid));
    const file = openPdf(await document.save());
    expect(stripSignatures(file)).toMatchObject({ removedFields: ['group.inner'] });
  });

  it('reports that a file without signatures was not changed', async () => {
    const document = await PDFDocument.create();
    document.getForm().createTextField('a').addToPage(document.addPage());
    const file = openPdf(await document.save());
    expect(stripSignatures(file).changed).toBe(false);
    expect(file.save().segments).toEqual([]);
  });

  it('rewrites a file whose signature was removed in a later revision', async () => {
    const document = await PDFDocument.create();
    document.addPage();
    const file = openPdf(await seal(await document.save({ useObjectStreams: false })));
    for (const key of ['AcroForm', 'Perms']) file.catalog.delete(PDFName.of(key));
    file.page(0).dict.delete(PDFName.of('Annots'));
    const revised = file.save().toBytes();
    expect(Buffer.from(revised).includes('/ByteRange')).toBe(true);
    const again = openPdf(revised);
    const found = { changed: true, removedFields: [], removedRemains: true, removedCertification: false };
    expect(stripSignatures(again)).toMatchObject(found);
    expect(Buffer.from(again.rewrite().toBytes()).includes('/ByteRange')).toBe(false);
  });

  it('reports that an unsigned file of several revisions was not changed', async () => {
    const document = await PDFDocument.create();
    document.addPage();
    const file = openPdf(await document.save());
    file.page(0).dict.set(PDFName.of('Rotate'), file.context.obj(90));
    const report = stripSignatures(openPdf(file.save().toBytes()));
    expect(report).toMatchObject({ changed: false, removedRemains: false });
  });

  it('gives a file that is sound to qpdf', () => {
    expect(complaintsOfQpdf(readFileSync(join(folder, 'stripped.pdf')))).toBe('');
  });
});

describe('a cyclic field tree', () => {
  it('is walked once, and its signature is found', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage();
    const widget = addWidget(page, { FT: 'Sig', T: PDFString.of('ring') });
    document.context.lookup(widget, PDFDict).set(PDFName.of('Kids'), document.context.obj([widget]));
    document.catalog.set(PDFName.of('AcroForm'), document.context.obj({ Fields: [widget] }));
    const file = openPdf(await document.save());
    expect(findSignatureFields(file).map(({ name }) => name)).toEqual(['ring']);
    expect(stripSignatures(file)).toMatchObject({ removedFields: ['ring'] });
  });
});
