import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachFile, openPdf, readInfo } from '@countersign/pdf';
import { complaintsOfQpdf, hasPrograms, runToSuccess } from '@countersign/pdf/testing';
import { PDFDocument, PDFName } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../packages/toolkit/cli/command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-metadata-'));
const here = (name: string): string => join(folder, name);
const plain = here('plain.pdf');
const archived = here('archived.pdf');

const PACKET = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdf:Keywords="old"><d:title><rdf:Alt><rdf:li xml:lang="x-default">Old title</rdf:li></rdf:Alt></d:title><d:format>application/pdf</d:format><pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

beforeAll(async () => {
  for (const [path, packet] of [
    [plain, undefined],
    [archived, PACKET],
  ] as const) {
    const made = await PDFDocument.create({ updateMetadata: false });
    made.addPage([300, 300]);
    made.setTitle('Old title');
    if (packet !== undefined) {
      const stream = made.context.stream(packet, { Type: 'Metadata', Subtype: 'XML' });
      made.catalog.set(PDFName.of('Metadata'), made.context.register(stream));
    }
    writeFileSync(path, await made.save());
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

async function pdf(...args: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const output = { line: (text: string) => out.push(text), problem: (text: string) => err.push(text) };
  const code = await runCommandLine(args, output);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

function packetOf(path: string): string {
  const metadata = openPdf(path).catalog.lookup(PDFName.of('Metadata'));
  const contents = (metadata as { contents?: Uint8Array } | undefined)?.contents ?? new Uint8Array(0);
  return Buffer.from(contents).toString('utf8');
}

describe('metadata', () => {
  it('shows what a file has', async () => {
    const { out } = await pdf('metadata', plain, archived, '--json');
    const [first, second] = out.split('\n').map((line) => JSON.parse(line));
    expect(first).toMatchObject({ file: plain, title: 'Old title', claimed: null });
    expect(second).toMatchObject({ title: 'Old title', claimed: 'PDF/A-2b' });
    expect((await pdf('metadata', plain)).out).toMatch(/title +Old title/);
  });

  it('sets entries in the dictionary and in XMP, and keeps what is not given', async () => {
    const values = ['--title', 'Avtal <1> & Договор', '--author', 'Åsa', '--keywords', ''];
    const run = await pdf('metadata', archived, ...values, '-o', here('set.pdf'), '--json');
    expect(JSON.parse(run.out)).toMatchObject({ warnings: [] });
    const bytes = readFileSync(here('set.pdf'));
    expect(bytes.subarray(0, readFileSync(archived).length).equals(readFileSync(archived))).toBe(true);
    expect(complaintsOfQpdf(bytes)).toBe('');
    expect(readInfo(openPdf(bytes))).toMatchObject({
      title: 'Avtal <1> & Договор',
      author: 'Åsa',
      keywords: undefined,
    });
    const packet = packetOf(here('set.pdf'));
    expect(packet).toContain(
      '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Avtal &lt;1&gt; &amp; Договор</rdf:li>',
    );
    expect(packet).toContain('<dc:creator><rdf:Seq><rdf:li>Åsa</rdf:li>');
    expect(packet).toContain('<d:format>application/pdf</d:format>');
    expect(packet).not.toMatch(/Old title|Keywords/);
    // Twice gives one of each.
    await pdf('metadata', here('set.pdf'), '--title', 'Second', '-o', here('again.pdf'));
    expect(packetOf(here('again.pdf')).match(/:title>/g)).toHaveLength(2);
    expect(JSON.parse((await pdf('metadata', here('again.pdf'), '--json')).out)).toMatchObject({
      title: 'Second',
      author: 'Åsa',
      claimed: 'PDF/A-2b',
    });
  });

  it.skipIf(!hasPrograms('pdfinfo'))('pdfinfo reads the same in both', async () => {
    await pdf('metadata', archived, '--title', 'Avtal', '--subject', 'Hyra', '-o', here('read.pdf'));
    const stdout = runToSuccess('pdfinfo', [here('read.pdf')]).toString();
    expect(stdout).toMatch(/^Title: +Avtal$/m);
    expect(stdout).toMatch(/^Subject: +Hyra$/m);
    expect(runToSuccess('pdfinfo', ['-meta', here('read.pdf')]).toString()).toContain('>Hyra</rdf:li>');
  });

  it.each([
    ['without an end', PACKET.replace('</d:title>', '')],
    ['without a prefix', PACKET.replace('xmlns:d=', 'xmlns=')],
    ['in UTF-16', Buffer.from(PACKET, 'utf16le').toString('latin1')],
    ['that is not XMP', 'nothing'],
  ])('removes a packet %s, and says so', async (_, packet) => {
    const made = await PDFDocument.create();
    made.addPage();
    const stream = made.context.stream(Buffer.from(packet, 'latin1'), { Type: 'Metadata', Subtype: 'XML' });
    made.catalog.set(PDFName.of('Metadata'), made.context.register(stream));
    writeFileSync(here('odd.pdf'), await made.save());
    const run = await pdf('metadata', here('odd.pdf'), '--title', 'x', '-o', here('out.pdf'), '--json');
    expect(JSON.parse(run.out).warnings).toMatchObject([{ code: 'xmp_removed' }]);
    expect(openPdf(here('out.pdf')).catalog.has(PDFName.of('Metadata'))).toBe(false);
  });

  it.each([
    [['--title', 'x'], 2, '-o OUT'],
    [['-o', here('no.pdf')], 2, '-o requires'],
    [[plain, '--title', 'x', '-o', here('no.pdf')], 2, 'one file'],
    [['--title', 'a\u0000b', '-o', here('no.pdf')], 1, 'invalid_argument'],
  ])('refuses %j', async (options, code, message) => {
    const run = await pdf('metadata', archived, ...options);
    expect(run.code).toBe(code);
    expect(run.err).toContain(message);
  });
});

describe('attach and detach', () => {
  const attached = here('attached.pdf');
  const prices = here('prices.csv');
  beforeAll(async () => {
    writeFileSync(prices, 'a;1\n');
    await pdf('attach', plain, prices, '--relationship', 'data', '--description', 'Prices', '-o', attached);
  });

  it('embeds a file, lists it, and saves it', async () => {
    expect(complaintsOfQpdf(readFileSync(attached))).toBe('');
    expect(JSON.parse((await pdf('detach', attached, '--json')).out).attachments).toEqual([
      { name: 'prices.csv', mimeType: 'text/csv', description: 'Prices', relationship: 'Data', size: 4 },
    ]);
    const run = await pdf('detach', attached, '--name', 'prices.csv', '-o', here('saved.csv'));
    expect(run).toMatchObject({ code: 0, out: `${here('saved.csv')}: 4 bytes` });
    expect(readFileSync(here('saved.csv'), 'utf8')).toBe('a;1\n');
    expect((await pdf('detach', attached, '--name', 'none', '-o', here('none'))).err).toContain(
      'attachment_not_found',
    );
  });

  it.skipIf(!hasPrograms('qpdf'))('qpdf finds it', () => {
    const stdout = runToSuccess('qpdf', ['--show-attachment=prices.csv', attached]).toString();
    expect(stdout).toBe('a;1\n');
  });

  it('removes it from the bytes', async () => {
    const run = await pdf('detach', attached, '--remove', 'prices.csv', '-o', here('removed.pdf'));
    expect(run.code).toBe(0);
    expect(readFileSync(here('removed.pdf')).includes('prices')).toBe(false);
    expect(JSON.parse((await pdf('detach', here('removed.pdf'), '--json')).out).attachments).toEqual([]);
    expect((await pdf('detach', attached, '--remove', 'x', '-o', here('no.pdf'))).err).toContain(
      'attachment_not_found',
    );
    expect(complaintsOfQpdf(readFileSync(here('removed.pdf')))).toBe('');
  });

  it('saves all into a folder, under names that cannot leave it, and replaces nothing', async () => {
    const file = openPdf(plain);
    const entry = { bytes: Buffer.from('x'), mimeType: 'text/plain', relationship: 'Data' } as const;
    for (const name of ['../../evil.txt', 'C:\\evil.txt', '.profile', 'a\u202etxt.exe', '..', 'EVIL.TXT'])
      attachFile(file, { ...entry, name });
    writeFileSync(here('hostile.pdf'), file.save().toBytes());
    mkdirSync(here('saved'));
    const run = await pdf('detach', here('hostile.pdf'), '--all', '-o', here('saved'));
    expect(run.code).toBe(0);
    expect(readdirSync(here('saved')).sort()).toEqual([
      'EVIL-3.TXT',
      '_',
      '_profile',
      'a_txt.exe',
      'evil-2.txt',
      'evil.txt',
    ]);
    expect(existsSync(here('evil.txt'))).toBe(false);
    expect((await pdf('detach', here('hostile.pdf'), '--all', '-o', here('saved'))).err).toContain(
      'file_access_failed',
    );
  });

  it('makes a claim of PDF/A-2 one of PDF/A-3', async () => {
    const run = await pdf('attach', archived, prices, '-o', here('three.pdf'), '--json');
    expect(JSON.parse(run.out).warnings).toMatchObject([{ code: 'conformance_claim_changes' }]);
    expect(JSON.parse((await pdf('metadata', here('three.pdf'), '--json')).out).claimed).toBe('PDF/A-3b');
  });

  it.each([
    [['detach', attached, '--all', '-o', here('none')], 'FOLDER'],
    [['detach', attached, '--name', 'x'], '-o OUT'],
    [['detach', attached, '--name', 'x', '--all', '-o', here('x')], 'one of'],
    [['detach', attached, '-o', here('x')], 'requires'],
    [['attach', attached, prices, '--relationship', 'friend', '-o', here('x')], '--relationship'],
  ])('refuses %j', async (args, message) => {
    const run = await pdf(...args);
    expect(run.code).toBe(2);
    expect(run.err).toContain(message);
  });
});
