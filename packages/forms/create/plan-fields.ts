import { type PdfFile, type PdfPage, type TextEmbedder, toPageRect } from '@countersign/pdf';
import { canShowWhole, type TextArrangement, TextPen } from '../appearances/draw-text.ts';
import { DISC, fillColour, TICK } from '../appearances/drawing.ts';
import { BLACK, type FieldLook, turnUpright } from '../appearances/widget-look.ts';
import { FormError } from '../errors.ts';
import type { DisplayedBox } from '../fields/field-dict.ts';
import type { FieldOption } from '../fields/field-kind.ts';
import { findOptionIndex } from '../fields/field-options.ts';
import { notOffered, tooLong } from '../prefill/check-values.ts';
import { ensureDrawable } from '../prefill/refresh-appearances.ts';
import type {
  NewCheckBox,
  NewComboBox,
  NewField,
  NewListBox,
  NewRadioGroup,
  NewTextField,
} from './new-field.ts';

export interface PlannedWidget {
  readonly page: PdfPage;
  /** The corners in user space. */
  readonly rect: readonly [left: number, bottom: number, right: number, top: number];
  readonly rotate: number;
  readonly look: FieldLook;
}

interface PlannedText {
  readonly kind: 'text';
  readonly field: NewTextField;
  readonly widget: PlannedWidget;
  readonly arrangement: TextArrangement;
  readonly value: string;
}
interface PlannedCheckBox {
  readonly kind: 'checkBox';
  readonly field: NewCheckBox;
  readonly widget: PlannedWidget;
}
interface PlannedRadioGroup {
  readonly kind: 'radioGroup';
  readonly field: NewRadioGroup;
  readonly widgets: readonly PlannedWidget[];
}
interface PlannedChoice {
  readonly kind: 'choice';
  readonly field: NewComboBox | NewListBox;
  readonly widget: PlannedWidget;
  readonly options: readonly FieldOption[];
  readonly values: readonly string[];
  /** Indices of options, ascending. */
  readonly chosen: readonly number[];
}

/** With everything checked, so that writing cannot fail halfway. */
export type PlannedField = PlannedText | PlannedCheckBox | PlannedRadioGroup | PlannedChoice;

/** Enough for pages whose unit is a thousand points. */
const DECIMALS = 1e8;
/** In displayed points, since page sizes are often given as whole numbers. */
const TOLERANCE = 0.5;

const QUADDINGS = { left: 'left', center: 'centred', right: 'right' } as const;

/** Positions, looks and values of new fields. Changes nothing. */
export class FieldPlanner {
  readonly #file: PdfFile;
  readonly #embedder: TextEmbedder;
  readonly #pen: TextPen;
  readonly #pages = new Map<
    number,
    Pick<PlannedWidget, 'page'> & { readonly geometry: PdfPage['geometry'] }
  >();

  constructor(file: PdfFile, embedder: TextEmbedder) {
    this.#file = file;
    this.#embedder = embedder;
    this.#pen = new TextPen(embedder);
  }

  /** Throws FormError for a box outside of its page and a value that does not fit. */
  plan(field: NewField): PlannedField {
    if (field.type === 'checkbox')
      return { kind: 'checkBox', field, widget: this.#planWidget(field, field, TICK) };
    if (field.type === 'radioButton') return this.#planGroup(field);
    if (field.type === 'combobox' || field.type === 'listbox') return this.#planChoice(field);
    return this.#planText(field);
  }

  #planGroup(field: NewRadioGroup): PlannedRadioGroup {
    const { name, buttons, value } = field;
    if (value !== undefined && !buttons.some((button) => button.value === value))
      throw notOffered(name, value, buttons);
    return {
      kind: 'radioGroup',
      field,
      widgets: buttons.map((button) => this.#planWidget(field, button, DISC)),
    };
  }

  #planText(field: NewTextField): PlannedText {
    const { name, value = '', maxLength, comb, multiline } = field;
    const widget = this.#planWidget(field, field, '');
    const length = Array.from(value).length;
    if (maxLength !== undefined && length > maxLength) throw tooLong(name, { length, limit: maxLength });
    const line: TextArrangement = { kind: multiline ? 'lines' : 'line' };
    const arrangement: TextArrangement = comb ? { kind: 'comb', cells: maxLength ?? 1 } : line;
    this.#requireRoom(name, value, widget.look, arrangement);
    return { kind: 'text', field, widget, arrangement, value };
  }

  #planChoice(field: NewComboBox | NewListBox): PlannedChoice {
    const { name, type, value = [] } = field;
    const isEditable = type === 'combobox' && field.editable === true;
    const isMultiple = type === 'listbox' && field.multiSelect === true;
    const widget = this.#planWidget(field, field, '');
    const options = field.options.map(({ label, value: own = label }) => ({ label, value: own }));
    const given = typeof value === 'string' ? [value] : value;
    if (given.length > 1 && !isMultiple)
      throw new FormError('too_many_values', 'it takes one value', {
        field: name,
        limit: 1,
        count: given.length,
      });
    const found = given.map((text) => findOptionIndex(options, text));
    const missing = given[found.indexOf(-1)];
    if (missing !== undefined && !isEditable) throw notOffered(name, missing, options);
    const chosen = found.filter((index) => index >= 0).sort((a, b) => a - b);
    const values = given.map((text, index) => options[found[index] ?? -1]?.value ?? text);
    const shown =
      type === 'listbox'
        ? options.map(({ label }) => label)
        : values.map((text, index) => options[found[index] ?? -1]?.label ?? text);
    ensureDrawable(name, shown, this.#embedder);
    if (type === 'combobox') this.#requireRoom(name, shown[0] ?? '', widget.look, { kind: 'line' });
    return { kind: 'choice', field, widget, options, values, chosen };
  }

  #planWidget(field: NewField, box: DisplayedBox, caption: string): PlannedWidget {
    const { page, geometry } = this.#pageOf(field.name, box);
    const { userUnit, rotate } = geometry;
    const { x, y, width, height } = toPageRect(geometry, box);
    const rect = [x, y, x + width, y + height].map(trim) as unknown as PlannedWidget['rect'];
    const isButton = caption !== '';
    const upright = turnUpright(trim(rect[2] - rect[0]), trim(rect[3] - rect[1]), rotate);
    const look: FieldLook = {
      widget: {
        ...upright,
        background: field.background ?? [],
        borderColour: field.borderColor ?? (isButton ? [0] : []),
        borderWidth: (field.borderWidth ?? 1) / userUnit,
        borderStyle: 'solid',
        dash: [],
        caption,
      },
      text: {
        font: isButton ? 'ZaDb' : 'Helv',
        size: (field.fontSize ?? 0) / userUnit,
        colour: field.color ? fillColour(field.color) : BLACK,
      },
      quadding: QUADDINGS[('alignment' in field && field.alignment) || 'left'],
    };
    return { page, rect, rotate, look };
  }

  #pageOf(field: string, { page: index, x, y, width, height }: DisplayedBox) {
    const known = this.#pages.get(index) ?? this.#openPage(field, index);
    this.#pages.set(index, known);
    const { displayedWidth, displayedHeight } = known.geometry;
    const isInside = x >= -TOLERANCE && y >= -TOLERANCE;
    if (isInside && x + width <= displayedWidth + TOLERANCE && y + height <= displayedHeight + TOLERANCE)
      return known;
    const message = `its box does not lie on page ${index}, which is ${displayedWidth} x ${displayedHeight} points`;
    const size = { page: index, width: displayedWidth, height: displayedHeight };
    throw new FormError('box_outside_page', message, {
      field,
      ...size,
      x,
      y,
      boxWidth: width,
      boxHeight: height,
    });
  }

  #openPage(field: string, index: number) {
    const { pageCount } = this.#file;
    if (index < 0 || index >= pageCount)
      throw new FormError('page_out_of_range', `page ${index} of ${pageCount} does not exist`, {
        field,
        page: index,
        pages: pageCount,
      });
    const page = this.#file.page(index);
    return { page, geometry: page.geometry };
  }

  #requireRoom(name: string, text: string, look: FieldLook, arrangement: TextArrangement): void {
    if (text === '') return;
    ensureDrawable(name, [text], this.#embedder);
    if (!canShowWhole(look, text, arrangement, this.#pen))
      throw tooLong(name, { length: Array.from(text).length });
  }
}

/** Without the noise of floating point. */
function trim(points: number): number {
  return Math.round(points * DECIMALS) / DECIMALS;
}
