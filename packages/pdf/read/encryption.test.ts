import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PdfError } from '../errors.ts';
import { mergePdfs } from '../merge/merge.ts';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';
import { corpusFolder, listCorpus } from '../testing/corpus.ts';
import { compareWithQpdf } from '../testing/decrypted-by-qpdf.ts';
import { printObjectGraph } from '../testing/object-graph.ts';
import { hasPrograms, runToSuccess } from '../testing/outside-programs.ts';
import { preflight } from './preflight.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-encrypted-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MODES: readonly (readonly [name: string, bits: string, options: readonly string[]])[] = [
  ['RC4 40', '40', []],
  ['RC4 128', '128', ['--use-aes=n']],
  ['RC4 128 with crypt filters', '128', ['--force-V4', '--use-aes=n']],
  ['AES-128', '128', ['--use-aes=y']],
  ['AES-128 without metadata', '128', ['--cleartext-metadata', '--use-aes=y']],
  ['AES-256 R5', '256', ['--force-R5']],
  ['AES-256 R6', '256', []],
  ['AES-256 R6 without metadata', '256', ['--cleartext-metadata']],
];
const USER = 'usér € pass';
const OWNER = 'owner';

/** Strings of all kinds, metadata, an embedded file and contents. */
function writePlain(): string {
  const path = join(folder, 'plain.pdf');
  const bodies = pageBodies(3, '/Note [(a \\(note\\)\\n) <FEFF00E5> << /Deep (deep \\377\\000) /None () >>]');
  bodies[1] = '<< /Type /Catalog /Pages 2 0 R /Metadata 20 0 R /Files 21 0 R /Lang (sv) >>';
  bodies[20] = '<< /Type /Metadata /Subtype /XML /Length 4 >>\nstream\n<x/>\nendstream';
  bodies[21] = '<< /Type /EmbeddedFile /Length 5 /Params << /Note (n) >> >>\nstream\nhello\nendstream';
  bodies[22] = '<< /Title (Title) >>';
  writeFileSync(path, buildPdf(bodies, { trailer: '/ID [<aa> <bb>] /Info 22 0 R' }));
  return path;
}

function encrypt(name: string, user: string, bits: string, options: readonly string[]): string {
  const path = join(folder, name);
  const weak = bits === '256' ? [] : ['--allow-weak-crypto'];
  const passwords = bits === '40' ? ['user', OWNER] : [user, OWNER];
  if (user === '') passwords[0] = '';
  const streams = ['--object-streams=generate', '--password-mode=unicode'];
  runToSuccess('qpdf', [
    ...[...weak, ...streams, '--encrypt', ...passwords, bits, ...options, '--'],
    ...[writePlain(), path],
  ]);
  return path;
}

function codeOf(path: string, password?: string): string {
  try {
    openPdf(path, { password }).close();
    return 'none';
  } catch (error) {
    if (error instanceof PdfError) return error.code;
    throw error;
  }
}

describe.skipIf(!hasPrograms('qpdf'))('encrypted files', () => {
  it.each(MODES)('%s: opens with either password, and reads what qpdf reads', (_, bits, options) => {
    const path = encrypt('user.pdf', USER, bits, options);
    const user = bits === '40' ? 'user' : USER;
    expect([codeOf(path), codeOf(path, 'wrong'), codeOf(path, '')]).toEqual([
      'password_required',
      'password_required',
      'password_required',
    ]);
    for (const [password, isOwner] of [
      [user, false],
      [OWNER, true],
    ] as const) {
      const file = openPdf(path, { password });
      expect(file.encryption).toMatchObject({ isOwner, allowsChanges: true });
      expect(compareWithQpdf(file, path, OWNER)).toEqual([]);
      file.close();
    }
  });

  it.each(MODES)('%s: is written without encryption', (_, bits, options) => {
    const path = encrypt('open.pdf', '', bits, options);
    expect(preflight(path)).toMatchObject({ pages: 3, repaired: false, encrypted: true });
    const file = openPdf(path);
    const written = file.save().toBytes();
    expect(complaintsOfQpdf(written)).toBe('');
    expect(preflight(written)).toMatchObject({ pages: 3, repaired: false, encrypted: false });
    expect(printObjectGraph(openPdf(written))).toEqual(printObjectGraph(openPdf(path)));
    const merged = mergePdfs([file, openPdf(writePlain())], { copiesFrom: 0 }).toBytes();
    expect(complaintsOfQpdf(merged)).toBe('');
    expect(openPdf(merged).pageCount).toBe(6);
    file.close();
  });

  it('is locked for a program that wants to change it, as its permissions say', () => {
    const path = encrypt('locked.pdf', '', '256', ['--modify=none']);
    expect(() => preflight(path)).toThrow(expect.objectContaining({ code: 'locked' }) as PdfError);
    expect(openPdf(path).pageCount).toBe(3);
    expect(() => openPdf(path).rewrite()).toThrow(expect.objectContaining({ code: 'locked' }) as PdfError);
    expect(openPdf(openPdf(path, { password: OWNER }).rewrite().toBytes()).pageCount).toBe(3);
  });

  it.each([
    ['form', true],
    ['assembly', false],
    ['annotate', true],
    ['all', true],
  ] as const)('--modify=%s of qpdf', (modify, isAllowed) => {
    const { encryption } = openPdf(encrypt('modify.pdf', '', '256', [`--modify=${modify}`]));
    // What qpdf calls a form allows assembling, too.
    expect(encryption?.allowsChanges).toBe(isAllowed);
  });

  it('opens after its cross-reference is rebuilt, with object streams', () => {
    const bytes = readFileSync(encrypt('broken.pdf', '', '256', []));
    const at = bytes.lastIndexOf('startxref');
    const file = openPdf(bytes.subarray(0, at));
    expect([file.repaired, file.pageCount]).toEqual([true, 3]);
    expect(printObjectGraph(openPdf(file.save().toBytes()))).toEqual(printObjectGraph(openPdf(bytes)));
  });

  it('decrypts what is asked for, and no more', () => {
    const file = openPdf(encrypt('lazy.pdf', '', '256', []));
    expect(file.parsedObjectCount).toBeLessThan(6);
  });
});

const entries = listCorpus().filter(({ encrypted }) => encrypted !== 'none');
/** qpdf 11 decrypts the value of a signature without /Type, too; ours is DER. */
const QPDF_IS_WRONG = new Set(['encrypted/core__issue17069.pdf']);

describe.skipIf(entries.length === 0 || !hasPrograms('qpdf'))('encrypted files of the corpus', () => {
  const opened = entries.filter(({ file }) => codeOf(join(corpusFolder, file)) === 'none');

  it('have the objects that qpdf decrypts', () => {
    const differing = opened.filter(({ file }) => {
      const path = join(corpusFolder, file);
      return compareWithQpdf(openPdf(path), path).length > 0;
    });
    expect(differing.map(({ file }) => file).filter((file) => !QPDF_IS_WRONG.has(file))).toEqual([]);
    expect(opened.length).toBeGreaterThan(15);
  });
});
