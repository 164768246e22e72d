import type { PDFDict } from 'pdf-lib';
import { parseNameSegment } from '../attributes/index.ts';
import { asNumber, readEntry, readNumber, readText } from '../fields/dict-reading.ts';
import type { FieldNode } from '../fields/field-tree.ts';
import type { Form } from '../fields/form.ts';
import { readInherited, readInheritedText } from '../fields/inherited.ts';
import { Key } from '../fields/keys.ts';
import { type DefaultAppearance, FALLBACK_APPEARANCE, parseDefaultAppearance } from './default-appearance.ts';
import type { Quadding } from './text-layout.ts';
import { readWidgetLook, type WidgetLook } from './widget-look.ts';

export interface FieldLook {
  readonly widget: WidgetLook;
  readonly text: DefaultAppearance;
  readonly quadding: Quadding;
}

const TRANSPARENT = 'svc-style-transparent';
export const QUADDINGS: readonly Quadding[] = ['left', 'centred', 'right'];

/** Undefined if the widget has no usable rectangle or no area. */
export function readFieldLook(form: Form, node: FieldNode, widget: PDFDict): FieldLook | undefined {
  const look = readWidgetLook(widget);
  if (!look || look.width <= 0 || look.height <= 0) return undefined;
  return {
    widget: isTransparent(node) ? { ...look, background: [] } : look,
    text: readDefaultAppearance(form, node, widget) ?? FALLBACK_APPEARANCE,
    quadding: readQuadding(form, node, widget),
  };
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
