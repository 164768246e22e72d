import type { PDFContext, PDFRef } from 'pdf-lib';
import type { WidgetLook } from './widget-look.ts';

/** ISO 32000-1 12.5.5; /Matrix rotates upright content. */
export function registerAppearance(
  context: PDFContext,
  { width, height, matrix }: WidgetLook,
  operators: string,
  fonts: Readonly<Record<string, PDFRef>>,
): PDFRef {
  const stream = context.stream(operators, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Matrix: [...matrix],
    Resources: Object.keys(fonts).length > 0 ? { Font: { ...fonts } } : {},
  });
  return context.register(stream);
}
