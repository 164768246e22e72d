import { describe, expect, it } from 'vitest';
import { pdfFileName } from './file-name.ts';

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
