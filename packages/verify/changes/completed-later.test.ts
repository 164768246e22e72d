import { openPdf } from '@countersign/pdf';
import { sealPdf } from '@countersign/seal';
import {
  createDevelopmentSigner,
  type DevelopmentSigner,
} from '@countersign/seal/signers/development-signer';
import {
  buildFile,
  type FileOptions,
  FREE_HEAD,
  formatEntry,
  formatStream,
  packRow,
  twoPages,
} from '@countersign/seal/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyFile } from '../verify-signatures.ts';

const EVIL = '0 0 9 9 re f';

/** Appended bytes become part of what was signed: of an object, a stream, or how an object stream is read. */
describe('a sealed file that later bytes complete', () => {
  let signer: DevelopmentSigner;

  beforeAll(async () => {
    signer = await createDevelopmentSigner({ key: 'ec-p256' });
  });

  async function seal(bytes: Uint8Array, prepares: boolean): Promise<string> {
    const file = openPdf(bytes);
    if (prepares) file.defineMissing();
    const statement = { reason: 'Sealed', name: 'Countersign', signedAt: new Date() };
    return Buffer.from((await sealPdf(file, signer, statement)).toBytes()).toString('latin1');
  }

  const lastSection = (text: string) => Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
  const sizeOf = (text: string) =>
    Math.max(...[...text.matchAll(/\/Size (\d+)/g)].map(([, size]) => Number(size)));
  const infoOf = (text: string) => /\/Info \d+ 0 R/.exec(text)?.[0] ?? '';
  const stateOf = (text: string) => verifyFile(Buffer.from(text, 'latin1')).state;

  /** Appends an increment that lists the object if `number` is given. */
  function append(text: string, body: string, number?: number): string {
    const rows = number === undefined ? `0 1\n${FREE_HEAD}` : `${number} 1\n${formatEntry(text.length)}`;
    const trailer = `<</Root 1 0 R ${infoOf(text)} /Size ${sizeOf(text)} /Prev ${lastSection(text)}>>`;
    const section = text.length + body.length;
    return `${text}${body}xref\n${rows}trailer\n${trailer}\nstartxref\n${section}\n%%EOF\n`;
  }

  function appendWithStream(text: string, number: number, body: string): string {
    const object = `${number} 0 obj\n${body}\nendobj\n`;
    const [own, section] = [sizeOf(text), text.length + object.length];
    const rows = packRow(1, text.length) + packRow(1, section);
    const entries = `/Root 1 0 R ${infoOf(text)} /Prev ${lastSection(text)}`;
    const dict = `/Type/XRef/Size ${own + 1}/Index[${number} 1 ${own} 1]/W[1 3 1] ${entries}`;
    return `${text}${object}${own} 0 obj\n${formatStream(rows, dict)}\nendobj\nstartxref\n${section}\n%%EOF\n`;
  }

  describe.each<[string, (other: number) => [data: string, dict: string, before: string, after: string]]>([
    [
      '/First',
      () => {
        const page = '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>';
        const data = `5 0     ${page.padEnd(60)}${page.replace('4 0 R', '6 0 R')}`;
        return [data, '/N 1/First 21 0 R', '8', '68'];
      },
    ],
    [
      '/N',
      () => {
        const page = '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>';
        const data = `5 0 5 60    ${page.padEnd(60)}${page.replace('4 0 R', '6 0 R')}`;
        return [data, '/N 21 0 R/First 12', '1', '2'];
      },
    ],
    [
      '/Length',
      () => {
        const data = `5 0     <</Type/Page/Parent 2 0 R/Contents 4 0 R>>`;
        return [data, '/N 1/First 8', String(data.length), String(data.length - 2)];
      },
    ],
  ])('with an object stream whose %s is in another object', (key, make) => {
    const build = () => {
      const [data, dict, before, after] = make(21);
      const stream =
        key === '/Length'
          ? `<</Type/ObjStm${dict}/Length 21 0 R>>\nstream\n${data}\nendstream`
          : formatStream(data, `/Type/ObjStm${dict}`);
      const { 5: _page, ...others } = twoPages();
      const options: FileOptions = { members: { 5: [20, 0] } };
      return { bytes: buildFile({ ...others, 20: stream, 21: before }, options), before, after };
    };

    it('is rewritten before it is sealed, or changed once that object is replaced', async () => {
      const { bytes, after } = build();
      const sealed = await seal(bytes, true);
      expect(stateOf(sealed)).toBe('intact');
      const isRewritten = !sealed.startsWith(bytes.toString('latin1'));
      expect(isRewritten).toBe(key !== '/Length');
      if (!isRewritten) expect(stateOf(appendWithStream(sealed, 21, after))).toBe('changed');
    });

    it('is changed if it was sealed as it is', async () => {
      const { bytes, after } = build();
      const sealed = await seal(bytes, false);
      const isRewritten = !sealed.startsWith(bytes.toString('latin1'));
      if (!isRewritten) expect(stateOf(appendWithStream(sealed, 21, after))).toBe('changed');
    });
  });

  describe('with a stream whose /Length reaches beyond the file', () => {
    const bodies = { ...twoPages(), 6: `<</Length 30000>>\nstream\n${EVIL}\nendstream` };
    const complete = (sealed: string) => {
      const start = sealed.indexOf(`<</Length 30000>>\nstream\n`) + '<</Length 30000>>\nstream\n'.length;
      const filler = ' '.repeat(start + 30_000 - sealed.length - EVIL.length);
      return append(sealed, `${filler}${EVIL}\nendstream\nendobj\n`);
    };

    it('is rewritten before it is sealed', async () => {
      const sealed = await seal(buildFile(bodies), true);
      expect(sealed).not.toContain('/Length 30000');
      expect(stateOf(sealed)).toBe('intact');
    });

    it('is changed with bytes that complete it', async () => {
      const sealed = await seal(buildFile(bodies), false);
      expect(stateOf(complete(sealed))).toBe('changed');
    });
  });

  it('lists no object beyond its end', async () => {
    const { 6: _contents, ...bodies } = twoPages();
    const sealed = await seal(buildFile(bodies, { offsets: { 6: 30_000 } }), false);
    expect(sealed).not.toContain('0000030000');
    const filler = `%${' '.repeat(30_000 - sealed.length - 2)}\n`;
    const object = `6 0 obj\n${formatStream(EVIL)}\nendobj\n`;
    expect(stateOf(append(sealed, filler + object))).toBe('changed');
    expect(stateOf(append(sealed, object, 6))).toBe('changed');
  });
});
