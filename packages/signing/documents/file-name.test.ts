import { describe, expect, it } from 'vitest';
import { pdfFileName } from './file-name.ts';

describe('pdfFileName', () => {
  it.each([
    ['Avtal 契約', 'Avtal 契約.pdf'],
    ['report.PDF', 'report.pdf'],
    ['../a/b\\c:"d"', '_a_b_c__d_.pdf'],
    [' . ', 'document.pdf'],
    ['Avtal\u202Efdp.exe', 'Avtalfdp.exe.pdf'],
    // It had 480 bytes, where file systems allow 255.
    ['🖋'.repeat(200), `${'🖋'.repeat(49)}.pdf`],
    // Windows has no file of this name.
    ['con', '_con.pdf'],
    ['com¹', '_com¹.pdf'],
    ['con .x', '_con .x.pdf'],
    // One letter of more than 200 bytes: the file was named .pdf, which hides it on many systems.
    [`👩${'\u200d👩'.repeat(80)}`, '_.pdf'],
  ])('%j becomes %j', (name, expected) => expect(pdfFileName(name)).toBe(expected));
});
