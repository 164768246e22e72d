import { encodeTextString, type PdfFile, type TextEmbedder } from '@countersign/pdf';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFString,
} from 'pdf-lib';
import { drawListBox, drawTextField, TextPen } from '../appearances/draw-text.ts';
import { formatNumbers, registerAppearance } from '../appearances/drawing.ts';
import { makeButtonStates } from '../appearances/make-appearance.ts';
import { ensureStandardFonts } from '../appearances/repair-default-appearance.ts';
import { QUADDINGS } from '../appearances/widget-look.ts';
import { Key, readDict, readEntry } from '../fields/dict-reading.ts';
import { AnnotationFlag, FieldFlag } from '../fields/field-kind.ts';
import type { NamePlace, NameTree } from './name-tree.ts';
import type { NewField } from './new-field.ts';
import { PageLists } from './page-lists.ts';
import type { PlannedField, PlannedWidget } from './plan-fields.ts';

const ON = PDFName.of('Yes');
const HELVETICA = 'Helv';
const DINGBATS = 'ZaDb';
const BLACK_HELVETICA = `/${HELVETICA} 0 Tf 0 g`;
/** Of /Parent chains that lead nowhere. */
const MAX_LEVELS = 100;

/** Of pdf-lib's `obj`. */
type Entries = Record<string, PDFObject | string | number | boolean | readonly number[]>;

/** Writes planned fields into the form of a file, which it creates if there is none. */
export class FieldWriter {
  readonly #context: PDFContext;
  readonly #embedder: TextEmbedder;
  readonly #names: NameTree;
  readonly #pages: PageLists;
  readonly #acroForm: PDFDict;

  constructor(file: PdfFile, embedder: TextEmbedder, names: NameTree) {
    this.#context = file.context;
    this.#embedder = embedder;
    this.#names = names;
    this.#pages = new PageLists(file);
    this.#acroForm = openAcroForm(file);
  }

  write(planned: PlannedField): void {
    const place = this.#names.placeOf(planned.field.name, this.#acroForm);
    const entries = describeField(planned.field, place);
    if (planned.kind === 'radioGroup') this.#writeGroup(planned, place, entries);
    else {
      const dict = this.#context.obj({ ...entries, ...this.#describeKind(planned) }) as PDFDict;
      this.#describeWidget(dict, planned.widget);
      hideInheritedValue(dict, place);
      this.#names.add(place, this.#pages.add(planned.widget.page, dict));
    }
  }

  finish(): void {
    this.#names.finish(this.#acroForm);
    this.#pages.finish();
  }

  #describeKind(planned: Exclude<PlannedField, { kind: 'radioGroup' }>): Entries {
    if (planned.kind === 'checkBox') return this.#describeCheckBox(planned);
    return planned.kind === 'text' ? this.#describeText(planned) : this.#describeChoice(planned);
  }

  #describeCheckBox({ field, widget }: Extract<PlannedField, { kind: 'checkBox' }>): Entries {
    const state = field.value ? ON : Key.Off;
    const AP = makeButtonStates(this.#context, widget.look, false, ON);
    return { FT: Key.Btn, Ff: commonFlags(field), V: state, AS: state, AP };
  }

  #describeText(planned: Extract<PlannedField, { kind: 'text' }>): Entries {
    const { field, widget, value, arrangement } = planned;
    const pen = new TextPen(this.#embedder);
    const { operators } = drawTextField(widget.look, value, arrangement, pen);
    const flags = (field.multiline ? FieldFlag.multiline : 0) | (field.comb ? FieldFlag.comb : 0);
    return {
      ...{ FT: Key.Tx, Ff: commonFlags(field) | flags, Q: QUADDINGS.indexOf(widget.look.quadding) },
      ...(field.maxLength !== undefined && { MaxLen: field.maxLength }),
      ...(value !== '' && { V: encodeTextString(value) }),
      AP: this.#appearance(widget, operators, pen),
    };
  }

  #describeChoice(planned: Extract<PlannedField, { kind: 'choice' }>): Entries {
    const { field, widget, options, values, chosen } = planned;
    const pen = new TextPen(this.#embedder);
    const labels = options.map(({ label }) => label);
    const [first = 0] = chosen;
    const { operators } =
      field.type === 'listbox'
        ? drawListBox(widget.look, { labels, chosen: new Set(chosen), topIndex: 0 }, pen)
        : drawTextField(
            widget.look,
            labels[chosen.length > 0 ? first : -1] ?? values[0] ?? '',
            { kind: 'line' },
            pen,
          );
    const encoded = values.map(encodeTextString);
    return {
      ...{
        FT: Key.Ch,
        Ff: commonFlags(field) | choiceFlags(planned),
        Q: QUADDINGS.indexOf(widget.look.quadding),
      },
      Opt: this.#context.obj(
        options.map(({ label, value }) =>
          label === value ? encodeTextString(label) : [encodeTextString(value), encodeTextString(label)],
        ),
      ),
      ...(encoded[0] && { V: encoded.length > 1 ? this.#context.obj(encoded) : encoded[0] }),
      ...(field.type === 'listbox' && chosen.length > 0 && { I: this.#context.obj([...chosen]) }),
      AP: this.#appearance(widget, operators, pen),
    };
  }

  #writeGroup(
    { field, widgets }: Extract<PlannedField, { kind: 'radioGroup' }>,
    place: NamePlace,
    entries: Entries,
  ): void {
    const values = field.buttons.map(({ value }) => value);
    const states = nameStates(values);
    const chosen = states[values.indexOf(field.value ?? '')] ?? Key.Off;
    const flags = commonFlags(field) | FieldFlag.radio | FieldFlag.noToggleToOff;
    const group = this.#context.obj({ ...entries, FT: Key.Btn, Ff: flags, V: chosen }) as PDFDict;
    const ref = this.#context.register(group);
    if (states.some((state, index) => state !== PDFName.of(values[index] ?? '')))
      group.set(Key.Opt, this.#context.obj(values.map(encodeTextString)));
    const kids = widgets.map((widget, index) => {
      const state = states[index] ?? ON;
      const { label = values[index] ?? '' } = field.buttons[index] ?? {};
      const dict = this.#context.obj({
        ...{ Parent: ref, TU: PDFHexString.fromText(label), AS: state === chosen ? state : Key.Off },
        AP: makeButtonStates(this.#context, widget.look, true, state),
      }) as PDFDict;
      this.#describeWidget(dict, widget);
      return this.#pages.add(widget.page, dict);
    });
    group.set(Key.Kids, this.#context.obj(kids));
    this.#names.add(place, ref);
  }

  #describeWidget(dict: PDFDict, { page, rect, rotate, look }: PlannedWidget): void {
    const { font, size, colour } = look.text;
    const { caption, background, borderColour, borderWidth } = look.widget;
    const hasBorder = borderColour.length > 0 && borderWidth > 0;
    const characteristics = {
      ...(rotate !== 0 && { R: rotate }),
      ...(hasBorder && { BC: [...borderColour] }),
      ...(background.length > 0 && { BG: [...background] }),
      ...(caption !== '' && { CA: PDFString.of(caption) }),
    };
    const entries: Entries = {
      ...{ Type: Key.Annot, Subtype: Key.Widget, Rect: [...rect], F: AnnotationFlag.print, P: page.ref },
      DA: PDFString.of(`/${font} ${formatNumbers(size)} Tf ${colour}`),
      BS: this.#context.obj({ W: hasBorder ? borderWidth : 0, S: Key.S }),
    };
    for (const [key, value] of Object.entries(entries))
      dict.set(PDFName.of(key), this.#context.obj(value as never));
    if (Object.keys(characteristics).length > 0) dict.set(Key.MK, this.#context.obj(characteristics));
  }

  #appearance({ look }: PlannedWidget, operators: string, pen: TextPen): PDFDict {
    return this.#context.obj({ N: registerAppearance(this.#context, look.widget, operators, pen.fonts()) });
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

function describeField({ label }: NewField, { parent, partialName }: NamePlace): Entries {
  return {
    T: PDFHexString.fromText(partialName),
    ...(parent && { Parent: parent.ref }),
    ...(label !== undefined && label !== '' && { TU: PDFHexString.fromText(label) }),
  };
}

function commonFlags({ readOnly, required }: NewField): number {
  return (readOnly ? FieldFlag.readOnly : 0) | (required ? FieldFlag.required : 0);
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

/** Of an existing parent. */
function hideInheritedValue(dict: PDFDict, { parent }: NamePlace): void {
  if (dict.has(Key.V)) return;
  let level: PDFDict | undefined = parent?.dict;
  for (let depth = 0; level && depth < MAX_LEVELS; depth += 1) {
    if (readEntry(level, Key.V) !== undefined) {
      dict.set(Key.V, dict.get(Key.FT) === Key.Ch ? PDFArray.withContext(dict.context) : PDFString.of(''));
      return;
    }
    level = readDict(level, Key.Parent);
  }
}
