import type { FontSource, TextEmbedder } from '@countersign/pdf';
import { PDFNumber, PDFString } from 'pdf-lib';
import { fillColour, formatNumbers } from '../appearances/drawing.ts';
import { listWidgets } from '../appearances/make-appearance.ts';
import { QUADDINGS, readFieldLook } from '../appearances/widget-look.ts';
import { Key } from '../fields/dict-reading.ts';
import type { Field, Form, TextStyle } from '../fields/form.ts';
import type { GivenValue } from './check-values.ts';

const ALIGNMENTS = { left: 'left', center: 'centred', right: 'right' } as const;

/** Adds the styles of values to a form, before anything is checked, so that values are measured as they are drawn. */
export function withStyles(form: Form, values: readonly GivenValue[]): Form {
  const styled = values.filter(isStyled);
  if (styled.length === 0) return form;
  return { ...form, styles: new Map(styled.map((value) => [value.name, toStyle(value)])) };
}

function isStyled({ font, fontSize, alignment, color }: GivenValue): boolean {
  return font !== undefined || fontSize !== undefined || alignment !== undefined || color !== undefined;
}

function toStyle({ font, fontSize, alignment, color }: GivenValue): TextStyle {
  return {
    size: fontSize,
    colour: color && fillColour(color),
    quadding: alignment && ALIGNMENTS[alignment],
    font: font === undefined ? undefined : openOnce(font),
  };
}

/** A font is opened once for all widgets of its field. */
function openOnce(font: FontSource): NonNullable<TextStyle['font']> {
  let opened: TextEmbedder | undefined;
  return (embedder) => {
    opened ??= embedder.inFont(font);
    return opened;
  };
}

/** Writes the style into /DA and /Q of each widget, for readers that draw the value anew. */
export function writeStyle(form: Form, field: Field): void {
  if (!form.styles?.has(field.name) || field.type === 'checkbox' || field.type === 'radioButton') return;
  for (const { node, dict } of listWidgets(field)) {
    const look = readFieldLook(form, node, dict);
    if (look === undefined) continue;
    const { font, size, colour } = look.text;
    dict.set(Key.DA, PDFString.of(`/${font} ${formatNumbers(size)} Tf ${colour}`));
    dict.set(Key.Q, PDFNumber.of(QUADDINGS.indexOf(look.quadding)));
  }
}
