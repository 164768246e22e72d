import { createHash } from 'node:crypto';
import { buildCms } from '../cms/build-cms.ts';
import { createDevelopmentSigner } from '../signers/development-signer.ts';
import { buildFile, formatEntry, formatStream } from './build-file.ts';

const CONTENTS_DIGITS = 6000;
const PLACEHOLDER = `<${'0'.repeat(CONTENTS_DIGITS)}>`;
const NO_RANGE = `[0 ${'0'.repeat(10)} ${'0'.repeat(10)} ${'0'.repeat(10)}]`;

/** A signature dictionary that `signText` completes. */
export const UNSIGNED = `<</Type/Sig/SubFilter/ETSI.CAdES.detached/ByteRange${NO_RANGE}/Contents${PLACEHOLDER}>>`;

/**
 * Bodies of a file whose page 3 shows "Pay 100" by stream 4, with an invisible signature in field 20, and /Fields of
 * form 8 and /Annots that also list `widgets`, such as `10 0 R `.
 */
export function signedPage(widgets = ''): Record<number, string> {
  return {
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm 8 0 R>>',
    2: '<</Type/Pages/Count 1/MediaBox[0 0 300 400]/Resources<</Font<</F1 7 0 R>>>>/Kids[3 0 R]>>',
    3: `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots[${widgets}20 0 R]>>`,
    4: formatStream(showText('Pay 100')),
    7: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    8: `<</Fields[${widgets}20 0 R]/SigFlags 3>>`,
    20: '<</Type/Annot/Subtype/Widget/FT/Sig/T(Seal)/Rect[0 0 0 0]/F 132/P 3 0 R/V 21 0 R>>',
    21: UNSIGNED,
  };
}

export function showText(text: string): string {
  return `BT /F1 24 Tf 20 300 Td (${text}) Tj ET`;
}

/** Formats a form as large as the page. */
export function formatForm(content: string, resources = '/Font<</F1 7 0 R>>', entries = ''): string {
  const form = '/Type/XObject/Subtype/Form/BBox[0 0 300 400]';
  return formatStream(content, `${form}/Resources<<${resources}>>${entries}`);
}

/** Signs a file byte by byte as it is, in Latin-1: nothing of it is written anew. */
export async function signText(text: string): Promise<string> {
  const start = text.indexOf(PLACEHOLDER);
  const end = start + PLACEHOLDER.length;
  const numbers = [start, end, text.length - end].map((number) => String(number).padStart(10, '0'));
  const ranged = text.replace(NO_RANGE, `[0 ${numbers.join(' ')}]`);
  const [before, after] = [ranged.slice(0, start), ranged.slice(end)];
  const digest = createHash('sha256')
    .update(Buffer.from(before + after, 'latin1'))
    .digest();
  const cms = await buildCms(digest, await createDevelopmentSigner({ key: 'ec-p256' }));
  const contents = Buffer.from(cms).toString('hex').padEnd(CONTENTS_DIGITS, '0');
  return `${before}<${contents}>${after}`;
}

/** Signs a file of these bodies, after `change`. */
export function signBodies(bodies: Record<number, string>, change = (text: string) => text): Promise<string> {
  return signText(change(buildFile(bodies).toString('latin1')));
}

/** Puts bytes, such as an object that is not listed, before the only cross-reference table. */
export function insertBeforeTable(text: string, bytes: string): string {
  const at = text.lastIndexOf('\nxref') + 1;
  const tail = text.slice(at).replace(`startxref\n${at}\n`, `startxref\n${at + bytes.length}\n`);
  return text.slice(0, at) + bytes + tail;
}

/** Appends an increment with these bodies. */
export function appendBodies(text: string, bodies: Record<number, string>): string {
  let objects = '';
  let table = '0 1\n0000000000 65535 f \n';
  for (const [number, body] of Object.entries(bodies)) {
    table += `${number} 1\n${formatEntry(text.length + objects.length)}`;
    objects += `${number} 0 obj\n${body}\nendobj\n`;
  }
  const trailer = `trailer\n<</Root 1 0 R/Size 100/Prev ${findStartxref(text)}>>\n`;
  const section = text.length + objects.length;
  return `${text}${objects}xref\n${table}${trailer}startxref\n${section}\n%%EOF\n`;
}

export function findStartxref(text: string): number {
  return Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
}
