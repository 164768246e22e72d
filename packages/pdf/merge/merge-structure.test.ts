import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { type MergeWarning, mergePdfs } from './merge.ts';

/** A structure whose class /C is an indirect object. */
function classed(attributes: string, number: number) {
  return openPdf(
    buildPdf({
      ...pageBodies(1, '/StructParents 0'),
      1: '<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 30 0 R >>',
      30: `<< /Type /StructTreeRoot /ClassMap << /C ${number} 0 R >> /K 31 0 R /ParentTree << /Nums [0 [31 0 R]] >> >>`,
      31: '<< /Type /StructElem /S /P /C /C /P 30 0 R /Pg 3 0 R /K 0 >>',
      [number]: attributes,
    }),
  );
}

function merge(files: readonly ReturnType<typeof classed>[]) {
  const warnings: MergeWarning[] = [];
  const bytes = mergePdfs(files, { onWarning: (warning) => warnings.push(warning) }).toBytes();
  return { warnings, text: Buffer.from(bytes).toString('latin1') };
}

describe('structures whose classes are objects of their own', () => {
  it('are joined if they are equal, under any object number', () => {
    const red = '<< /O /Layout /Color [1 0 0] >>';
    const { warnings, text } = merge([classed(red, 40), classed(red, 50)]);
    expect(warnings).toEqual([]);
    expect(text.match(/\/StructParents \d/g)).toEqual(['/StructParents 0', '/StructParents 1']);
  });

  it('are not joined if they differ, and leave no keys', () => {
    const files = [
      classed('<< /O /Layout /Color [1 0 0] >>', 40),
      classed('<< /O /Layout /Color [0 0 1] >>', 40),
    ];
    const { warnings, text } = merge(files);
    expect(warnings).toEqual([{ code: 'structure_dropped', input: 1 }]);
    expect(text.match(/\/StructParents \d/g)).toEqual(['/StructParents 0']);
    expect(text.match(/\/StructElem/g)).toHaveLength(1);
    expect(text).not.toContain('[0 0 1]');
  });
});
