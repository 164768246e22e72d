import {
  DictKeys,
  joinLines,
  PdfError,
  rawRef,
  splitGraphemes,
  type TextEmbedder,
  walkDict,
} from '@countersign/pdf';
import { type PDFContext, PDFDict, type PDFName, type PDFObject, PDFStream } from 'pdf-lib';
import {
  asNumber,
  type DictEntries,
  Key,
  readDict,
  readEntry,
  readName,
  resolve,
} from '../fields/dict-reading.ts';
import { isUnseen } from '../fields/field-damage.ts';
import type { FieldDict, FieldNode } from '../fields/field-dict.ts';
import { FieldFlag, type FieldOption, maskPassword } from '../fields/field-kind.ts';
import { type ButtonWidget, findChosenIndices, listChoiceOptions } from '../fields/field-options.ts';
import type { Field, Form } from '../fields/form.ts';
import { readInherited, readMaxLength } from '../fields/inherited-entries.ts';
import {
  canShowWhole,
  type DrawnField,
  drawListBox,
  drawTextField,
  type TextArrangement,
  TextPen,
  toTextBox,
} from './draw-text.ts';
import { DISC, drawFrame, drawRoundFrame, drawSymbol, registerAppearance, TICK } from './drawing.ts';
import { type LineWriter, writerOf } from './own-font.ts';
import { countRowsAtMost, countTextAtMost, type TextRoom } from './text-layout.ts';
import { type FieldLook, readFieldLook } from './widget-look.ts';

/** More have no width on any page. */
const MAX_CELLS = 1000;

export interface AppearanceContext {
  readonly form: Form;
  readonly embedder: TextEmbedder;
  /** Collects the widgets that get an appearance. */
  readonly drawn?: Set<PDFDict> | undefined;
}

/** All of the value is visible in every widget. */
export function makeTextAppearances(
  { form, embedder, drawn }: AppearanceContext,
  field: Field,
  values: readonly string[],
): boolean {
  const results = listWidgets(field).map(({ node, dict }) => {
    const look = readFieldLook(form, node, dict);
    if (!look) return true;
    drawn?.add(dict);
    const pen = new TextPen(writerOf(form, embedder, node, dict, listDrawnTexts(field, values)));
    return setTextAppearance(dict, look, pen, drawValue(look, field, node, values, pen));
  });
  return results.every((isWhole) => isWhole);
}

/** Whether every widget that people see has room at the smallest size. Draws nothing. */
export function canShowAll(
  { form, embedder }: AppearanceContext,
  field: Field,
  values: readonly string[],
): boolean {
  return field.nodes.every((node) => {
    const texts = listShownTexts(field, node, values);
    const arrangement = arrange(field, node);
    return node.widgets.every((widget) => {
      const look = isUnseen(widget) ? undefined : readFieldLook(form, node, widget.dict);
      if (!look) return true;
      const pen = new TextPen(writerOf(form, embedder, node, widget.dict, listDrawnTexts(field, values)));
      return texts.every((text) => canShowWhole(look, text, arrangement, pen));
    });
  });
}

export function listWidgets(field: Field) {
  return field.nodes.flatMap((node) => node.widgets.map(({ dict }) => ({ node, dict })));
}

/** Draws nothing if there is an appearance of the on state. */
export function makeButtonAppearance(
  { form, drawn }: AppearanceContext,
  field: Field,
  button: ButtonWidget,
): void {
  const { node, widget, onState } = button;
  if (hasAppearance(widget, onState)) return;
  const look = readFieldLook(form, node, widget.dict);
  if (!look) return;
  drawn?.add(widget.dict);
  widget.dict.set(Key.AP, makeButtonStates(widget.dict.context, look, field.type === 'radioButton', onState));
  const current = readName(widget.dict, Key.AS);
  if (current === onState || current === Key.Off) return;
  widget.dict.set(Key.AS, readInherited(node, Key.V) === onState ? onState : Key.Off);
}

/** Returns /AP with the appearances of both states. */
export function makeButtonStates(
  context: PDFContext,
  { widget, text }: FieldLook,
  isRadio: boolean,
  onState: PDFName,
): PDFDict {
  const symbol = widget.caption || (isRadio ? DISC : TICK);
  const frame = isRadio && symbol === DISC ? drawRoundFrame(widget) : drawFrame(widget);
  const register = (operators: string) => registerAppearance(context, widget, operators, {});
  const states = context.obj({ Off: register(frame) });
  states.set(onState, register(`${frame}\n${drawSymbol(symbol, widget, text.colour)}`));
  return context.obj({ N: states });
}

/** Draws nothing if there is an appearance. A caption that no font has is left out. */
export function makeCaptionAppearance(
  { form, embedder, drawn }: AppearanceContext,
  node: FieldNode,
  widget: FieldDict,
): void {
  if (hasAppearance(widget)) return;
  const look = readFieldLook(form, node, widget.dict);
  if (!look) return;
  drawn?.add(widget.dict);
  const centred: FieldLook = { ...look, quadding: 'centred' };
  const writer = writerOf(form, embedder, node, widget.dict);
  const pen = new TextPen(writer);
  const caption = drawableOrNothing(look.widget.caption, writer);
  setTextAppearance(widget.dict, centred, pen, drawTextField(centred, caption, { kind: 'line' }, pen));
}

/** Whether readers show the widget in that state: writers also give states to fields that have none (table 168). */
export function hasAppearance(widget: DictEntries, state?: PDFName): boolean {
  if (state === undefined) return readShownAppearance(widget) !== undefined;
  const normal = readNormalAppearance(widget);
  return normal instanceof PDFDict && readEntry(normal, state) instanceof PDFStream;
}

export function readShownAppearance(widget: DictEntries): PDFStream | undefined {
  const normal = readNormalAppearance(widget);
  if (normal instanceof PDFStream) return normal;
  const shown = normal instanceof PDFDict && readEntry(normal, readName(widget, Key.AS) ?? Key.Off);
  return shown instanceof PDFStream ? shown : undefined;
}

/** Makes no object if possible: called for every widget of a form. */
function readNormalAppearance(widget: DictEntries): PDFObject | undefined {
  const ref = rawRef(walkDict(widget.raw?.(Key.AP), APPEARANCES)?.at(0));
  if (ref !== undefined) return resolve(widget.context, ref);
  const appearances = readDict(widget, Key.AP);
  return appearances && readEntry(appearances, Key.N);
}

const APPEARANCES = new DictKeys(['N']);

/** The texts that a widget of the node has to show: of a list box, those of the chosen options. */
export function shownTexts(field: Field, node: FieldNode, values: readonly string[]): readonly string[] {
  const arrangement = arrange(field, node);
  const texts = listShownTexts(field, node, values);
  return arrangement.kind === 'comb' ? texts.map((text) => firstCharacters(text, arrangement.cells)) : texts;
}

/** Of a list box, the chosen options are shown, each of which is a line. */
function listShownTexts(field: Field, node: FieldNode, values: readonly string[]): readonly string[] {
  if (field.type === 'textField') return [shownText(field, values[0] ?? '')];
  const labels = listChoiceOptions(node).map(({ label }) => label);
  const chosen = findChosenIndices(node, values).map((index) => labels[index] ?? '');
  return field.type === 'combobox' ? [chosen[0] ?? values[0] ?? ''] : chosen;
}

function firstCharacters(text: string, count: number): string {
  return splitGraphemes(joinLines(text)).slice(0, count).join('');
}

/** A list box draws all its options. */
export function listDrawnTexts(field: Field, values: readonly string[]): readonly string[] {
  if (field.type === 'textField') return values.map((text) => shownText(field, text));
  return field.nodes.flatMap((node) => {
    const options = listChoiceOptions(node);
    return field.type === 'listbox'
      ? options.map(({ label }) => label)
      : values.flatMap((value) => labelsOf(options, value));
  });
}

function setTextAppearance(
  widget: PDFDict,
  look: FieldLook,
  pen: TextPen,
  { operators, isWhole }: DrawnField,
): boolean {
  const stream = registerAppearance(widget.context, look.widget, operators, pen.fonts());
  // The old one may be shared with other widgets.
  widget.set(Key.AP, widget.context.obj({ N: stream }));
  return isWhole;
}

function drawValue(
  look: FieldLook,
  field: Field,
  node: FieldNode,
  values: readonly string[],
  pen: TextPen,
): DrawnField {
  if (field.type !== 'listbox') {
    const [text = ''] = listShownTexts(field, node, values);
    return drawTextField(look, text, arrange(field, node), pen);
  }
  const labels = listChoiceOptions(node).map(({ label }) => label);
  const chosen = findChosenIndices(node, values);
  const topIndex = Math.trunc(asNumber(readInherited(node, Key.TI)) ?? 0);
  return drawListBox(look, { labels, chosen: new Set(chosen), topIndex }, pen);
}

/** Counts the rows of a list box that its lowest visible widget can show. */
export function countVisibleOptions(form: Form, field: Field): number {
  const counts = field.nodes.flatMap((node) =>
    node.widgets.flatMap((widget) => {
      const look = isUnseen(widget) ? undefined : readFieldLook(form, node, widget.dict);
      return look ? [countRowsAtMost(toTextBox(look))] : [];
    }),
  );
  return Math.min(...counts);
}

/** Returns the room of the largest widget of the fields of one name; undefined if none has an area. */
export function findTextRoom(form: Form, fields: readonly Field[]): TextRoom | undefined {
  let largest: TextRoom | undefined;
  for (const field of fields) {
    const isMultiline = field.type === 'textField' && (field.flags & FieldFlag.multiline) !== 0;
    for (const { node, dict } of listWidgets(field)) {
      const look = readFieldLook(form, node, dict);
      const room = look && countTextAtMost(toTextBox(look), isMultiline);
      if (room && room.characters > (largest?.characters ?? 0)) largest = room;
    }
  }
  return largest;
}

function drawableOrNothing(text: string, writer: LineWriter): string {
  try {
    writer.ensureDrawable(joinLines(text));
    return text;
  } catch (error) {
    if (error instanceof PdfError && error.code === 'text_not_drawable') return '';
    throw error;
  }
}

/** Several if options of one value have different labels. */
function labelsOf(options: readonly FieldOption[], value: string): readonly string[] {
  const labels = options.filter((option) => option.value === value).map(({ label }) => label);
  return labels.length > 0 ? labels : [value];
}

function shownText(field: Field, text: string): string {
  return field.isPassword ? maskPassword(text) : text;
}

function arrange(field: Field, node: FieldNode): TextArrangement {
  if (field.type !== 'textField') return { kind: 'line' };
  if (field.flags & FieldFlag.multiline) return { kind: 'lines' };
  const cells = Math.min(readMaxLength(node) ?? 0, MAX_CELLS);
  const isComb = field.flags & FieldFlag.comb && !(field.flags & (FieldFlag.password | FieldFlag.fileSelect));
  return isComb && cells ? { kind: 'comb', cells } : { kind: 'line' };
}
