import { lookupArray, lookupDict, type PdfFile } from '@countersign/pdf';
import type { PadesLevel } from '../levels.ts';
import { MAX_CLOCK_DIFFERENCE_MS } from './clock-difference.ts';
import type { SignatureReport, StatedTime } from './signature-report.ts';

type Findings = Pick<SignatureReport, 'subFilter' | 'valid' | 'timestamp' | 'coveredBytes'>;

/** PAdES baseline (ETSI EN 319 142-1 6). */
export function createLevelFinder(
  all: readonly Findings[],
  hasValidationData: boolean,
): (signature: Findings) => PadesLevel | null {
  const timestamps = all.filter(({ subFilter, valid }) => subFilter === 'ETSI.RFC3161' && valid);
  return ({ subFilter, valid, timestamp, coveredBytes }) => {
    if (subFilter !== 'ETSI.CAdES.detached' || !valid) return null;
    if (timestamp === null) return 'B-B';
    if (!hasValidationData) return 'B-T';
    const isArchived = timestamps.some(
      (later) => later.coveredBytes > coveredBytes && isNotBefore(later.timestamp, timestamp),
    );
    return isArchived ? 'B-LTA' : 'B-LT';
  };
}

function isNotBefore(later: StatedTime | null, earlier: StatedTime): boolean {
  return later !== null && Date.parse(later.time) >= Date.parse(earlier.time) - MAX_CLOCK_DIFFERENCE_MS;
}

/** Certificates and revocation data in the document security store. */
export function holdsValidationData({ catalog }: PdfFile): boolean {
  const store = lookupDict(catalog, 'DSS');
  const has = (key: string) => store !== undefined && (lookupArray(store, key)?.size() ?? 0) > 0;
  return has('Certs') && (has('OCSPs') || has('CRLs'));
}
