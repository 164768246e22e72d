import { describe, expect, it } from 'vitest';
import { pdfFileName } from './documents/file-name.ts';
import { checkLine, checkParagraphs } from './text-rules.ts';

describe('text', () => {
  it('is free of what no store keeps', () => {
    expect(checkLine('name', 'Ok 契約 🖋️')).toEqual([]);
    expect(checkLine('name', 'a\0')).toHaveLength(1);
    expect(checkLine('name', '\ud800')).toHaveLength(1);
    expect(checkLine('name', 'a\nb')).toHaveLength(1);
    expect(checkParagraphs('personalMessage', 'a\r\n\tb')).toEqual([]);
  });
});

describe('pdfFileName', () => {
  it.each([
    ['Avtal 契約', 'Avtal 契約.pdf'],
    ['report.PDF', 'report.pdf'],
    ['../a/b\\c:"d"', '_a_b_c__d_.pdf'],
    [' . ', 'document.pdf'],
    ['Avtal\u202Efdp.exe', 'Avtalfdp.exe.pdf'],
    ['🖋'.repeat(200), `${'🖋'.repeat(120)}.pdf`],
  ])('%j becomes %j', (name, expected) => expect(pdfFileName(name)).toBe(expected));
});
