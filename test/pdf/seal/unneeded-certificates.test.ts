import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as asn1js from 'asn1js';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildCms } from '../../../packages/seal/cms/build-cms.ts';
import { checkCms } from '../../../packages/seal/cms/check-cms.ts';
import { createDevelopmentSigner } from '../../../packages/seal/signers/development-signer.ts';
import { createCurveSigner } from '../../../packages/seal/testing/test-certificate.ts';
import { verifySignatures } from '../../../packages/verify/verify-signatures.ts';

const CONTENT = Buffer.from('what is signed');
const PADES = { requireSigningCertificate: true, requireDer: true };
const feed = (sink: { update(chunk: Uint8Array): unknown }) => sink.update(CONTENT);

describe('a CMS of other signing software', () => {
  let cms: Uint8Array;
  let signerDer: Uint8Array;

  beforeAll(async () => {
    const signer = await createDevelopmentSigner({ key: 'ec-p256' });
    [signerDer = new Uint8Array()] = signer.certificateChain;
    cms = await buildCms(createHash('sha256').update(CONTENT).digest(), signer);
  });

  const problemsOf = (bytes: Uint8Array) => checkCms(bytes, feed, PADES).problems.map(({ code }) => code);

  function edit(change: (members: asn1js.BaseBlock[]) => void): Uint8Array {
    const root = requireSequence(asn1js.fromBER(new Uint8Array(cms)).result);
    const content = root.valueBlock.value[1];
    if (!(content instanceof asn1js.Constructed)) throw new Error('no content');
    change(requireSequence(content.valueBlock.value[0]).valueBlock.value);
    return new Uint8Array(root.toBER());
  }

  const holding = (...items: readonly Uint8Array[]) =>
    edit((members) => {
      const set = members.find(({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === 0);
      if (!(set instanceof asn1js.Constructed)) throw new Error('no certificates');
      for (const item of items) set.valueBlock.value.push(asn1js.fromBER(new Uint8Array(item)).result);
    });

  it('is valid with version 3 although its content implies version 1', () => {
    const changed = edit((members) => {
      members[0] = new asn1js.Integer({ value: 3 });
    });
    expect(problemsOf(changed)).toEqual([]);
  });

  it.each([0, 2, 4, 5, 6])('is refused with version %i, which its content does not imply', (value) => {
    const changed = edit((members) => {
      members[0] = new asn1js.Integer({ value });
    });
    expect(problemsOf(changed)).toEqual(['cms_version']);
  });

  it('is valid with a further certificate and with its own twice', () => {
    const [other = new Uint8Array()] = createCurveSigner('prime256v1').certificateChain;
    expect(problemsOf(holding(other, other))).toEqual([]);
    expect(problemsOf(holding(signerDer))).toEqual([]);
  });

  // A changed tag made the root of a timestamp unreadable: it was left out, and the change passed unnoticed.
  it('is refused with a further certificate that cannot be read', () => {
    const [other = new Uint8Array()] = createCurveSigner('prime256v1').certificateChain;
    const unreadable = Buffer.from(other);
    // The name in UTF8String, of another class.
    unreadable[unreadable.indexOf(Buffer.from('06035504030c', 'hex')) + 5] = 0x4c;
    expect(problemsOf(holding(unreadable))).toEqual(['certificate_not_readable']);
  });

  // Without a signing-certificate attribute the signer could be exchanged, and readers take one or the other.
  it('is refused with another certificate of the same issuer and serial number', () => {
    const forged = Uint8Array.from(signerDer);
    forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1;
    expect(problemsOf(holding(forged))).toEqual(['signer_certificate_ambiguous']);
  });

  it('is refused without the certificate of its signer', () => {
    const changed = edit((members) => {
      members.splice(
        members.findIndex(({ idBlock }) => idBlock.tagClass === 3),
        1,
      );
    });
    expect(problemsOf(changed)).toEqual(['certificates_missing']);
  });
});

function requireSequence(block: unknown): asn1js.Sequence {
  if (block instanceof asn1js.Sequence) return block;
  throw new Error('not a sequence');
}

const FOUND = fileURLToPath(new URL('../../../../shared/found/', import.meta.url));

/** Third-party files whose signatures `openssl cms` and pdfsig find valid. */
describe.each([
  ['dss__dss-818-P-SK-1.pdf', 'version 3 without a reason'],
  ['pdfjs__bug854315.pdf', 'an attribute certificate in the timestamp'],
  ['dss__pades-same-border-annotations.pdf', "a certificate of another unit of the timestamp's authority"],
])('%s with %s', (name) => {
  it.skipIf(!existsSync(FOUND))('has valid signatures', () => {
    const reports = verifySignatures(`${FOUND}${name}`);
    expect(reports.length).toBeGreaterThan(0);
    expect(reports.flatMap(({ problems }) => problems)).toEqual([]);
  });
});
