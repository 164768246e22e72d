import * as asn1js from 'asn1js';
import { Attribute, SignedAndUnsignedAttributes, type SignerInfo } from 'pkijs';
import { ID_TIMESTAMP_TOKEN } from './object-identifiers.ts';
import { CmsProblem } from './read-cms.ts';

/** The unsigned attributes of a signature with a timestamp: its token and nothing else. */
export function createUnsignedAttributes(token: Uint8Array): SignedAndUnsignedAttributes {
  const { result } = asn1js.fromBER(new Uint8Array(token));
  const attribute = new Attribute({ type: ID_TIMESTAMP_TOKEN, values: [result] });
  return new SignedAndUnsignedAttributes({ type: 1, attributes: [attribute] });
}

/**
 * The token as it is encoded in the signature; undefined when there is none. No signature covers these attributes: with
 * `onlyTimestamp` (ETSI EN 319 142-1 6.3) any other one is a `CmsProblem`, or a token could be renamed and so taken away.
 */
export function findTimestampToken(signerInfo: SignerInfo, onlyTimestamp: boolean): Uint8Array | undefined {
  const attributes = signerInfo.unsignedAttrs?.attributes ?? [];
  const tokens = attributes.filter(({ type }) => type === ID_TIMESTAMP_TOKEN);
  if (onlyTimestamp && tokens.length !== attributes.length) throw new CmsProblem('unsigned_attribute');
  const values: unknown[] = tokens.flatMap((attribute) => attribute.values);
  if (values.length === 0) return undefined;
  const [value] = values;
  if (values.length > 1 || !(value instanceof asn1js.Sequence)) throw new CmsProblem('timestamp_count');
  return new Uint8Array(value.toBER());
}
