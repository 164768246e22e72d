import * as asn1js from 'asn1js';
import { BasicOCSPResponse, OCSPResponse } from 'pkijs';
import { BER, listBer, readBer } from '../cms/ber-elements.ts';

/** CertStatus (RFC 6960 4.2.1). */
const GOOD = 0;

/**
 * Undefined if it is malformed, not `good` or without `nextUpdate`: newer information may be available at any
 * time (RFC 6960 4.2.2.1). Not verified.
 */
export function readOcspNextUpdate(body: Uint8Array): Date | undefined {
  try {
    const { responseBytes } = OCSPResponse.fromBER(new Uint8Array(body));
    const content = responseBytes?.response.valueBlock.valueHexView;
    if (!content) return undefined;
    const { responses } = BasicOCSPResponse.fromBER(new Uint8Array(content)).tbsResponseData;
    const isGood = responses.every(({ certStatus }) => certStatus.idBlock.tagNumber === GOOD);
    const times = responses.map(({ nextUpdate }) => nextUpdate?.getTime() ?? Number.NaN);
    return isGood ? toDate(Math.min(...times)) : undefined;
  } catch {
    // For malformed input.
    return undefined;
  }
}

/** RFC 5280 5.1.2.5. Only the first elements: a CRL may have megabytes, and this runs on the main thread. */
export function readCrlNextUpdate(body: Uint8Array): Date | undefined {
  const list = readBer(body);
  const [signed] = list?.tag === BER.sequence ? listBer(list.content) : [];
  const times = signed?.tag === BER.sequence ? listBer(signed.content).filter(({ tag }) => isTime(tag)) : [];
  const [, nextUpdate] = times;
  const { result } = nextUpdate ? asn1js.fromBER(new Uint8Array(nextUpdate.whole)) : {};
  const isDate = result instanceof asn1js.UTCTime || result instanceof asn1js.GeneralizedTime;
  return isDate ? toDate(result.toDate().getTime()) : undefined;
}

function isTime(tag: number): boolean {
  return tag === BER.utcTime || tag === BER.generalizedTime;
}

function toDate(time: number): Date | undefined {
  return Number.isFinite(time) ? new Date(time) : undefined;
}
