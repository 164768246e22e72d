import * as asn1js from 'asn1js';
import { Attribute, SignedAndUnsignedAttributes, type SignerInfo } from 'pkijs';
import { ID_TIMESTAMP_TOKEN } from './object-identifiers.ts';
import { CmsProblem } from './read-cms.ts';

/** The token alone. */
export function createUnsignedAttributes(token: Uint8Array): SignedAndUnsignedAttributes {
  const { result } = asn1js.fromBER(new Uint8Array(token));
  const attribute = new Attribute({ type: ID_TIMESTAMP_TOKEN, values: [result] });
  return new SignedAndUnsignedAttributes({ type: 1, attributes: [attribute] });
}

/**
 * With `onlyTimestamp` (ETSI EN 319 142-1 6.3) any other attribute is a `CmsProblem`: unsigned, a token could
 * be hidden by renaming it.
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
