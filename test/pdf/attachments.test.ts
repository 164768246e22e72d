import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPdf, readAttachment } from '@countersign/pdf';
import { hasPrograms, runProgram } from '@countersign/pdf/testing';
import { createDevelopmentSigner } from '@countersign/seal';
import { type AttachedFile, type CompleteRequest, inlineToolkit } from '@countersign/toolkit';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const folder = mkdtempSync(join(tmpdir(), 'countersign-attachments-'));
const sealed = join(folder, 'sealed.pdf');
const signer = join(folder, 'signer.pem');
const ATTACHED_AT = '2026-11-21T14:00:03.000Z';

/** Unusual names; one file is empty, one is a PDF. */
const GIVEN: readonly (readonly [name: string, bytes: Buffer, mimeType: string])[] = [
  ['Körkort, framsida ✍.txt', Buffer.from('front\n'.repeat(10_000)), 'Text/Plain'],
  ['身分證明.pdf', readFileSync(fixturePath('plain/a4.pdf')), 'application/pdf'],
  ['empty', Buffer.alloc(0), 'no type'],
];

function attach([name, bytes, mimeType]: (typeof GIVEN)[number], index: number): AttachedFile {
  const path = join(folder, `given-${index}`);
  writeFileSync(path, bytes);
  const description = `Uploaded by Łukasz Żółć`;
  return { name, content: path, mimeType, sha256: sha256Of(bytes), description, attachedAt: ATTACHED_AT };
}

function complete(output: string, changes: Partial<CompleteRequest>) {
  const toolkit = inlineToolkit({ signer: { kind: 'pem', certificatePath: signer, keyPath: signer } });
  return toolkit.complete({
    input: fixturePath('forms/contract.pdf'),
    output,
    values: [],
    stamps: [],
    seal: { reason: 'Test', signedAt: '2026-11-21T14:00:05.000Z' },
    evidence: {
      report: { title: 'Evidence', introduction: '', sections: [], footer: '' },
      record: { fileName: 'evidence.json', description: 'Evidence', facts: { version: 3 } },
    },
    ...changes,
  });
}

beforeAll(async () => {
  writeFileSync(signer, (await createDevelopmentSigner({ key: 'ec-p256' })).pem);
  await complete(sealed, { attachments: GIVEN.map(attach) });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('what signees gave', () => {
  it('is found by pdf.js, byte for byte, with names and descriptions', async () => {
    const loading = getDocument({ data: new Uint8Array(readFileSync(sealed)), verbosity: 0 });
    const document = await loading.promise;
    const found = new Map<string, Buffer>();
    for (const [id, { filename, description }] of (await document.getAttachments()) ?? []) {
      found.set(filename, Buffer.from((await document.getAttachmentContent(id)) ?? []));
      if (filename !== 'evidence.json') expect(description).toBe('Uploaded by Łukasz Żółć');
    }
    await loading.destroy();
    expect([...found.keys()].sort()).toEqual([...GIVEN.map(([name]) => name), 'evidence.json'].sort());
    for (const [name, bytes] of GIVEN) expect(found.get(name)?.equals(bytes), name).toBe(true);
  });

  it.skipIf(!hasPrograms('pdfdetach'))('is listed and saved by Poppler', () => {
    const { stdout } = runProgram('pdfdetach', ['-list', sealed]);
    expect(stdout).toContain('4 embedded files');
    const saved = join(folder, 'saved');
    mkdirSync(saved);
    expect(runProgram('pdfdetach', ['-saveall', '-o', saved, sealed]).status).toBe(0);
    const hashes = readdirSync(saved).map((name) => sha256Of(readFileSync(join(saved, name))));
    for (const [name, bytes] of GIVEN) expect(hashes, name).toContain(sha256Of(bytes));
  });

  it.skipIf(!hasPrograms('qpdf'))('has size, checksum, dates and type as qpdf reads them', () => {
    expect(runProgram('qpdf', ['--check', sealed]).status).toBe(0);
    const { stdout } = runProgram('qpdf', ['--json', '--json-key=attachments', sealed]);
    const { attachments } = JSON.parse(stdout) as { attachments: Record<string, QpdfAttachment> };
    for (const [name, bytes, mimeType] of GIVEN) {
      const { description, preferredname, streams } = attachments[name] ?? {};
      expect({ description, preferredname }, name).toEqual({
        description: 'Uploaded by Łukasz Żółć',
        preferredname: name,
      });
      expect(streams?.['/UF']).toEqual({
        checksum: createHash('md5').update(bytes).digest('hex'),
        creationdate: '2026-11-21T14:00:03Z',
        modificationdate: '2026-11-21T14:00:03Z',
        mimetype: mimeType.includes('/') ? mimeType.toLowerCase() : 'application/octet-stream',
      });
    }
  });

  it('is a supplement of what was signed, and a part of it: of its first revision', () => {
    const bytes = readFileSync(sealed);
    const record = JSON.parse(Buffer.from(readAttachmentOf(bytes, 'evidence.json')).toString());
    const signed = openPdf(bytes.subarray(0, record.content.size));
    const last = GIVEN[1];
    expect(
      Buffer.from(readAttachment(signed, last?.[0] ?? '', 1 << 20) ?? []).equals(last?.[1] as Buffer),
    ).toBe(true);
    expect(readAttachment(signed, 'evidence.json', 1 << 20)).toBeUndefined();
    expect(bytes.toString('latin1').match(/\/AFRelationship\s*\/Supplement/g)).toHaveLength(GIVEN.length);
  });

  it.skipIf(!hasPrograms('pdfsig'))('is under the seal', () => {
    const { stdout } = runProgram('pdfsig', ['-nocert', sealed]);
    expect(stdout).toContain('Signature is Valid');
    expect(stdout).toContain('Total document signed');
  });

  it('is not embedded when the store gives other bytes than were received', async () => {
    const attachments = GIVEN.map(attach);
    writeFileSync(join(folder, 'given-0'), 'other');
    const output = join(folder, 'never.pdf');
    await expect(complete(output, { attachments })).rejects.toThrow('its SHA-256 differs');
    expect(() => readFileSync(output)).toThrow('ENOENT');
  });

  it('may not take the name of the evidence, nor be more than 50 MiB', async () => {
    const [attachment] = GIVEN.map(attach) as [AttachedFile];
    const output = join(folder, 'never.pdf');
    const named = { attachments: [{ ...attachment, name: 'evidence.json' }] };
    await expect(complete(output, named)).rejects.toThrow('the name of the record');
    const half = { ...attachment, content: new Uint8Array(26 * 1024 * 1024) };
    const large = { ...half, sha256: sha256Of(half.content) };
    await expect(complete(output, { attachments: [large, large] })).rejects.toMatchObject({
      code: 'inputs_too_large',
      params: { bytes: 52 * 1024 * 1024, limit: 50 * 1024 * 1024 },
    });
  });
});

interface QpdfAttachment {
  readonly description: string;
  readonly preferredname: string;
  readonly streams: Readonly<Record<string, unknown>>;
}

function readAttachmentOf(bytes: Uint8Array, name: string): Uint8Array {
  return readAttachment(openPdf(bytes), name, 1 << 20) ?? new Uint8Array();
}
