import { readFileSync, writeFileSync } from 'node:fs';
import { PDFDocument, type PDFObject } from 'mupdf';
import { countCharacters, describeFields, describeFile, describeText, SIGNATURES_EXIST } from './answers.ts';
import { boxContent } from './box-content.ts';
import { inputOf, type Jobs, type Task } from './task.ts';
import { A4, FIRST_PAGE_BOXES, listAddedFields, NEW_PAGE_BOX, PAGE_HEIGHT, VALUES } from './work.ts';

function withDocument<T>(path: string, use: (document: PDFDocument) => T): T {
  const document = PDFDocument.openDocument(readFileSync(path), 'application/pdf') as PDFDocument;
  try {
    return use(document);
  } finally {
    document.destroy();
  }
}

function change(edit: (document: PDFDocument) => void, options: string) {
  return async (task: Task): Promise<undefined> => {
    withDocument(inputOf(task), (document) => {
      edit(document);
      writeDocument(document, task.output, options);
    });
  };
}

function writeDocument(document: PDFDocument, path: string, options: string): void {
  const buffer = document.saveToBuffer(options);
  writeFileSync(path, buffer.asUint8Array());
  buffer.destroy();
}

/** Removes unreachable objects, as our rewrite does. */
const WHOLE = 'garbage';
const INCREMENTAL = 'incremental';

export const standard: Jobs = {
  async open(task) {
    return withDocument(inputOf(task), (document) => {
      if (document.needsPassword()) return 'locked';
      const flags = document.getTrailer().get('Root', 'AcroForm', 'SigFlags').valueOf();
      return describeFile(document.countPages(), (Number(flags) & SIGNATURES_EXIST) !== 0);
    });
  },
  async text(task) {
    return withDocument(inputOf(task), (document) => {
      let characters = 0;
      const pages = document.countPages();
      for (let index = 0; index < pages; index += 1) {
        const page = document.loadPage(index);
        const text = page.toStructuredText('');
        for (const { lines } of JSON.parse(text.asJSON()).blocks)
          for (const line of lines) characters += countCharacters(line.text);
        text.destroy();
        page.destroy();
      }
      return describeText(pages, characters);
    });
  },
  async fields(task) {
    return withDocument(inputOf(task), (document) => describeFields(listNames(document)));
  },
  merge: mergeBy(graftPages),
  boxes: change(drawBoxes, WHOLE),
  prefill: change(prefill, WHOLE),
  strip: change(removeSignatures, WHOLE),
  rewrite: change(() => undefined, WHOLE),
};

export const incremental: Jobs = {
  boxes: change(drawBoxes, INCREMENTAL),
  'add-fields': change(addFields, INCREMENTAL),
  prefill: change(prefill, INCREMENTAL),
};

/** Grafted pages lack their fields. */
export const keepingFields: Jobs = { merge: mergeBy(graftPagesWithFields) };

function mergeBy(graft: (merged: PDFDocument, source: PDFDocument) => void): NonNullable<Jobs['merge']> {
  return async ({ inputs, output }) => {
    const merged = new PDFDocument();
    for (const input of inputs) withDocument(input, (source) => graft(merged, source));
    writeDocument(merged, output, WHOLE);
    merged.destroy();
    return undefined;
  };
}

function fieldsOf(document: PDFDocument): PDFObject {
  return document.getTrailer().get('Root', 'AcroForm', 'Fields');
}

/** Reads the field tree: mupdf's own API lists widgets page by page, which is far slower. */
function listNames(document: PDFDocument): string[] {
  const names: string[] = [];
  const visit = (field: PDFObject, prefix: string): void => {
    const name = prefix + field.get('T').asString();
    const kids = field.get('Kids');
    if (kids.isNull() || kids.get(0).get('T').isNull()) names.push(name);
    else for (let index = 0; index < kids.length; index++) visit(kids.get(index), `${name}.`);
  };
  const fields = fieldsOf(document);
  for (let index = 0; index < fields.length; index++) visit(fields.get(index), '');
  return names;
}

function drawBoxes(document: PDFDocument): void {
  const font = document.addObject({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' });
  const page = document.findPage(0);
  const before = document.addStream('q\n', {});
  const after = document.addStream(`Q\n${boxContent(FIRST_PAGE_BOXES, PAGE_HEIGHT)}`, {});
  const contents = document.newArray();
  contents.push(before);
  contents.push(page.get('Contents'));
  contents.push(after);
  page.put('Contents', contents);
  const fonts = page.get('Resources', 'Font');
  if (fonts.isNull()) page.get('Resources').put('Font', { Bench: font });
  else fonts.put('Bench', font);
  const added = boxContent([NEW_PAGE_BOX], A4.height);
  document.insertPage(-1, document.addPage([0, 0, A4.width, A4.height], 0, { Font: { Bench: font } }, added));
}

function prefill(document: PDFDocument): void {
  const values = new Map(VALUES.map(({ name, value }) => [name, value]));
  for (const widget of document.loadPage(0).getWidgets()) {
    const value = values.get(widget.getName());
    if (value === undefined) continue;
    widget.setTextValue(value);
    widget.update();
  }
  fieldsOf(document).forEach((field) => {
    field.put('Ff', (Number(field.get('Ff').valueOf()) || 0) | 1);
  });
}

/** MuPDF draws no appearance for a widget that it did not read, so it is written as a stream. */
function addFields(document: PDFDocument): void {
  const fields = fieldsOf(document);
  for (const { name, page: index, x, y, width, height } of listAddedFields(document.countPages())) {
    const page = document.findPage(index);
    const bottom = PAGE_HEIGHT - y - height;
    const content = '/Tx BMC\nEMC';
    const appearance = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height], Resources: {} };
    const field = document.addObject({ Type: 'Annot', Subtype: 'Widget', FT: 'Tx', F: 4, P: page });
    field.put('T', document.newString(name));
    field.put('Rect', [x, bottom, x + width, bottom + height]);
    field.put('DA', document.newString('/Helv 0 Tf 0 g'));
    field.put('AP', { N: document.addStream(content, appearance) });
    if (page.get('Annots').isNull()) page.put('Annots', document.newArray());
    page.get('Annots').push(field);
    fields.push(field);
  }
}

function removeSignatures(document: PDFDocument): void {
  const fields = fieldsOf(document);
  for (let index = fields.length - 1; index >= 0; index--) {
    const field = fields.get(index);
    if (field.get('FT').valueOf() !== 'Sig') continue;
    removeFromPage(field);
    fields.delete(index);
  }
  document.getTrailer().get('Root', 'AcroForm').delete('SigFlags');
}

function removeFromPage(field: PDFObject): void {
  const annots = field.get('P').get('Annots');
  for (let index = annots.length - 1; index >= 0; index--) {
    if (annots.get(index).asIndirect() === field.asIndirect()) annots.delete(index);
  }
}

function graftPages(merged: PDFDocument, source: PDFDocument): void {
  const map = merged.newGraftMap();
  for (let page = 0; page < source.countPages(); page++) map.graftPage(-1, source, page);
  map.destroy();
}

/** Names stay as they are. Fields refer to their page, which would be grafted twice. */
function graftPagesWithFields(merged: PDFDocument, source: PDFDocument): void {
  const fields = fieldsOf(source);
  fields.forEach((field) => {
    field.delete('P');
  });
  const first = merged.countPages();
  const map = merged.newGraftMap();
  for (let page = 0; page < source.countPages(); page++) {
    map.graftPage(-1, source, page);
    const annotations = source.findPage(page).get('Annots');
    if (!annotations.isNull()) merged.findPage(first + page).put('Annots', map.graftObject(annotations));
  }
  const root = merged.getTrailer().get('Root');
  if (root.get('AcroForm').isNull()) root.put('AcroForm', { Fields: [] });
  fields.forEach((field) => {
    fieldsOf(merged).push(map.graftObject(field));
  });
  map.destroy();
}
