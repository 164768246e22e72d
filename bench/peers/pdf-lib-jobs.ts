/** The jobs as in pdf-lib's README; shared with @cantoo/pdf-lib. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { PDFDocument, PDFFont, PDFPage } from 'pdf-lib';
import { describeFields, describeFile, SIGNATURES_EXIST } from './answers.ts';
import { inputOf, type Jobs, type Task } from './task.ts';
import {
  A4,
  type DrawnBox,
  FIRST_PAGE_BOXES,
  listAddedFields,
  NEW_PAGE_BOX,
  placeOnPage,
  TEXT_SIZE,
  VALUES,
} from './work.ts';

type Library = typeof import('pdf-lib');

/** Loading and saving, as a whole or incrementally. */
export interface Storage {
  load(path: string): Promise<PDFDocument>;
  save(document: PDFDocument): Promise<Uint8Array>;
}

export function wholeFile({ PDFDocument }: Library): Storage {
  return {
    load: (path) => PDFDocument.load(readFileSync(path), { updateMetadata: false }),
    save: (document) => document.save(),
  };
}

export function readingJobs(library: Library, { load }: Storage): Jobs {
  return {
    async open(task) {
      const document = await load(inputOf(task));
      return describeFile(document.getPageCount(), hasSignatures(library, document));
    },
    async fields(task) {
      const fields = (await load(inputOf(task))).getForm().getFields();
      return describeFields(fields.map((field) => field.getName()));
    },
    async merge({ inputs, output }) {
      const merged = await library.PDFDocument.create();
      for (const input of inputs) {
        const source = await load(input);
        for (const page of await merged.copyPages(source, source.getPageIndices())) merged.addPage(page);
      }
      writeFileSync(output, await merged.save());
      return undefined;
    },
  };
}

export function writingJobs(library: Library, storage: Storage): Jobs {
  const change =
    (edit: (document: PDFDocument) => unknown) =>
    async (task: Task): Promise<undefined> => {
      const document = await storage.load(inputOf(task));
      await edit(document);
      writeFileSync(task.output, await storage.save(document));
    };
  return {
    boxes: change((document) => drawBoxes(library, document)),
    prefill: change(prefill),
    'add-fields': change(addFields),
    strip: change((document) => removeSignatures(library, document)),
    rewrite: change(() => undefined),
  };
}

function hasSignatures({ PDFName, PDFNumber }: Library, document: PDFDocument): boolean {
  const flags = document.catalog.getAcroForm()?.dict.lookupMaybe(PDFName.of('SigFlags'), PDFNumber);
  return ((flags?.asNumber() ?? 0) & SIGNATURES_EXIST) !== 0;
}

async function drawBoxes(library: Library, document: PDFDocument): Promise<void> {
  const font = await document.embedFont(library.StandardFonts.Helvetica);
  const first = document.getPage(0);
  for (const box of FIRST_PAGE_BOXES) drawBox(library, first, font, box);
  drawBox(library, document.addPage([A4.width, A4.height]), font, NEW_PAGE_BOX);
}

function drawBox({ rgb }: Library, page: PDFPage, font: PDFFont, box: DrawnBox): void {
  const { bottom, textBottom } = placeOnPage(box, page.getHeight());
  const { x, width, height, label } = box;
  const look = { borderColor: rgb(0.1, 0.35, 0.75), borderWidth: 1, color: rgb(0.1, 0.35, 0.75) };
  page.drawRectangle({ x, y: bottom, width, height, ...look, opacity: 0.15, borderOpacity: 0.9 });
  page.drawText(label, { x: x + 4, y: textBottom, size: TEXT_SIZE, font });
}

function prefill(document: PDFDocument): void {
  const form = document.getForm();
  for (const { name, value } of VALUES) form.getTextField(name).setText(value);
  for (const field of form.getFields()) field.enableReadOnly();
}

function addFields(document: PDFDocument): void {
  const form = document.getForm();
  const pages = document.getPages();
  for (const { name, page, x, y, width, height } of listAddedFields(pages.length)) {
    const target = pages[page];
    if (target === undefined) throw new Error(`no page ${page}`);
    form.createTextField(name).addToPage(target, { x, y: target.getHeight() - y - height, width, height });
  }
}

/** `form.removeField` fails on a signature without an appearance. */
function removeSignatures({ PDFName, PDFRef, PDFSignature }: Library, document: PDFDocument): void {
  const form = document.getForm();
  for (const field of form.getFields()) {
    if (!(field instanceof PDFSignature)) continue;
    const value = field.acroField.dict.get(PDFName.of('V'));
    form.acroForm.removeField(field.acroField);
    for (const page of document.getPages()) page.node.removeAnnot(field.ref);
    document.context.delete(field.ref);
    if (value instanceof PDFRef) document.context.delete(value);
  }
  form.acroForm.dict.delete(PDFName.of('SigFlags'));
}
