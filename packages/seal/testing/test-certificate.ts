/** Any name and OpenSSL curve. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import * as asn1js from 'asn1js';
import type { Extension } from 'pkijs';
import { ID_ECDSA_SHA256 } from '../cms/algorithms.ts';
import type { Signer } from '../signers/signer.ts';

const ID_COMMON_NAME = '2.5.4.3';

export interface TestCertificateOptions {
  readonly publicKey: KeyObject;
  readonly issuerKey: KeyObject;
  readonly subject: asn1js.Sequence;
  readonly issuer: asn1js.Sequence;
  /** The default is 365. */
  readonly days?: number;
  readonly extensions?: readonly Extension[];
}

export function nameOf(...commonNames: readonly asn1js.BaseBlock[]): asn1js.Sequence {
  const entries = commonNames.map((value) => {
    const attribute = new asn1js.Sequence({
      value: [new asn1js.ObjectIdentifier({ value: ID_COMMON_NAME }), value],
    });
    return new asn1js.Set({ value: [attribute] });
  });
  return new asn1js.Sequence({ value: entries });
}

/** Returns DER that is valid from yesterday. */
export function makeTestCertificate(options: TestCertificateOptions): Uint8Array {
  const { publicKey, issuerKey, subject, issuer, days = 365, extensions = [] } = options;
  const algorithm = new asn1js.Sequence({ value: [new asn1js.ObjectIdentifier({ value: ID_ECDSA_SHA256 })] });
  const day = 24 * 60 * 60 * 1000;
  const [from, until] = [-day, days * day].map(
    (ms) => new asn1js.UTCTime({ valueDate: new Date(Date.now() + ms) }),
  );
  const serial = Uint8Array.of(0x01, ...randomBytes(8));
  const toBeSigned = new asn1js.Sequence({
    value: [
      new asn1js.Constructed({
        idBlock: { tagClass: 3, tagNumber: 0 },
        value: [new asn1js.Integer({ value: 2 })],
      }),
      new asn1js.Integer({ valueHex: serial }),
      algorithm,
      issuer,
      new asn1js.Sequence({ value: [from, until].filter((time) => time !== undefined) }),
      subject,
      asn1js.fromBER(new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }))).result,
      ...(extensions.length > 0 ? [extensionsOf(extensions)] : []),
    ],
  });
  const signature = sign('sha256', new Uint8Array(toBeSigned.toBER()), issuerKey);
  const certificate = new asn1js.Sequence({
    value: [toBeSigned, algorithm, new asn1js.BitString({ valueHex: new Uint8Array(signature) })],
  });
  return new Uint8Array(certificate.toBER());
}

function extensionsOf(extensions: readonly Extension[]): asn1js.Constructed {
  const all = new asn1js.Sequence({ value: extensions.map((extension) => extension.toSchema()) });
  return new asn1js.Constructed({ idBlock: { tagClass: 3, tagNumber: 3 }, value: [all] });
}

export function createCurveSigner(
  namedCurve: string,
  paramEncoding: 'named' | 'explicit' = 'named',
): Signer & { readonly privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve, paramEncoding });
  const name = nameOf(new asn1js.Utf8String({ value: `Holder of ${namedCurve}` }));
  const certificate = makeTestCertificate({
    publicKey,
    issuerKey: privateKey,
    subject: name,
    issuer: name,
  });
  return {
    privateKey,
    certificateChain: [certificate],
    algorithm: { scheme: 'ECDSA', digest: 'sha256' },
    sign: async (bytes) => sign('sha256', bytes, privateKey),
  };
}
