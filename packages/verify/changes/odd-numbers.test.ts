import { appendBodies, formatForm, formatStream, signBodies, signedPage } from '@countersign/seal/testing';
import { describe, expect, it } from 'vitest';
import { verifyFile } from '../verify-signatures.ts';

const report = (text: string) => verifyFile(Buffer.from(text, 'latin1'));
const codesOf = (text: string) =>
  report(text).signatures.flatMap(({ changes }) => changes.map(({ code }) => code));

/**
 * Numbers that readers take for different ones, in the signed part. They were equal to what an increment put in
 * their place, or made a page large and a field small, for us alone.
 */
describe('a signed file with odd numbers', () => {
  it.each([
    ['/Rotate 9-0', '/Rotate 90'],
    ['/Rotate 90e0', '/Rotate 90'],
    ['/Rotate 90.0', '/Rotate 90'],
    ['/Rotate 90/Rotate 90.0', '/Rotate 90'],
    ['/CropBox[0 0 1e2 200]', '/CropBox[0 0 1 200]'],
    ['/CropBox[0 0 300 --200]', '/CropBox[0 0 300 -200]'],
  ])('is changed if %s of a page becomes %s', async (odd, usual) => {
    const bodies = signedPage();
    const page = (entry: string) => bodies[3]?.replace('>>', `${entry}>>`) ?? '';
    const text = await signBodies({ ...bodies, 3: page(odd) });
    expect(report(text).state).toBe('intact');
    expect(report(appendBodies(text, { 3: page(usual) })).state).toBe('changed');
  });

  it('is changed if an entry leads back to another object with an odd number', async () => {
    const bodies = signedPage();
    const page = (entry: string) => bodies[3]?.replace('>>', `${entry}>>`) ?? '';
    const copy = `3 0 obj\n${page('/Rotate 9-0')}\nendobj\n`;
    const text = await signBodies({ ...bodies, 3: page('/Rotate 90'), 30: formatStream(copy) });
    const offset = String(text.indexOf(copy)).padStart(10, '0');
    const back = appendBodies(text, { 60: '[1]' }).replace(
      /60 1\n\d{10}(?!.*60 1\n)/s,
      `3 1\n${offset} 00000 n \n$&`,
    );
    expect(back).toContain(`3 1\n${offset}`);
    expect(codesOf(back)).toEqual(['not_comparable']);
  });

  const field = '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/P 3 0 R/F 4';

  it.each([
    ['0 0 9 9', 'intact'],
    ['0 0 9. 9.5', 'intact'],
    ['0 0 3e2 4e2', 'changed'],
    ['0 0 300. 4.0e2', 'changed'],
    ['-99999999999999999999 0 300 400', 'changed'],
  ])('of a field with the rectangle [%s] is %s if it is filled in', async (sides, state) => {
    // The widget itself stays as it was signed.
    const bodies = signedPage('9 0 R ');
    bodies[3] = bodies[3]?.replace('9 0 R', '10 0 R') ?? '';
    bodies[9] = '<</FT/Tx/T(a)/Kids[10 0 R]>>';
    bodies[10] = `<</Type/Annot/Subtype/Widget/Parent 9 0 R/Rect[${sides}]/P 3 0 R/F 4/AP<</N 11 0 R>>>>`;
    const text = await signBodies({ ...bodies, 11: formatForm('') });
    const filled = { 9: bodies[9].replace('/T(a)', '/T(a)/V(x)'), 11: formatForm('0 0 300 400 re f') };
    expect(report(appendBodies(text, filled)).state).toBe(state);
  });

  it.each([
    ['0 0 3000 400', 'intact'],
    ['0 0 30000-0 400', 'changed'],
  ])('with a page of [%s] is %s if a field of 300 by 400 is filled in', async (sides, state) => {
    const bodies = signedPage('10 0 R ');
    bodies[2] = bodies[2]?.replace('0 0 300 400', sides) ?? '';
    bodies[10] = `${field}/Rect[0 0 300 400]>>`;
    const text = await signBodies(bodies);
    const filled = {
      10: `${field}/Rect[0 0 300 400]/V(x)/AP<</N 60 0 R>>>>`,
      60: formatForm('0 0 300 400 re f'),
    };
    expect(report(appendBodies(text, filled)).state).toBe(state);
  });
});

/** Some readers ignore the real numbers, and lose the page. */
describe('a signed file with an increment of an object stream', () => {
  it.each([
    ['/N 1/First 4', 'intact'],
    ['/N 1.0/First 4', 'changed'],
    ['/N 1/First 4.0', 'changed'],
    ['/N 1/First 4/F(other)', 'changed'],
    ['/N 1/First 4/Filter/ASCIIHexDecode', 'changed'],
  ])('that has %s is %s', async (entries, state) => {
    const bodies = signedPage();
    const text = await signBodies(bodies);
    const data = `3 0 ${bodies[3]}`;
    const encoded = entries.includes('Hex') ? `zz${Buffer.from(data).toString('hex')}>` : data;
    const plain = appendBodies(text, { 60: formatStream(encoded, `/Type/ObjStm${entries}`) });
    const at = plain.lastIndexOf('xref\n', plain.lastIndexOf('trailer'));
    const rows = [60, 0].map((second, index) =>
      String.fromCharCode(2 - index, 0, 0, index === 0 ? second : 0, 0),
    );
    const offset = text.length;
    rows[1] = String.fromCharCode(1, offset >> 16, (offset >> 8) & 255, offset & 255, 0);
    const previous = /\/Prev \d+/.exec(plain.slice(at))?.[0];
    const section = formatStream(
      rows.join(''),
      `/Type/XRef/Size 100/Index[3 1 60 1]/W[1 3 1]/Root 1 0 R${previous}`,
    );
    const appended = `${plain.slice(0, at)}99 0 obj\n${section}\nendobj\nstartxref\n${at}\n%%EOF\n`;
    expect(report(appended).state).toBe(state);
  });
});
