import { BER, type BerElement, hexOf, listBer, NO_BYTES, readBer } from './ber-elements.ts';
import { readCertificateName } from './certificate-names.ts';

/** Not verified. */
export interface StatedSigner {
  readonly name: string | undefined;
  /** Signed attributes, or the TSTInfo of a timestamp. */
  readonly signedAt: Date | undefined;
}

/** id-signingTime and id-ct-TSTInfo (RFC 5652 11.3, RFC 3161 2.4.2), encoded. */
const SIGNING_TIME = '2a864886f70d010905';
const TIMESTAMP_INFO = '2a864886f70d0109100104';

const NOTHING: StatedSigner = { name: undefined, signedAt: undefined };

/** More lenient than `readCms`: enclosed content, old algorithms, BER. Never throws. */
export function readStatedSigner(cms: Uint8Array): StatedSigner {
  const [, content] = listBer(readBer(cms)?.content ?? cms);
  const signedData = content?.tag === BER.context0 ? readBer(content.content) : undefined;
  if (signedData?.tag !== BER.sequence) return NOTHING;
  const [, , enclosed, ...rest] = listBer(signedData.content);
  const certificates = rest.find(({ tag }) => tag === BER.context0);
  const signerInfos = rest.find(({ tag }) => tag === BER.set);
  const signer = listBer(listBer(signerInfos?.content ?? NO_BYTES)[0]?.content ?? NO_BYTES);
  const certificate = findCertificate(listBer(certificates?.content ?? NO_BYTES), signer[1]);
  const stamped = enclosed && readStampedTime(enclosed);
  return {
    name: certificate && readCertificateName(certificate.whole),
    signedAt: stamped ?? readSigningTime(signer),
  };
}

/** By issuer and serial number. With a key identifier (RFC 5652 5.3) there must be exactly one. */
function findCertificate(
  certificates: readonly BerElement[],
  signer: BerElement | undefined,
): BerElement | undefined {
  if (signer?.tag !== BER.sequence) return certificates.length === 1 ? certificates[0] : undefined;
  const [issuer, serial] = listBer(signer.content);
  return certificates.find((certificate) => {
    const fields = listBer(readBer(certificate.content)?.content ?? NO_BYTES);
    const [ownSerial, , ownIssuer] = fields[0]?.tag === BER.context0 ? fields.slice(1) : fields;
    return isEqual(ownSerial, serial) && isEqual(ownIssuer, issuer);
  });
}

function isEqual(a: BerElement | undefined, b: BerElement | undefined): boolean {
  return a !== undefined && b !== undefined && Buffer.compare(a.whole, b.whole) === 0;
}

function readStampedTime({ content }: BerElement): Date | undefined {
  const [type, wrapped] = listBer(content);
  if (wrapped === undefined || hexOf(type) !== TIMESTAMP_INFO) return undefined;
  const octets = readBer(wrapped.content);
  if (octets === undefined) return undefined;
  const pieces = octets.tag === BER.octetString ? [octets] : listBer(octets.content);
  const info = readBer(Buffer.concat(pieces.map((piece) => piece.content)));
  const time = listBer(info?.content ?? NO_BYTES).find(({ tag }) => tag === BER.generalizedTime);
  return time && readTime(time);
}

function readSigningTime(signer: readonly BerElement[]): Date | undefined {
  const attributes = signer.find(({ tag }) => tag === BER.context0);
  for (const attribute of listBer(attributes?.content ?? NO_BYTES)) {
    const [type, values] = listBer(attribute.content);
    const time = values && hexOf(type) === SIGNING_TIME ? readBer(values.content) : undefined;
    if (time) return readTime(time);
  }
  return undefined;
}

/** UTCTime: 1950 to 2049 (RFC 5280 4.1.2.5.1). */
function readTime({ tag, content }: BerElement): Date | undefined {
  const text = Buffer.from(content).toString('latin1');
  const century = Number(text.slice(0, 2)) < 50 ? '20' : '19';
  const fullText = tag === BER.utcTime ? century + text : text;
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(\.\d+)?(Z|[+-]\d{4})?$/.exec(fullText);
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone = 'Z'] = parts;
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const date = new Date(
    `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}${offset}`,
  );
  return Number.isNaN(date.getTime()) ? undefined : date;
}
