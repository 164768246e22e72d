import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { afterAll, expect, it } from 'vitest';
import { merge } from './merging.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-merge-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Parts {
  readonly role?: string;
  readonly condition?: string;
}

async function buildPdf({ role, condition }: Parts): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  const { catalog, context } = document;
  const structure = { Type: 'StructTreeRoot', RoleMap: { Lead: role ?? 'P' } };
  if (role !== undefined) catalog.set(PDFName.of('StructTreeRoot'), context.obj(structure));
  const intents = [{ S: 'GTS_PDFX', OutputConditionIdentifier: condition ?? '' }];
  if (condition !== undefined) catalog.set(PDFName.of('OutputIntents'), context.obj(intents));
  return document.save();
}

it('reports by input what could not be kept', async () => {
  const parts = [{ role: 'P', condition: 'FOGRA39' }, { role: 'H1', condition: 'FOGRA39' }, {}];
  const inputs = await Promise.all(parts.map(buildPdf));
  const report = await merge({ inputs, output: join(folder, 'merged.pdf') });
  expect(report).toMatchObject({ pages: 3, droppedStructures: [1], differingOutputIntents: [2] });
});

/** A reader that takes everything in /Fields for a field of its own would otherwise find one field in both inputs. */
it('renames the kid of a field that the form lists too', async () => {
  const document = await PDFDocument.create();
  const { catalog, context } = document;
  const parent = context.nextRef();
  const widget = { Subtype: 'Widget', FT: 'Tx', T: PDFString.of('b'), Parent: parent, Rect: [0, 0, 90, 20] };
  const kid = context.register(context.obj(widget));
  context.assign(parent, context.obj({ T: PDFString.of('a'), Kids: [kid] }));
  document.addPage().node.set(PDFName.of('Annots'), context.obj([kid]));
  catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [parent, kid] }));
  const input = await document.save();
  const output = join(folder, 'listed-twice.pdf');
  const { renamedFields } = await merge({ inputs: [input, input.slice()], output });
  expect(renamedFields).toEqual([
    { input: 1, from: 'a', to: 'a#2' },
    { input: 1, from: 'a.b', to: 'a.b#2' },
  ]);
});
