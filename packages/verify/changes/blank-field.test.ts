import { PDFContext, type PDFDict, PDFName, PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { isBlank } from './new-signature.ts';

const FIELD = { name: 'amount', fieldType: 'Tx', value: undefined, canBeFilled: true };

describe('a field without a value', () => {
  it.each([
    ['transparency', { Type: 'ExtGState', CA: 0.5, ca: 1, BM: 'Normal', SMask: 'None' }],
    ['overprinting', { OP: false, op: false, OPM: 1, AIS: false, SA: true }],
  ])('is blank if a graphics state of its frame sets %s', (_, state) => {
    expect(isBlank(FIELD, widgetWith(state))).toBe(true);
  });

  // An operator `w` seemed to keep the line thin.
  it.each([
    ['a line width', { LW: 40 }],
    ['dashes', { D: [[1, 5], 0] }],
    ['a font', { Font: [null, 12] }],
    ['a mask', { SMask: { S: 'Luminosity' } }],
    ['a blend mode', { BM: 'Difference' }],
    ['blend modes', { BM: ['Difference', 'Normal'] }],
  ])('is not blank if a graphics state of its frame sets %s', (_, state) => {
    expect(isBlank(FIELD, widgetWith(state))).toBe(false);
  });

  it('is not blank if its value is text', () => {
    expect(isBlank({ ...FIELD, value: PDFString.of('1') }, widgetWith({}))).toBe(false);
  });
});

function widgetWith(state: Parameters<PDFContext['obj']>[0]): PDFDict {
  const context = PDFContext.create();
  const look = context.stream('1 w /GS0 gs 0.5 0.5 199 39 re S', {
    BBox: [0, 0, 200, 40],
    Resources: { ExtGState: { GS0: state } },
  });
  const widget = context.obj({});
  widget.set(PDFName.of('AP'), context.obj({ N: context.register(look) }));
  return widget;
}
