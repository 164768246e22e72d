import { openPdf } from '@countersign/pdf';
import { complaintsOfQpdf } from '@countersign/pdf/testing';
import { PDFDict, PDFDocument, PDFName, PDFNumber } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { createSamplePdf } from '../testing/sample-pdf.ts';
import { appendEvidence } from './append-evidence.ts';
import type { EvidenceReport } from './report.ts';

const REPORT: EvidenceReport = {
  title: 'Evidence of signing',
  introduction: 'These pages belong to the document.',
  summary: [{ label: 'Result', value: 'Signed by everyone' }],
  check: {
    label: 'Check this file',
    modules: [
      [true, false],
      [false, true],
    ],
  },
  sections: [
    {
      heading: 'Signer 1: Anna Ek',
      person: {
        contact: 'anna@example.com',
        signatureLabel: 'Signature of Anna Ek',
        initialsLabel: 'Initials of Anna Ek',
        signature: { typedName: 'Anna Ek', font: 'caveat' },
        initials: { typedName: 'AE' },
      },
      rows: [{ label: 'Fingerprint', value: 'ab'.repeat(32) }],
    },
  ],
  footer: 'Document 1\tpage {page} of {pages}',
};

/** One page with one paragraph, in a parent tree with kids if `isDeep`. */
async function createTagged(isDeep: boolean): Promise<Uint8Array> {
  const document = await PDFDocument.load(await createSamplePdf([{}]));
  const { context, catalog } = document;
  const page = document.getPage(0);
  page.node.set(PDFName.of('StructParents'), PDFNumber.of(0));
  const [owner, root] = [context.nextRef(), context.nextRef()];
  const element = context.register(context.obj({ Type: 'StructElem', S: 'P', P: owner, Pg: page.ref, K: 0 }));
  const leaf = { Nums: [0, [element]], ...(isDeep && { Limits: [0, 0] }) };
  const tree = isDeep ? { Kids: [context.register(context.obj(leaf))] } : leaf;
  context.assign(owner, context.obj({ Type: 'StructElem', S: 'Document', P: root, K: [element] }));
  context.assign(
    root,
    context.obj({
      ...{ Type: 'StructTreeRoot', K: [owner], ParentTree: context.register(context.obj(tree)) },
      ParentTreeNextKey: 1,
    }),
  );
  catalog.set(PDFName.of('StructTreeRoot'), root);
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  return document.save({ useObjectStreams: false });
}

interface Node {
  readonly role?: string;
  readonly alt?: string;
  readonly children?: readonly Node[];
}

const flatten = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(flatten)];

describe('evidence of a tagged file', () => {
  it.each([false, true])(
    'has its parts in the structure, in reading order (parent tree with kids: %s)',
    async (isDeep) => {
      const file = openPdf(await createTagged(isDeep));
      await appendEvidence(file, REPORT);
      const saved = file.save().toBytes();
      expect(complaintsOfQpdf(saved)).toBe('');
      const loading = getDocument({ data: Uint8Array.from(saved), verbosity: 0 });
      const page = await (await loading.promise).getPage(2);
      const nodes = flatten((await page.getStructTree()) as Node).filter(({ role }) => role !== undefined);
      expect(nodes.map(({ role, alt }) => [role, alt].filter(Boolean).join(': '))).toEqual([
        'Root',
        'Document',
        'H1',
        'P',
        'Figure: Check this file',
        'P',
        'P',
        'H2',
        'P',
        'Figure: Signature of Anna Ek',
        'Figure: Initials of Anna Ek',
        'P',
      ]);
      await loading.destroy();
      // The structure of the first page is as it was.
      const root = openPdf(saved).catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
      expect(root.lookup(PDFName.of('ParentTreeNextKey'), PDFNumber).asNumber()).toBe(2);
    },
  );

  it('is not tagged where the file is not: a reader might leave the rest out', async () => {
    const file = openPdf(await createSamplePdf([{}]));
    await appendEvidence(file, REPORT);
    const saved = Buffer.from(file.save().toBytes()).toString('latin1');
    expect(saved).not.toContain('StructParents');
    expect(saved).not.toContain('StructTreeRoot');
  });
});
