import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PdfError } from '../errors.ts';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { hasPrograms, runToSuccess } from '../testing/outside-programs.ts';

function codeAfterEncrypting(user: string, bits: string, options: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-encrypted-'));
  try {
    const [plain, encrypted] = [join(folder, 'plain.pdf'), join(folder, 'encrypted.pdf')];
    writeFileSync(plain, buildPdf(pageBodies(1), { trailer: '/ID [<aa> <bb>]' }));
    const weak = bits === '256' ? [] : ['--allow-weak-crypto'];
    runToSuccess('qpdf', [...weak, '--encrypt', user, 'owner', bits, ...options, '--', plain, encrypted]);
    return codeOf(encrypted);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function codeOf(path: string): string {
  try {
    openPdf(path).close();
    return 'none';
  } catch (error) {
    if (error instanceof PdfError) return error.code;
    throw error;
  }
}

describe.skipIf(!hasPrograms('qpdf'))('encrypted files', () => {
  it.each([
    ['40', []],
    ['128', ['--use-aes=n']],
    ['128', ['--use-aes=y']],
    ['128', ['--cleartext-metadata', '--use-aes=y']],
    ['256', ['--force-R5']],
    ['256', []],
  ])('%s bits %j: distinguishes a user password from an owner password', (bits, options) => {
    expect(codeAfterEncrypting('secret', bits, options)).toBe('password_required');
    expect(codeAfterEncrypting('', bits, options)).toBe('locked');
  });
});
