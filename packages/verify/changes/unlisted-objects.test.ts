import { openPdf } from '@countersign/pdf';
import { sealPdf } from '@countersign/seal';
import { createDevelopmentSigner } from '@countersign/seal/signers/development-signer';
import {
  buildFile,
  formatEntry as entry,
  FREE_HEAD,
  formatStream,
  packRow,
  twoPages,
} from '@countersign/seal/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyFile } from '../verify-signatures.ts';

const CONTENTS = 4;
const FORGED = `${CONTENTS} 0 obj\n<</Length 15>>\nstream\n0 0 9 9 re f\n\n\n\nendstream\nendobj\n`;
const HARMLESS = '60 0 obj\n<</Length 3>>\nstream\nabc\nendstream\nendobj\n';
const FREE = `0 1\n${FREE_HEAD}`;

interface Increment {
  /** Objects before the section. */
  readonly objects?: string;
  /** Subsections, given the offset of the objects. */
  readonly table?: (offset: number) => string;
  /** Trailer entries beside /Root and /Info. */
  readonly trailer?: string;
  /** What follows the trailer, given the offset of the section. */
  readonly end?: (section: number) => string;
}

/**
 * A forged object was appended that no section lists, with a section that our engine read and others rejected: those
 * rebuilt the cross-reference from every `N G obj` in the file and showed the forged one, while we reported no change.
 */
describe('a sealed file with an appended object that no section lists', () => {
  let text: string;
  let startxref: number;
  let kept: string;

  beforeAll(async () => {
    const signer = await createDevelopmentSigner({ key: 'ec-p256' });
    const statement = { reason: 'Sealed', name: 'Countersign', signedAt: new Date() };
    const sealed = (await sealPdf(openPdf(buildFile(twoPages())), signer, statement)).toBytes();
    text = Buffer.from(sealed).toString('latin1');
    startxref = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
    const info = /\/Info \d+ 0 R/.exec(text)?.[0] ?? '';
    kept = `/Root 1 0 R ${info}`;
  });

  function append({ objects = '', table = () => FREE, trailer, end }: Increment): Buffer {
    const section = text.length + objects.length;
    const entries = trailer ?? `/Size 100 /Prev ${startxref}`;
    const tail = end?.(section) ?? `startxref\n${section}\n%%EOF\n`;
    const bytes = `${objects}xref\n${table(text.length)}trailer\n<<${kept} ${entries}>>\n${tail}`;
    return Buffer.from(text + bytes, 'latin1');
  }

  /** Appends a cross-reference stream with rows of type, offset and generation, given the offset of the objects. */
  function appendStream(
    objects: string,
    index: string,
    rows: (offset: number) => string[],
    entries = '',
  ): Buffer {
    const section = text.length + objects.length;
    const data = [...rows(text.length), packRow(1, section)].join('');
    const dict = `/Type/XRef/Size 100/Index[${index} 99 1]/W[1 3 1]/Prev ${startxref}${entries} ${kept}`;
    const object = `99 0 obj\n${formatStream(data, dict)}\nendobj\n`;
    return Buffer.from(`${text}${objects}${object}startxref\n${section}\n%%EOF\n`, 'latin1');
  }

  const stateOf = (bytes: Uint8Array) => verifyFile(bytes).state;

  it.each<[string, () => Buffer]>([
    ['whose object is listed', () => append({ objects: HARMLESS, table: (at) => `60 1\n${entry(at)}` })],
    [
      'whose offsets lead to the white space before',
      () =>
        append({
          objects: `\n${HARMLESS}\n`,
          table: (at) => `60 1\n${entry(at)}`,
          end: (section) => `startxref\n${section - 1}\n%%EOF\n`,
        }),
    ],
    [
      'with the comment of its producer',
      () => append({ end: (section) => `%Producer 8.0\nstartxref\n${section}\n%%EOF` }),
    ],
    ['of a cross-reference stream', () => appendStream(HARMLESS, '60 1', (at) => [packRow(1, at)])],
  ])('is intact with an increment %s', (_, make) => {
    expect(verifyFile(make())).toMatchObject({ state: 'intact', signatures: [{ laterChanges: 'none' }] });
  });

  it.each<[string, () => Buffer]>([
    ['and a valid table', () => append({ objects: FORGED })],
    ['and a no-break space', () => append({ objects: FORGED, end: (at) => `startxref\xa0${at}\n%%EOF\n` })],
    ['and a vertical tab', () => append({ objects: FORGED, end: (at) => `startxref\x0b${at}\n%%EOF\n` })],
    ['after `%%EOF`', () => append({ end: (at) => `startxref\n${at}\n%%EOF\n${FORGED}` })],
    ['in a comment', () => append({ objects: `%${FORGED.replaceAll('\n', ' ')}\n` })],
    ['after a comment that ends with CR', () => append({ objects: `%\r${FORGED}` })],
    [
      'in the contents of a listed stream',
      () => {
        const stream = `60 0 obj\n${formatStream(FORGED)}\nendobj\n`;
        return append({ objects: stream, table: (at) => `60 1\n${entry(at)}` });
      },
    ],
    [
      'in a string of a listed object',
      () => append({ objects: `60 0 obj\n(\n${FORGED})\nendobj\n`, table: (at) => `60 1\n${entry(at)}` }),
    ],
    [
      'with white space of some readers only',
      () => {
        const stream = `60 0 obj\n${formatStream(`${CONTENTS}\xa00\x0bobj`)}\nendobj\n`;
        return append({ objects: stream, table: (at) => `60 1\n${entry(at)}` });
      },
    ],
    [
      'in an object stream whose members are not listed',
      () => {
        const data = `${CONTENTS} 0 null`;
        const stream = `60 0 obj\n${formatStream(data, '/Type/ObjStm/N 1/First 4')}\nendobj\n`;
        return appendStream(stream, '60 1', (at) => [packRow(1, at)]);
      },
    ],
    [
      'that an increment lists and the next one takes back',
      () => {
        const first = append({ objects: FORGED, table: (at) => `${CONTENTS} 1\n${entry(at)}` });
        const before = text.search(new RegExp(`(?<=\\n)${CONTENTS} 0 obj`));
        const section = text.length + FORGED.length;
        const table = `xref\n${CONTENTS} 1\n${entry(before)}`;
        const trailer = `trailer\n<<${kept}/Size 100/Prev ${section}>>\nstartxref\n${first.length}\n%%EOF\n`;
        return Buffer.concat([first, Buffer.from(table + trailer, 'latin1')]);
      },
    ],
  ])('is changed with one %s', (_, make) => {
    expect(stateOf(make())).toBe('changed');
  });

  it.each<[string, () => Buffer]>([
    ['a /Size beyond all limits', () => append({ trailer: `/Size 2000000000 /Prev ${startxref}` })],
    ['a /Size far above its objects', () => append({ trailer: `/Size 8388607 /Prev ${startxref}` })],
    ['a reference as /Size', () => append({ trailer: `/Size 5 0 R /Prev ${startxref}` })],
    ['a reference as /Prev', () => append({ trailer: `/Size 100 /Prev ${startxref} 0 R` })],
    ['a real number as /Prev', () => append({ trailer: `/Size 100 /Prev ${startxref}.0` })],
    ['an escaped /Prev', () => append({ trailer: `/Size 100 /Pr#65v ${startxref}` })],
    ['an offset after its end', () => append({ table: () => `60 1\n${entry(9_999_999_999)}` })],
    ['an offset where no object is', () => append({ table: () => `60 1\n${entry(20)}` })],
    ['an offset of 0', () => append({ table: () => `60 1\n${entry(0)}` })],
    [
      'an unreadable entry between unused ones',
      () => append({ table: () => `${FREE}60 3\n${entry(0)}0000000x00 00000 n \n${entry(0)}` }),
    ],
    [
      'an unreadable entry in a long table',
      () => {
        const free = '0000000000 00000 f \n';
        return append({ table: () => `20 70\n${free.repeat(40)}0000000x00 00000 n \n${free.repeat(29)}` });
      },
    ],
    [
      'a number above /Size',
      () =>
        append({
          objects: HARMLESS,
          table: (at) => `60 1\n${entry(at)}`,
          trailer: `/Size 60 /Prev ${startxref}`,
        }),
    ],
    [
      'a `startxref` of many blanks',
      () => append({ end: (at) => `startxref${' '.repeat(40)}${at}\n%%EOF\n` }),
    ],
    ['an end of many blanks', () => append({ end: (at) => `startxref\n${at}\n%%EOF\n${' '.repeat(1100)}` })],
    ['an entry of type 3', () => appendStream('', '60 1', () => [packRow(3, 0)])],
    ['an entry of type 9', () => appendStream('', '60 1', () => [packRow(9, 0)])],
    ['an indirect /Index', () => appendStream('', '60 1', () => [packRow(0, 0)], '/Extra 1/Index 5 0 R')],
    ['an indirect /Filter', () => appendStream('', '60 1', () => [packRow(0, 0)], '/Filter 5 0 R')],
    ['too many rows', () => appendStream('', '60 1', () => [packRow(0, 0), packRow(0, 0)])],
  ])('is changed with a section that has %s', (_, make) => {
    expect(stateOf(make())).toBe('changed');
  });

  const appendBody = (body: string) =>
    append({ objects: `60 0 obj\n${body}\nendobj\n`, table: (at) => `60 1\n${entry(at)}` });

  it.each([
    '[1 -2 +3 4. .5 -.5 0.12345678901234567 true false null]',
    '<</Name/A#20b/Ref 7 0 R/Refs[1 0 R 2 0\nR]/Text(a(b)\\)c)/Hex<4 8 65>/Empty/ /Dict<</A[]>>>>',
    '2147483647',
  ])('is intact with an added object %s', (body) => {
    expect(stateOf(appendBody(body))).toBe('intact');
  });

  /** Each of them was `intact`, while readers followed other references or drew at other places. */
  it.each([
    ...[
      '[+6 0 R]',
      '[6 -0 R]',
      '[6- 0 R]',
      '[6.0 0 R]',
      '[6 0 R7]',
      '6 0 R',
      '[6 %\n0 R]',
      '[6 0 R',
      '[1 2>>',
    ],
    ...['[0x1]', '[72e2]', '[ 7-2]', '[--7]', '[.]', '[-]', '[1.2.3]', '[4294967297]', '[nul]', '[true7]'],
    ...[
      '<</A#zz 1>>',
      '<</A#00 1>>',
      '<</A 1/B>>',
      '<<(A) 1>>',
      '<</A 1/A 2>>',
      '<</A 1 2>>',
      '<</A 1/#41 2>>',
    ],
    ...['<4G>', '<41', '(a', '', '1 2', '%\n1', '1 %\n'],
  ])('is changed with an added object %j', (body) => {
    expect(stateOf(appendBody(body))).toBe('changed');
  });

  it.each([
    ['stream\n', 'intact'],
    ['stream\r\n', 'intact'],
    ['stream', 'changed'],
    ['stream\r', 'changed'],
    ['stream \n', 'changed'],
    ['stream%\n', 'changed'],
  ])('with an added stream that begins with %j is %s', (keyword, state) => {
    expect(stateOf(appendBody(`<</Length 3>>\n${keyword}abc\nendstream`))).toBe(state);
  });

  it.each([
    ['two objects', '61 0 62 4 ', '[1] ', '[2]', 'intact'],
    ['an object that ends after the next begins', '61 0 62 2 ', '[1 [', '2]]', 'changed'],
    ['another value between two objects', '61 0 62 5 ', '[1]7', ' [2]', 'changed'],
    ['objects in another order', '61 4 62 0 ', '[1] ', '[2]', 'changed'],
    ['two objects in one place', '61 0 62 0 ', '[1] ', '[2]', 'changed'],
    ['more in its index', '61 0 62 4 9 ', '[1] ', '[2]', 'changed'],
    ['a word in its index', '61 0 62 4 % ', '[1] ', '[2]', 'changed'],
  ])('with an added object stream of %s is as expected', (_, index, first, second, state) => {
    const data = index + first + second;
    const stream = `60 0 obj\n${formatStream(data, `/Type/ObjStm/N 2/First ${index.length}`)}\nendobj\n`;
    const rows = (at: number) => [packRow(1, at), packRow(2, 60, 0), packRow(2, 60, 1)];
    expect(stateOf(appendStream(stream, '60 3', rows))).toBe(state);
  });

  it('is changed with a cross-reference stream of two /W, which does not list itself', () => {
    const row = packRow(0, 0);
    const stream = appendStream('', '60 1', () => [row]).toString('latin1');
    const start = stream.lastIndexOf('99 0 obj');
    const unlisted = stream.slice(start).replace(' 99 1]', ']').replace('/Length 10', '/Length 5');
    const end = unlisted.indexOf(row) + row.length;
    const shorter = unlisted.slice(0, end) + unlisted.slice(end + row.length);
    const twice = shorter.replace('/W[1 3 1]', '/W [1 2 2]/W[1 3 1]');
    const states = [shorter, twice].map((tail) => stateOf(Buffer.from(text + tail, 'latin1')));
    expect(states).toEqual(['intact', 'changed']);
  });

  it('is changed with so much white space that some readers do not find its end', () => {
    for (const harmless of [' '.repeat(200), `${'\n'.repeat(400)}%%EOF\n`, '%%EOF\n%%EOF'])
      expect(stateOf(Buffer.from(text + harmless, 'latin1'))).toBe('intact');
    expect(stateOf(Buffer.from(text + ' '.repeat(1100), 'latin1'))).toBe('changed');
  });
});
