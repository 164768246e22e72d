import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPdf, readPdfaClaim } from '@countersign/pdf';
import { complaintsOfQpdf, readText } from '@countersign/pdf/testing';
import { inlineToolkit } from '@countersign/toolkit';
import { verifySignatures } from '@countersign/verify';
import { PDFDocument, PDFName } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { runCommandLine } from '../../packages/toolkit/cli/command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-drawing-'));
const here = (name: string): string => join(folder, name);
const twoPages = fixturePath('plain/two-pages.pdf');
const logo = here('logo.png');
const signed = here('signed.pdf');

beforeAll(async () => {
  await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c02020' } })
    .png()
    .toFile(logo);
  const toolkit = inlineToolkit({ signer: { kind: 'development' } });
  await toolkit.seal({ input: twoPages, output: signed, reason: 'x', signedAt: '2026-11-21T14:00:00Z' });
});
afterAll(() => rmSync(folder, { recursive: true }));

async function pdf(...args: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const output = { line: (text: string) => out.push(text), problem: (text: string) => err.push(text) };
  const code = await runCommandLine(args, output);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe('number-pages', () => {
  it('numbers the pages of a range in a format', async () => {
    const look = [
      '--format',
      'p. {page}/{pages}',
      '--position',
      'top-right',
      '--margin',
      '50,20',
      '--size',
      '8',
    ];
    const run = await pdf('number-pages', twoPages, '--pages', 'z', ...look, '-o', here('out.pdf'), '--json');
    expect(JSON.parse(run.out)).toMatchObject({ file: twoPages, pages: 2, warnings: [] });
    const bytes = readFileSync(here('out.pdf'));
    expect(readText(bytes, 0)).not.toContain('p. ');
    expect(readText(bytes, 1)).toContain('p. 2/2');
    expect(complaintsOfQpdf(bytes)).toBe('');
  });

  it.each([
    [['--start', 'one'], 2, '--start takes a number'],
    [['--margin', '1,2,3'], 2, '--margin'],
    [['--color', 'red'], 2, '--color'],
    [['--position', 'middle'], 1, 'bottom-center'],
    [['--format', '{n}'], 1, 'placeholder'],
    [['--pages', '3'], 1, 'page_out_of_range'],
    [['--start', '1.5'], 1, 'invalid_argument'],
  ])('refuses %j', async (options, code, message) => {
    const run = await pdf('number-pages', twoPages, ...options, '-o', here('no.pdf'));
    expect(run.code).toBe(code);
    expect(run.err).toContain(message);
  });
});

describe('watermark', () => {
  it('draws a text or an image, and warns of a signed file', async () => {
    const run = await pdf('watermark', signed, '--text', 'DRAFT', '--color', 'c02020', '-o', here('out.pdf'));
    expect(run.out).toContain('changed_after_signing');
    expect(readText(readFileSync(here('out.pdf')), 1)).toContain('DRAFT');
    // The signature still covers its revision, and its readers learn of the change.
    const [signature] = verifySignatures(here('out.pdf'));
    expect(signature).toMatchObject({ laterChanges: 'other', changesAllowed: false });
    const image = await pdf('watermark', twoPages, '--image', logo, '--under', '-o', here('image.pdf'));
    expect(image).toMatchObject({ code: 0, out: `${here('image.pdf')}: 2 pages` });
    expect(complaintsOfQpdf(readFileSync(here('image.pdf')))).toBe('');
  });

  it('takes either a text or an image', async () => {
    expect((await pdf('watermark', twoPages, '-o', here('no.pdf'))).code).toBe(2);
    const both = ['--text', 'x', '--image', logo];
    expect((await pdf('watermark', twoPages, ...both, '-o', here('no.pdf'))).code).toBe(2);
    writeFileSync(here('no.png'), 'no image');
    const run = await pdf('watermark', twoPages, '--image', here('no.png'), '-o', here('no.pdf'));
    expect(run.err).toContain('image_not_readable');
  });
});

describe('draw', () => {
  it('ends a claim of PDF/A that it may have made untrue', async () => {
    const made = await PDFDocument.create();
    made.addPage([300, 300]);
    const packet = (part: number) =>
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>${part}</pdfaid:part></rdf:Description></rdf:RDF></x:xmpmeta>`;
    const metadata = made.context.stream(packet(1), { Type: 'Metadata', Subtype: 'XML' });
    made.catalog.set(PDFName.of('Metadata'), made.context.register(metadata));
    writeFileSync(here('archived.pdf'), await made.save());
    const items = [{ page: 0, text: 'Received', x: 20, y: 20 }];
    const toolkit = inlineToolkit();
    const { warnings } = await toolkit.draw({ input: here('archived.pdf'), output: here('out.pdf'), items });
    expect(warnings).toMatchObject([{ code: 'conformance_claim_ends' }]);
    expect(readPdfaClaim(openPdf(here('out.pdf')))).toBeUndefined();
  });
});
