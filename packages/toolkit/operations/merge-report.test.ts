import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName } from 'pdf-lib';
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
