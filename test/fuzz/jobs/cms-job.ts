import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { openPdf } from '@countersign/pdf';
import { prepareSeal, stripSignatures } from '@countersign/seal';
import { type SignatureReport, verifySignatures } from '@countersign/verify';
import { type PDFDict, PDFHexString, PDFName } from 'pdf-lib';
import { fixturePath } from '../../../fixtures/fixture-path.ts';
import { findSignatureFields, findSignatureValue } from '../../../packages/seal/fields/signature-fields.ts';
import { mutateCms } from '../cms/mutate-cms.ts';
import { Random } from '../random.ts';
import type { Job } from './job.ts';

/** CMS per input: each takes a few milliseconds. */
const TRIES = 8;
/** Bytes available for a mutated CMS; longer ones are truncated. */
const ROOM = 32 * 1024;
const SEEDS = ['signed.pdf', 'brainpool.pdf', 'secp256k1-explicit.pdf'].map(readCms);
const KINDS = ['/ETSI.CAdES.detached', '/ETSI.RFC3161', '/adbe.pkcs7.detached'];

/** Verifies mutated signatures: OpenSSL and pkijs must not end the process, whatever the keys. */
export const hostileCms: Job = {
  name: 'hostileCms',
  async run(bytes) {
    tryMutatedCms(createHash('sha256').update(bytes).digest('hex'), TRIES);
    return undefined;
  },
};

/** Mutates and verifies `count` CMS. Deterministic by seed, except for generated keys. */
export function tryMutatedCms(seed: string, tries: number): void {
  for (let turn = 0; turn < tries; turn += 1) {
    const random = new Random(`cms:${seed}:${turn}`);
    const file = signWith(mutateCms(random.pick(SEEDS), random), random.pick(KINDS));
    for (const report of verifySignatures(file)) requireTexts(report);
    stripSignatures(openPdf(file));
  }
}

/** The response schema requires strings, whatever the certificate contains. */
function requireTexts({ signerName, certificates }: SignatureReport): void {
  const texts = [signerName, ...certificates.flatMap((certificate) => Object.values(certificate))];
  const other = texts.find((text) => typeof text !== 'string');
  if (other !== undefined || texts.includes(undefined as never))
    throw new TypeError('A report without a text');
}

function readCms(name: string): Uint8Array {
  const [field] = findSignatureFields(openPdf(readFileSync(fixturePath(`signed/${name}`))));
  const value: PDFDict | undefined = field && findSignatureValue(field);
  return value?.lookup(PDFName.of('Contents'), PDFHexString).asBytes() ?? new Uint8Array();
}

const TEMPLATE = await makeTemplate();

async function makeTemplate(): Promise<Buffer> {
  const base = readFileSync(fixturePath('plain/a4.pdf'));
  const statement = { reason: 'Test', name: 'Test', signedAt: new Date(0), placeholderBytes: ROOM };
  const { increment } = await prepareSeal(openPdf(base), statement);
  return Buffer.concat([base, increment]);
}

/** Writes the template with another CMS and subfilter, in the same number of bytes. */
function signWith(cms: Buffer, kind: string): Buffer {
  const file = Buffer.from(TEMPLATE);
  const start = file.indexOf('/Contents<') + '/Contents<'.length;
  file.fill('0', start, start + 2 * ROOM);
  file.write(cms.subarray(0, ROOM).toString('hex').toUpperCase(), start, 'latin1');
  const [first = ''] = KINDS;
  file.write(kind.padEnd(first.length), file.indexOf(first), 'latin1');
  return file;
}
