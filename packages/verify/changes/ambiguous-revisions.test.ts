import { openPdf } from '@countersign/pdf';
import { sealPdf } from '@countersign/seal';
import { createDevelopmentSigner } from '@countersign/seal/signers/development-signer';
import { createSamplePdf } from '@countersign/seal/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyFile } from '../verify-signatures.ts';

/** Revisions that readers interpret differently: unchanged in one, changed in another. */
describe('a sealed file with an appended revision', () => {
  let sealed: Buffer;
  let text: string;
  let startxref: number;
  let contents: number;

  beforeAll(async () => {
    const signer = await createDevelopmentSigner({ key: 'ec-p256' });
    const statement = { reason: 'Sealed', name: 'Countersign', signedAt: new Date() };
    sealed = Buffer.from((await sealPdf(openPdf(await createSamplePdf()), signer, statement)).toBytes());
    text = sealed.toString('latin1');
    startxref = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
    contents = Number(/\/Contents \[?\s*(\d+) 0 R/.exec(text)?.[1]);
  });

  const entry = (offset: number) => `${String(offset).padStart(10, '0')} 00000 n \n`;
  const trailer = (extra = '') => {
    const root = /\/Root (\d+) 0 R/.exec(text)?.[1];
    const info = /\/Info (\d+) 0 R/.exec(text)?.[1];
    return `trailer\n<</Size 100/Root ${root} 0 R/Info ${info} 0 R/Prev ${startxref}${extra}>>\n`;
  };

  /** `table` gets the offset of the object. */
  function append(object: string, table: (offset: number) => string, extra = ''): Buffer {
    const offset = sealed.length;
    const at = offset + object.length;
    return Buffer.from(
      `${text}${object}xref\n${table(offset)}${trailer(extra)}startxref\n${at}\n%%EOF\n`,
      'latin1',
    );
  }

  const offsetOf = (number: number) => text.search(new RegExp(`(?<=[\\r\\n])${number} 0 obj`));
  const pageObject = (): [number: number, object: string] => {
    const number = openPdf(sealed).page(0).ref.objectNumber;
    const start = offsetOf(number);
    return [number, `${text.slice(start, text.indexOf('endobj', start))}endobj\n`];
  };
  const forged = () => `${contents} 0 obj\n<</Length 15>>\nstream\n0 0 9 9 re f\n\n\n\nendstream\nendobj\n`;

  it('is intact with one that changes nothing', () => {
    const bytes = append('', () => `${contents} 1\n${entry(offsetOf(contents))}`);
    expect(verifyFile(bytes)).toMatchObject({ state: 'intact' });
  });

  it.each<[string, () => Buffer]>([
    ['that exchanges content', () => append(forged(), (at) => `${contents} 1\n${entry(at)}`)],
    [
      'that names an object twice, first as it was',
      () =>
        append(forged(), (at) => `${contents} 1\n${entry(offsetOf(contents))}${contents} 1\n${entry(at)}`),
    ],
    [
      'with a hybrid stream, which some readers rank above the table',
      () => append(forged(), () => '0 1\n0000000000 65535 f \n', `/XRefStm ${offsetOf(contents)}`),
    ],
    ['that frees content', () => append('', () => `${contents} 1\n0000000000 00001 f \n`)],
    [
      'that gives content another generation',
      () =>
        append(
          forged().replace(' 0 obj', ' 1 obj'),
          (at) => `${contents} 1\n${entry(at).replace('00000 n', '00001 n')}`,
        ),
    ],
    [
      'that leads back to itself',
      () => append(forged(), (at) => `${contents} 1\n${entry(at)}`, `/Prev ${sealed.length}`),
    ],
    [
      'whose object is not where it says',
      () => append(`\n\n${forged()}`, (at) => `${contents} 1\n${entry(at + 9)}`),
    ],
    [
      'with two values of a key, the last of which is as it was',
      () => {
        const [number, page] = pageObject();
        const twice = page.replace('<<', '<</Cont#65nts 900 0 R');
        return append(twice, (at) => `${number} 1\n${entry(at)}`);
      },
    ],
    [
      'with two roots',
      () => append('', () => `${contents} 1\n${entry(offsetOf(contents))}`, `/Root ${contents} 0 R`),
    ],
    [
      'whose /Size leaves objects out',
      () => {
        const bytes = append('', () => `${contents} 1\n${entry(offsetOf(contents))}`);
        return Buffer.from(bytes.toString('latin1').replace('/Size 100/', '/Size 5/'), 'latin1');
      },
    ],
  ])('is changed with one %s', (_, make) => {
    expect(verifyFile(make()).state).toBe('changed');
  });

  it.each([
    [
      'a later file that calls itself another',
      () => Buffer.concat([sealed, Buffer.from('%PDF-1.4\n'), sealed]),
    ],
    ['a page in HTML', () => Buffer.concat([sealed, Buffer.from('<html></html>\n')])],
    ['only another startxref', () => Buffer.from(`${text}startxref\n0\n%%EOF\n`, 'latin1')],
    [
      'an end of file that was repeated with a comment',
      () => Buffer.from(`${text}%comment\n%%EOF\n`, 'latin1'),
    ],
  ])('is changed with %s', (_, make) => {
    expect(verifyFile(make()).state).toBe('changed');
  });
});
