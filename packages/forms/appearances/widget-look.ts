import { PDFArray, type PDFDict, type PDFName } from 'pdf-lib';
import { parseNameSegment } from '../attributes/field-names.ts';
import {
  asNumber,
  Key,
  listItems,
  readArray,
  readDict,
  readEntry,
  readName,
  readNumber,
  readNumbers,
  readText,
} from '../fields/dict-reading.ts';
import type { FieldNode } from '../fields/field-dict.ts';
import type { Form, TextStyle } from '../fields/form.ts';
import { readInherited, readInheritedText } from '../fields/inherited-entries.ts';
import type { Quadding } from './text-layout.ts';

/** /DA (ISO 32000-1 12.7.3.3). */
export interface DefaultAppearance {
  readonly font: string;
  /** A size of 0 is automatic. */
  readonly size: number;
  readonly colour: string;
}

/** A /DA with more is broken. */
const MAX_FONT_SIZE = 1000;

/** Real ones have less than 200, and the patterns below take quadratic time. */
const MAX_LENGTH = 2000;

export const BLACK = '0 g';
const NUMBER = '([-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+))';
const FONT = new RegExp(`/([^\\s/]*)\\s+${NUMBER}\\s+Tf(?![^\\s/\\[(<])`, 'g');
const COLOUR = new RegExp(
  `((?:${NUMBER}\\s+){4}k|(?:${NUMBER}\\s+){3}rg|${NUMBER}\\s+g)(?![^\\s/\\[(<])`,
  'g',
);

/** Returns undefined without a font of usable size. */
export function parseDefaultAppearance(text: string): DefaultAppearance | undefined {
  const [, font = '', number] = lastMatch(text, FONT) ?? [];
  const size = Number(number ?? Number.NaN);
  if (!Number.isFinite(size) || Math.abs(size) > MAX_FONT_SIZE) return undefined;
  return { font, size: Math.abs(size), colour: lastMatch(text, COLOUR)?.[1] ?? BLACK };
}

const FALLBACK_APPEARANCE: DefaultAppearance = { font: 'Helv', size: 0, colour: BLACK };

function lastMatch(text: string, pattern: RegExp): RegExpExecArray | undefined {
  return [...text.slice(-MAX_LENGTH).matchAll(pattern)].at(-1);
}

type BorderStyle = 'solid' | 'dashed' | 'beveled' | 'inset' | 'underline';

/** Upright: origin bottom left, points. */
export interface WidgetLook {
  /** Swapped against /Rect if the widget is rotated by 90 or 270 degrees. */
  readonly width: number;
  readonly height: number;
  readonly matrix: readonly number[];
  readonly background: readonly number[];
  readonly borderColour: readonly number[];
  readonly borderWidth: number;
  readonly borderStyle: BorderStyle;
  readonly dash: readonly number[];
  /** /CA of /MK: for buttons a character of ZapfDingbats. */
  readonly caption: string;
}

const STYLES: ReadonlyMap<string, BorderStyle> = new Map([
  ['/S', 'solid'],
  ['/D', 'dashed'],
  ['/B', 'beveled'],
  ['/I', 'inset'],
  ['/U', 'underline'],
]);

/** /BS without /D (table 166). */
const USUAL_DASH = [3];

const MAX_DASHES = 10;

/** Returns undefined if /Rect is not four numbers. */
function readWidgetLook(widget: PDFDict): WidgetLook | undefined {
  const rect = readNumbers(widget, Key.Rect, 4);
  if (!rect) return undefined;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect;
  const characteristics = readDict(widget, Key.MK);
  return {
    ...turnUpright(Math.abs(x2 - x1), Math.abs(y2 - y1), readRotation(characteristics)),
    ...readBorder(widget),
    background: readColour(characteristics, Key.BG),
    borderColour: readColour(characteristics, Key.BC),
    caption: (characteristics && readText(characteristics, Key.CA)) ?? '',
  };
}

/** /R, counterclockwise relative to the page (table 189). */
export function turnUpright(width: number, height: number, degrees: number) {
  if (degrees === 90) return { width: height, height: width, matrix: [0, 1, -1, 0, width, 0] };
  if (degrees === 180) return { width, height, matrix: [-1, 0, 0, -1, width, height] };
  if (degrees === 270) return { width: height, height: width, matrix: [0, -1, 1, 0, 0, height] };
  return { width, height, matrix: [1, 0, 0, 1, 0, 0] };
}

function readRotation(characteristics: PDFDict | undefined): number {
  const degrees = (characteristics && readNumber(characteristics, Key.R)) ?? 0;
  return ((degrees % 360) + 360) % 360;
}

/** /BS, else the older /Border, whose fourth item is the dash array (12.5.4). */
export function readBorder(widget: PDFDict) {
  const style = readDict(widget, Key.BS);
  if (!style) return readOldBorder(widget);
  return {
    borderWidth: Math.max(0, readNumber(style, Key.W) ?? 1),
    borderStyle: STYLES.get(String(readName(style, Key.S))) ?? ('solid' as const),
    dash: readDash(readArray(style, Key.D)) ?? USUAL_DASH,
  };
}

function readOldBorder(widget: PDFDict) {
  const items = readArray(widget, Key.Border);
  const [, , width, dashes] = items ? listItems(items, 4) : [];
  const dash = dashes instanceof PDFArray ? readDash(dashes) : undefined;
  return {
    borderWidth: Math.max(0, asNumber(width) ?? 1),
    borderStyle: dash ? ('dashed' as const) : ('solid' as const),
    dash: dash ?? USUAL_DASH,
  };
}

/** Returns undefined if the dash would draw nothing. */
function readDash(dash: PDFArray | undefined): readonly number[] | undefined {
  const lengths = dash ? listItems(dash, MAX_DASHES).map((item) => asNumber(item) ?? 0) : [];
  const isUsable = lengths.some((length) => length > 0) && lengths.every((length) => length >= 0);
  return isUsable ? lengths : undefined;
}

/** An empty array is transparent. */
export function readColour(characteristics: PDFDict | undefined, key: PDFName): readonly number[] {
  const array = characteristics && readArray(characteristics, key);
  if (!array || ![1, 3, 4].includes(array.size())) return [];
  return listItems(array, 4).map((item) => asNumber(item) ?? 0);
}

export interface FieldLook {
  readonly widget: WidgetLook;
  readonly text: DefaultAppearance;
  readonly quadding: Quadding;
}

const TRANSPARENT = 'svc-style-transparent';
export const QUADDINGS: readonly Quadding[] = ['left', 'centred', 'right'];

/** Returns undefined if the widget has no usable rectangle or no area. */
export function readFieldLook(form: Form, node: FieldNode, widget: PDFDict): FieldLook | undefined {
  const look = readWidgetLook(widget);
  if (!look || look.width <= 0 || look.height <= 0) return undefined;
  const style = form.styles?.get(node.name);
  const text = readDefaultAppearance(form, node, widget) ?? FALLBACK_APPEARANCE;
  return {
    widget: isTransparent(node) ? { ...look, background: [] } : look,
    text: style ? { ...text, ...restyle(node, widget, style) } : text,
    quadding: style?.quadding ?? readQuadding(form, node, widget),
  };
}

/** Sizes of a field are in the unit of its page. */
function restyle(node: FieldNode, widget: PDFDict, { size, colour }: TextStyle): Partial<DefaultAppearance> {
  const [place] = node.widgets.find(({ dict }) => dict === widget)?.places ?? [];
  const userUnit = place?.geometry.userUnit ?? 1;
  return { ...(size !== undefined && { size: size / userUnit }), ...(colour !== undefined && { colour }) };
}

export function readDefaultAppearance(
  form: Form,
  node: FieldNode,
  widget: PDFDict,
): DefaultAppearance | undefined {
  return (
    parseIfThere(readText(widget, Key.DA)) ??
    parseIfThere(readInheritedText(node, Key.DA)) ??
    parseIfThere(form.acroForm && readText(form.acroForm, Key.DA))
  );
}

function parseIfThere(text: string | undefined): DefaultAppearance | undefined {
  return text === undefined ? undefined : parseDefaultAppearance(text);
}

function readQuadding(form: Form, node: FieldNode, widget: PDFDict): Quadding {
  const own = readNumber(widget, Key.Q) ?? asNumber(readInherited(node, Key.Q));
  const number = own ?? asNumber(form.acroForm && readEntry(form.acroForm, Key.Q));
  return QUADDINGS[number ?? 0] ?? 'left';
}

function isTransparent(node: FieldNode): boolean {
  return parseNameSegment(node.partialName).attributes.some(({ name }) => name === TRANSPARENT);
}
