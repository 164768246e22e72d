import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBufferSource, openPdf, type PdfFile } from '@countersign/pdf';
import { hasPrograms, runProgram, runToSuccess } from '@countersign/pdf/testing';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCms } from '../../../packages/seal/cms/check-cms.ts';
import type { PadesLevel } from '../../../packages/seal/limits.ts';
import { sendOverHttp } from '../../../packages/seal/network.ts';
import type { PadesOptions } from '../../../packages/seal/sign/augment-seal.ts';
import { type SealResult, sealPdf } from '../../../packages/seal/sign/seal-pdf.ts';
import type { Signer } from '../../../packages/seal/signers/signer.ts';
import { createSamplePdf } from '../../../packages/seal/testing/sample-pdf.ts';
import {
  reply,
  startTestAuthority,
  type TestAuthority,
} from '../../../packages/seal/testing/test-authority.ts';
import { findMissedInFile } from '../../../packages/verify/testing/missed-changes.ts';
import { verifySignatures } from '../../../packages/verify/verify-signatures.ts';

const STATEMENT = { reason: 'All have signed', name: 'Countersign', signedAt: new Date() };

describe.skipIf(!hasPrograms('openssl'))('levels of a seal', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seal-levels-'));
  const path = (name: string) => join(folder, name);
  let authority: TestAuthority;

  beforeAll(async () => {
    authority = await startTestAuthority();
  }, 60_000);
  afterAll(async () => {
    await authority.close();
    rmSync(folder, { recursive: true });
  });

  describe('B-T', () => {
    let sealed: SealResult;
    let bytes: Buffer;

    beforeAll(async () => {
      sealed = await seal('B-T', authority.signer);
      sealed.writeTo(path('b-t.pdf'));
      bytes = Buffer.from(sealed.toBytes());
    });

    it('is valid and has the time that the authority stated', () => {
      expect(sealed.level).toBe('B-T');
      expect(verifySignatures(bytes)).toMatchObject([
        {
          valid: true,
          level: 'B-T',
          coversWholeDocument: true,
          timestamp: { time: sealed.timestamp?.time.toISOString(), authority: 'Test tsa' },
        },
      ]);
    });

    it.skipIf(!hasPrograms('pdfsig'))('is valid to pdfsig', () => {
      const { text } = runProgram('pdfsig', ['-nocert', path('b-t.pdf')]);
      expect(text).toContain('Signature is Valid');
      expect(text).toContain('Total document signed');
    });

    it.skipIf(!hasPrograms('qpdf'))('is sound to qpdf', () => {
      expect(runProgram('qpdf', ['--check', path('b-t.pdf')])).toMatchObject({ status: 0 });
    });

    it('is valid to openssl cms, and its timestamp to openssl ts', () => {
      const { content, cms } = splitSignature(bytes);
      writeFileSync(path('content'), content);
      writeFileSync(path('cms.der'), cms);
      const trust = ['-CAfile', authority.rootPath];
      const form = ['-cades', '-binary', '-inform', 'DER', '-purpose', 'any'];
      const files = ['-in', path('cms.der'), '-content', path('content'), '-out', path('out')];
      expect(runProgram('openssl', ['cms', '-verify', ...form, ...files, ...trust])).toMatchObject({
        status: 0,
      });
      const policy = { requireSigningCertificate: true, requireDer: true };
      const { timestamp } = checkCms(cms, (sink) => sink.update(content), policy);
      writeFileSync(path('token.der'), timestamp?.token ?? '');
      writeFileSync(path('signature'), timestamp?.signatureValue ?? '');
      const token = ['-in', path('token.der'), '-token_in', '-data', path('signature')];
      expect(runProgram('openssl', ['ts', '-verify', ...token, ...trust])).toMatchObject({ status: 0 });
    });

    it('detects any change of any byte', () => {
      expect(findMissedInFile(bytes, 40)).toEqual([]);
    }, 120_000);
  });

  describe.skipIf(!hasPrograms('qpdf'))('B-LT', () => {
    let sealed: SealResult;
    let store: Record<string, readonly string[]>;
    const file = path('b-lt.pdf');
    const read = (key: string) => (store[key] ?? []).map((ref) => readStream(file, ref));

    beforeAll(async () => {
      sealed = await seal('B-LT', authority.signer);
      sealed.writeTo(file);
      const { catalog, resolve } = readWithQpdf(file);
      store = resolve(catalog['/DSS']) as typeof store;
    });

    it('is valid for verifySignatures and pdfsig, and covers its own validation data', () => {
      expect(sealed).toMatchObject({ level: 'B-LT', failures: [] });
      expect(verifySignatures(file)).toMatchObject([
        { valid: true, level: 'B-LT', coversWholeDocument: true },
      ]);
      if (!hasPrograms('pdfsig')) return;
      const { text } = runProgram('pdfsig', ['-nocert', file]);
      expect(text).toContain('Signature is Valid');
      expect(text).toContain('Total document signed');
      expect(runProgram('qpdf', ['--check', file])).toMatchObject({ status: 0 });
    });

    it('holds each certificate of the signer, the timestamp and the responder once, up to the root', () => {
      const subjects = read('/Certs').map((der) => new X509Certificate(der).subject);
      const names = ['sealer', 'middle', 'root', 'responder', 'tsa'].map((name) => `CN=Test ${name}`);
      expect(subjects.sort()).toEqual(names.sort());
    });

    it('has an OCSP response and a CRL that openssl accepts', () => {
      const [ocsp, ...otherResponses] = read('/OCSPs');
      const [crl, ...otherLists] = read('/CRLs');
      expect([...otherResponses, ...otherLists]).toEqual([]);
      writeFileSync(path('ocsp.der'), ocsp ?? '');
      writeFileSync(path('crl.der'), crl ?? '');
      const trust = ['-CAfile', authority.rootPath];
      const of = (name: string) => join(authority.folder, `${name}.crt`);
      const asked = ['-issuer', of('middle'), '-cert', of('sealer'), '-verify_other', of('middle')];
      const status = runProgram('openssl', ['ocsp', '-respin', path('ocsp.der'), ...asked, ...trust]);
      expect(status.text).toContain('Response verify OK');
      expect(status.text).toContain('sealer.crt: good');
      const list = runProgram('openssl', [
        'crl',
        '-inform',
        'DER',
        '-in',
        path('crl.der'),
        '-noout',
        ...trust,
      ]);
      expect(list.text).toContain('verify OK');
    });

    it('detects any change of any byte, including the validation data', () => {
      expect(findMissedInFile(sealed.toBytes(), 40)).toEqual([]);
    }, 120_000);

    it('is not reached by a certificate without addresses: reported, and B-T if only preferred', async () => {
      const { level, failures } = await seal('B-LT', await authority.signerOf('silent'), 'preferred');
      expect(level).toBe('B-T');
      expect(failures).toMatchObject([{ authority: '', reason: 'no_address' }]);
    });

    it('is refused when it is required and cannot be reached', async () => {
      const work = seal('B-LT', await authority.signerOf('silent'));
      await expect(work).rejects.toMatchObject({
        code: 'validation_data_unavailable',
        params: { reason: 'no_address' },
      });
    });

    it('is refused to a signer whose certificate was revoked, required or not', async () => {
      const work = seal('B-LT', await authority.signerOf('revoked'), 'preferred');
      await expect(work).rejects.toMatchObject({
        code: 'certificate_unusable',
        params: { reason: 'revoked' },
      });
    });

    it('adds to the validation data of an earlier seal, which stays valid', async () => {
      const approve = async (file: PdfFile) =>
        sealPdf(file, authority.signer, { ...STATEMENT, pades: padesOf('B-LT') });
      const once = (await approve(openPdf(await createSamplePdf()))).toBytes();
      (await approve(openPdf(once))).writeTo(path('twice.pdf'));
      expect(verifySignatures(path('twice.pdf'))).toMatchObject([{ valid: true }, { valid: true }]);
      const { catalog, resolve } = readWithQpdf(path('twice.pdf'));
      const grown = resolve(catalog['/DSS']) as typeof store;
      expect(grown['/OCSPs']).toHaveLength(2);
    });

    it('is reached when the authority uses another certificate than at the rehearsal', async () => {
      const url = authority.addServer('changing', async (query, response, answer) =>
        reply(response, await answer(query, authority.requests.length % 2 === 0 ? 'tsa' : 'tsa2')),
      );
      const authorities = [{ url }];
      const pades = { ...padesOf('B-LT'), authorities };
      // Consecutive tokens have different certificates.
      for (let round = 0; round < 4; round++) {
        const file = openPdf(await createSamplePdf());
        const { level, failures } = await sealPdf(file, authority.signer, { ...STATEMENT, pades });
        expect({ level, failures }).toEqual({ level: 'B-LT', failures: [] });
      }
    });
  });

  describe('B-LTA', () => {
    const file = path('b-lta.pdf');
    let sealed: SealResult;
    let bytes: Buffer;

    beforeAll(async () => {
      sealed = await seal('B-LTA', authority.signer);
      sealed.writeTo(file);
      bytes = Buffer.from(sealed.toBytes());
    });

    it('is a seal, and a timestamp over all of it in an increment of its own', () => {
      expect(sealed).toMatchObject({ level: 'B-LTA', failures: [], size: bytes.length });
      expect(sealed.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect(verifySignatures(file)).toMatchObject([
        {
          fieldName: 'Seal',
          valid: true,
          level: 'B-LTA',
          revision: 1,
          coversWholeDocument: false,
          laterChanges: 'validation_data',
          // The seal certifies that nothing but validation data follows.
          changesAllowed: true,
        },
        {
          fieldName: 'Timestamp',
          level: null,
          revision: 2,
          coveredBytes: bytes.length,
          subFilter: 'ETSI.RFC3161',
          signerName: 'Test tsa',
          valid: true,
          coversWholeDocument: true,
        },
      ]);
      expect(bytes.toString('latin1').match(/%%EOF/g)).toHaveLength(3);
    });

    it('has a timestamp that openssl accepts', () => {
      const { content, cms } = splitSignature(bytes);
      writeFileSync(path('document'), content);
      writeFileSync(path('document-token.der'), cms);
      const token = ['-in', path('document-token.der'), '-token_in', '-data', path('document')];
      const run = runProgram('openssl', ['ts', '-verify', ...token, '-CAfile', authority.rootPath]);
      expect(run, run.text).toMatchObject({ status: 0 });
    });

    it.skipIf(!hasPrograms('pdfsig'))(
      'keeps the seal valid to pdfsig, which sees the timestamp over the whole',
      () => {
        const { text } = runProgram('pdfsig', ['-nocert', file]);
        expect(text).toContain('Signature is Valid');
        expect(text.split('Signature #2')[1]).toContain('Total document signed');
      },
    );

    it.skipIf(!hasPrograms('qpdf'))('names the seal in /VRI, with all of its validation data', () => {
      expect(runProgram('qpdf', ['--check', file])).toMatchObject({ status: 0 });
      const { catalog, resolve } = readWithQpdf(file);
      const store = resolve(catalog['/DSS']) as Record<string, unknown>;
      const [first = ''] = /<[0-9A-F]{2000,}>/.exec(bytes.toString('latin1')) ?? [];
      const name = createHash('sha1')
        .update(Buffer.from(first.slice(1, -1), 'hex'))
        .digest('hex')
        .toUpperCase();
      expect(store['/VRI']).toEqual({
        [`/${name}`]: {
          '/Type': '/VRI',
          '/Cert': store['/Certs'],
          '/OCSP': store['/OCSPs'],
          '/CRL': store['/CRLs'],
        },
      });
    });

    it('detects any change of any byte', () => {
      expect(findMissedInFile(bytes, 40)).toEqual([]);
    }, 180_000);

    it('appends only, and reads the file once for all signatures and attempts together', async () => {
      const original = await createLargePdf();
      const source = openBufferSource(original);
      const pades = padesOf('B-LTA');
      const options = { ...STATEMENT, pades, placeholderBytes: 1000 };
      const result = await sealPdf(openPdf(source), authority.signer, options);
      expect(result.level).toBe('B-LTA');
      expect(source.bytesRead).toBeLessThan(original.length * 1.1);
      const written = Buffer.from(result.toBytes());
      expect(written.subarray(0, original.length).equals(original)).toBe(true);
      expect(written.length - original.length).toBeLessThan(40_000);
      expect(verifySignatures(written)).toMatchObject([{ valid: true }, { valid: true }]);
    });

    it('is B-LT when the last timestamp fails and it is preferred', async () => {
      const answers: Buffer[] = [];
      const url = authority.addServer('twice', async (query, response, answer) => {
        answers.push(await answer(query));
        if (answers.length > 2) response.writeHead(503).end();
        else reply(response, answers.at(-1) ?? Buffer.alloc(0));
      });
      const pades = { ...padesOf('B-LTA', 'preferred'), authorities: [{ url }] };
      const result = await sealPdf(openPdf(await createSamplePdf()), authority.signer, {
        ...STATEMENT,
        pades,
      });
      expect(result).toMatchObject({ level: 'B-LT', failures: [{ reason: 'http_status' }] });
      expect(verifySignatures(result.toBytes())).toMatchObject([{ valid: true, coversWholeDocument: true }]);
    });
  });

  function padesOf(level: PadesLevel, demand: PadesOptions['demand'] = 'required'): PadesOptions {
    return { level, demand, authorities: [{ url: authority.timestampUrl }], send: sendOverHttp };
  }

  async function seal(
    level: PadesLevel,
    signer: Signer,
    demand?: PadesOptions['demand'],
  ): Promise<SealResult> {
    const file = openPdf(await createSamplePdf());
    return sealPdf(file, signer, { ...STATEMENT, certify: true, pades: padesOf(level, demand) });
  }
});

/** 4 MB that the catalog and pages do not refer to. */
async function createLargePdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage([595, 842]);
  document.context.register(document.context.stream(randomBytes(4_000_000)));
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

function readWithQpdf(file: string): { catalog: Record<string, unknown>; resolve(ref: unknown): unknown } {
  const { qpdf } = JSON.parse(runProgram('qpdf', ['--json', '--json-key=qpdf', file]).text);
  const objects: Record<string, { value?: unknown }> = qpdf[1];
  const resolve = (ref: unknown) => objects[`obj:${ref}`]?.value;
  const trailer = objects.trailer?.value as Record<string, unknown>;
  return { catalog: resolve(trailer['/Root']) as Record<string, unknown>, resolve };
}

function readStream(file: string, ref: unknown): Buffer {
  const number = String(ref).split(' ')[0];
  return runToSuccess('qpdf', [`--show-object=${number}`, '--filtered-stream-data', file]);
}

function splitSignature(bytes: Buffer): { content: Buffer; cms: Buffer } {
  const ranges = [...bytes.toString('latin1').matchAll(/\/ByteRange\s*\[(\d+) (\d+) (\d+) (\d+)/g)];
  const [, length = 0, next = 0, rest = 0] = (ranges.at(-1) ?? []).slice(1).map(Number);
  const content = Buffer.concat([bytes.subarray(0, length), bytes.subarray(next, next + rest)]);
  const padded = Buffer.from(bytes.toString('latin1', length + 1, next - 1), 'hex');
  return { content, cms: padded };
}
