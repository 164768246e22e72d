import { encodeTextString, type PdfFile, type TextEmbedder, WidgetLists } from '@countersign/pdf';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFRef,
  PDFString,
} from 'pdf-lib';
import { drawListBox, drawTextField, TextPen } from '../appearances/draw-text.ts';
import { formatNumbers, registerAppearance } from '../appearances/drawing.ts';
import { makeButtonStates } from '../appearances/make-appearance.ts';
import { ensureStandardFonts } from '../appearances/repair-default-appearance.ts';
import { QUADDINGS } from '../appearances/widget-look.ts';
import { Key, readDict } from '../fields/dict-reading.ts';
import { AnnotationFlag, FieldFlag, type FieldOption } from '../fields/field-kind.ts';
import { shield } from '../fields/inherited-entries.ts';
import type { NamePlace, NameTree } from './name-tree.ts';
import type { NewField } from './new-field.ts';
import type { PlannedField, PlannedWidget } from './plan-fields.ts';

const ON = PDFName.of('Yes');
const TU = PDFName.of('TU');
const PRINT = PDFNumber.of(AnnotationFlag.print);
const HELVETICA = 'Helv';
const DINGBATS = 'ZaDb';
const BLACK_HELVETICA = `/${HELVETICA} 0 Tf 0 g`;

/** Writes planned fields into the form of a file, which it creates if there is none. */
export class FieldWriter {
  readonly #context: PDFContext;
  readonly #embedder: TextEmbedder;
  readonly #names: NameTree;
  readonly #pages: WidgetLists;
  readonly #acroForm: PDFDict;

  constructor(file: PdfFile, embedder: TextEmbedder, names: NameTree) {
    this.#context = file.context;
    this.#embedder = embedder;
    this.#names = names;
    this.#pages = new WidgetLists(file);
    this.#acroForm = openAcroForm(file);
  }

  write(planned: PlannedField): void {
    const place = this.#names.placeOf(planned.field.name, this.#acroForm);
    const dict = PDFDict.withContext(this.#context);
    describeField(dict, planned.field, place);
    if (planned.kind === 'radioGroup') {
      this.#names.add(place, this.#writeGroup(dict, planned));
      return;
    }
    this.#describeWidget(dict, planned.widget);
    if (planned.kind === 'checkBox') this.#describeCheckBox(dict, planned);
    else if (planned.kind === 'text') this.#describeText(dict, planned);
    else this.#describeChoice(dict, planned);
    if (place.parent) shield(dict, place.parent.dict);
    this.#names.add(place, this.#pages.add(planned.widget.page, dict));
  }

  finish(): void {
    this.#names.finish(this.#acroForm);
    this.#pages.finish();
  }

  #describeCheckBox(dict: PDFDict, { field, widget }: Extract<PlannedField, { kind: 'checkBox' }>): void {
    const state = field.value ? ON : Key.Off;
    dict.set(Key.FT, Key.Btn);
    setFlags(dict, field, 0);
    dict.set(Key.V, state);
    dict.set(Key.AS, state);
    dict.set(Key.AP, makeButtonStates(this.#context, widget.look, false, ON));
  }

  #describeText(dict: PDFDict, planned: Extract<PlannedField, { kind: 'text' }>): void {
    const { field, widget, value, arrangement } = planned;
    const pen = new TextPen(this.#embedder);
    const { operators } = drawTextField(widget.look, value, arrangement, pen);
    dict.set(Key.FT, Key.Tx);
    setFlags(dict, field, (field.multiline ? FieldFlag.multiline : 0) | (field.comb ? FieldFlag.comb : 0));
    if (field.maxLength !== undefined) dict.set(Key.MaxLen, PDFNumber.of(field.maxLength));
    if (value !== '') dict.set(Key.V, encodeTextString(value));
    this.#setAppearance(dict, widget, operators, pen);
  }

  #describeChoice(dict: PDFDict, planned: Extract<PlannedField, { kind: 'choice' }>): void {
    const { field, widget, options, values, chosen } = planned;
    const pen = new TextPen(this.#embedder);
    const labels = options.map(({ label }) => label);
    const shown = labels[chosen[0] ?? -1] ?? values[0] ?? '';
    const { operators } =
      field.type === 'listbox'
        ? drawListBox(widget.look, { labels, chosen: new Set(chosen), topIndex: 0 }, pen)
        : drawTextField(widget.look, shown, { kind: 'line' }, pen);
    dict.set(Key.FT, Key.Ch);
    setFlags(dict, field, choiceFlags(planned));
    dict.set(Key.Opt, this.#context.obj(options.map(encodeOption)));
    const [first, ...more] = values.map(encodeTextString);
    if (first) dict.set(Key.V, more.length > 0 ? this.#context.obj([first, ...more]) : first);
    if (field.type === 'listbox' && chosen.length > 0) dict.set(Key.I, this.#context.obj([...chosen]));
    this.#setAppearance(dict, widget, operators, pen);
  }

  #writeGroup(group: PDFDict, { field, widgets }: Extract<PlannedField, { kind: 'radioGroup' }>): PDFRef {
    const values = field.buttons.map(({ value }) => value);
    const states = nameStates(values);
    const chosen = states[values.indexOf(field.value ?? '')] ?? Key.Off;
    const ref = this.#context.register(group);
    group.set(Key.FT, Key.Btn);
    setFlags(group, field, FieldFlag.radio | FieldFlag.noToggleToOff);
    group.set(Key.V, chosen);
    if (states.some((state, index) => state !== PDFName.of(values[index] ?? '')))
      group.set(Key.Opt, this.#context.obj(values.map(encodeTextString)));
    const kids = widgets.map((widget, index) => {
      const state = states[index] ?? ON;
      const { label = values[index] ?? '' } = field.buttons[index] ?? {};
      const dict = PDFDict.withContext(this.#context);
      dict.set(Key.Parent, ref);
      dict.set(TU, encodeTextString(label));
      this.#describeWidget(dict, widget);
      dict.set(Key.AS, state === chosen ? state : Key.Off);
      dict.set(Key.AP, makeButtonStates(this.#context, widget.look, true, state));
      return this.#pages.add(widget.page, dict);
    });
    group.set(Key.Kids, this.#context.obj(kids));
    return ref;
  }

  #describeWidget(dict: PDFDict, { page, rect, rotate, look }: PlannedWidget): void {
    const { font, size, colour } = look.text;
    const { caption, background, borderColour, borderWidth } = look.widget;
    const hasBorder = borderColour.length > 0 && borderWidth > 0;
    dict.set(Key.Type, Key.Annot);
    dict.set(Key.Subtype, Key.Widget);
    dict.set(Key.Rect, this.#numbers(rect));
    dict.set(Key.F, PRINT);
    dict.set(Key.P, page.ref);
    dict.set(Key.DA, PDFString.of(`/${font} ${formatNumbers(size)} Tf ${colour}`));
    const quadding = QUADDINGS.indexOf(look.quadding);
    if (caption === '') dict.set(Key.Q, PDFNumber.of(quadding));
    const characteristics = PDFDict.withContext(this.#context);
    if (rotate !== 0) characteristics.set(Key.R, PDFNumber.of(rotate));
    if (hasBorder) characteristics.set(Key.BC, this.#numbers(borderColour));
    if (background.length > 0) characteristics.set(Key.BG, this.#numbers(background));
    if (caption !== '') characteristics.set(Key.CA, PDFString.of(caption));
    if (characteristics.keys().length > 0) dict.set(Key.MK, characteristics);
    if (hasBorder) dict.set(Key.BS, this.#context.obj({ W: borderWidth, S: Key.S }));
  }

  #numbers(list: readonly number[]): PDFArray {
    const array = PDFArray.withContext(this.#context);
    for (const number of list) array.push(PDFNumber.of(number));
    return array;
  }

  #setAppearance(dict: PDFDict, { look }: PlannedWidget, operators: string, pen: TextPen): void {
    const appearances = PDFDict.withContext(this.#context);
    appearances.set(Key.N, registerAppearance(this.#context, look.widget, operators, pen.fonts()));
    dict.set(Key.AP, appearances);
  }
}

/** Whatever cannot be read as a form is replaced. */
function openAcroForm(file: PdfFile): PDFDict {
  const known = readDict(file.catalog, Key.AcroForm);
  const acroForm = known ?? PDFDict.withContext(file.context);
  if (known === undefined) file.catalog.set(Key.AcroForm, file.context.register(acroForm));
  if (!acroForm.has(Key.DA)) acroForm.set(Key.DA, PDFString.of(BLACK_HELVETICA));
  ensureStandardFonts(acroForm, [HELVETICA, DINGBATS]);
  return acroForm;
}

function describeField(dict: PDFDict, { label }: NewField, { parent, partialName }: NamePlace): void {
  dict.set(Key.T, encodeTextString(partialName));
  if (parent) dict.set(Key.Parent, parent.ref);
  if (label) dict.set(TU, encodeTextString(label));
}

function setFlags(dict: PDFDict, { readOnly, required }: NewField, own: number): void {
  const common = (readOnly ? FieldFlag.readOnly : 0) | (required ? FieldFlag.required : 0);
  dict.set(Key.Ff, PDFNumber.of(common | own));
}

function encodeOption({ label, value }: FieldOption): PDFObject | PDFObject[] {
  return label === value ? encodeTextString(label) : [encodeTextString(value), encodeTextString(label)];
}

function choiceFlags({ field }: Extract<PlannedField, { kind: 'choice' }>): number {
  if (field.type === 'listbox') return field.multiSelect ? FieldFlag.multiSelect : 0;
  return FieldFlag.combo | (field.editable ? FieldFlag.edit : 0);
}

const PLAIN_STATE = /^[A-Za-z0-9_-]{1,60}$/;

/** The values if all can be names; else numbers, with the values in /Opt (ISO 32000-1 12.7.4.2.4). */
function nameStates(values: readonly string[]): PDFName[] {
  const arePlain = values.every((value) => PLAIN_STATE.test(value) && value.toLowerCase() !== 'off');
  return values.map((value, index) => PDFName.of(arePlain ? value : String(index)));
}
