import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachmentNames } from './file-name.ts';

const nameOf = (name: string) => attachmentNames([name], [])[0];

describe('names of attachments', () => {
  it.each([
    ['Körkort ✍.pdf', 'Körkort ✍.pdf'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\Users\\a.txt', 'C__Users_a.txt'],
    ['.bashrc', 'bashrc'],
    ['a.txt. . ', 'a.txt'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['line\r\nbreak\0.txt', 'linebreak.txt'],
    ['con.txt', '_con.txt'],
    ['CON', '_CON'],
    ['conto.txt', 'conto.txt'],
    ['Cafe\u0301.pdf', 'Café.pdf'],
    ['a\uD800b.pdf', 'a\uFFFDb.pdf'],
    ['', 'attachment'],
    ['...', 'attachment'],
  ])('%j becomes %j', (given, safe) => expect(nameOf(given)).toBe(safe));

  it('keep their extension when they are too long', () => {
    const long = nameOf(`${'å'.repeat(300)}.pdf`) ?? '';
    expect(long).toMatch(/^å+\.pdf$/);
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(200);
  });

  it('are told apart, also by those who see no case, and leave the name of the record alone', () => {
    expect(
      attachmentNames(['a.pdf', 'A.pdf', 'a.pdf', 'a (2).pdf', 'Evidence.JSON'], ['evidence.json']),
    ).toEqual(['a.pdf', 'A (2).pdf', 'a (3).pdf', 'a (2) (2).pdf', 'Evidence (2).JSON']);
  });

  it('are safe, different and no longer than a file system takes, whatever was given', () => {
    const anyNames = fc.array(fc.string({ unit: 'binary', maxLength: 400 }), { maxLength: 12 });
    fc.assert(
      fc.property(anyNames, (given) => {
        const names = attachmentNames(given, ['evidence.json']);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(given.length);
        for (const name of names) {
          expect(name).toMatch(/^[^\s.][^/\\\p{Cc}\p{Bidi_Control}]*$/u);
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
          expect(name).not.toBe('evidence.json');
        }
      }),
    );
  });
});

it('numbers many equal names without counting through them each time', () => {
  let reads = 0;
  const given = Array.from({ length: 2000 }, () => 'a.pdf');
  const taken = Set.prototype.has;
  Set.prototype.has = function has(value) {
    reads += 1;
    return taken.call(this, value);
  };
  try {
    expect(attachmentNames(given, []).at(-1)).toBe('a (2000).pdf');
  } finally {
    Set.prototype.has = taken;
  }
  expect(reads).toBe(2 * 2000 - 1);
});
