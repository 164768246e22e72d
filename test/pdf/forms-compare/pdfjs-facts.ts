import { type PdfFile, toDisplayedRect } from '@countersign/pdf';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { flagNames, formatBox, joinFacts, type StatedFacts, typeOf } from './field-facts.ts';

/** A widget as pdf.js' getAnnotations returns it (partial). */
interface Widget {
  readonly subtype: string;
  readonly fieldName?: string;
  readonly fieldType?: string;
  readonly fieldFlags?: number;
  readonly fieldValue?: unknown;
  readonly defaultFieldValue?: unknown;
  readonly rect: readonly [number, number, number, number];
  readonly maxLen?: number;
  readonly options?: readonly { exportValue: unknown; displayValue: unknown }[];
  readonly exportValue?: string;
  readonly buttonValue?: string | null;
}

/** Lists the fields that pdf.js finds on pages or by getFieldObjects. */
export async function readPdfjsFacts(bytes: Uint8Array, file: PdfFile): Promise<Map<string, StatedFacts>> {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0, stopAtErrors: false });
  try {
    const document = await task.promise;
    const facts = joinFacts(await readWidgets(document, file));
    await addFieldObjects(document, facts);
    return facts;
  } finally {
    await task.destroy();
  }
}

async function readWidgets(document: PDFDocumentProxy, file: PdfFile): Promise<StatedFacts[]> {
  const facts: StatedFacts[] = [];
  for (let index = 0; index < document.numPages; index++) {
    const page = await document.getPage(index + 1);
    const annotations: Widget[] = await page.getAnnotations();
    facts.push(...annotations.flatMap((annotation) => toFacts(annotation, index, file)));
  }
  return facts;
}

function toFacts(widget: Widget, page: number, file: PdfFile): StatedFacts[] {
  const { fieldName = '', fieldFlags = 0 } = widget;
  const type = widget.subtype === 'Widget' ? typeOf(widget.fieldType, fieldFlags) : undefined;
  if (!type) return [];
  const box = formatBox({ page, ...toDisplayedRect(file.page(page).geometry, widget.rect) });
  const isButton = type === 'checkbox' || type === 'radioButton';
  return [
    {
      name: fieldName,
      type,
      flags: flagNames(type, fieldFlags).sort(),
      boxes: [box],
      ...(type === 'textField' ? { maxLength: widget.maxLen || null } : {}),
      ...(isButton ? { shown: isOn(widget) ? [box] : [] } : toValues(widget)),
    },
  ];
}

function isOn({ fieldValue, exportValue, buttonValue }: Widget): boolean {
  const state = exportValue ?? buttonValue;
  return typeof state === 'string' && state !== 'Off' && fieldValue === state;
}

function toValues({ fieldValue, defaultFieldValue, options = [] }: Widget): Partial<StatedFacts> {
  return {
    value: texts(fieldValue),
    defaultValue: texts(defaultFieldValue),
    options: options.map(({ exportValue, displayValue }) => `${exportValue} = ${displayValue}`),
  };
}

function texts(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((item): item is string => typeof item === 'string' && item !== '');
}

interface FieldObject {
  readonly name?: string;
  readonly type?: string;
}

const TYPES: Readonly<Record<string, StatedFacts['type']>> = {
  text: 'textField',
  checkbox: 'checkbox',
  radiobutton: 'radioButton',
  combobox: 'combobox',
  listbox: 'listbox',
};

async function addFieldObjects(document: PDFDocumentProxy, facts: Map<string, StatedFacts>): Promise<void> {
  const found: unknown = await document.getFieldObjects();
  const groups = found instanceof Map ? [...found] : Object.entries(found ?? {});
  for (const [name, objects] of groups as [string, FieldObject[]][]) {
    for (const { type } of objects) {
      const known = TYPES[type ?? ''];
      if (known && !facts.has(`${known} ${name}`)) facts.set(`${known} ${name}`, { name, type: known });
    }
  }
}
