import { lookupArray, lookupDict, type PdfFile } from '@countersign/pdf';
import type { PadesLevel } from '../levels.ts';
import type { SignatureReport } from './signature-report.ts';

type Findings = Pick<SignatureReport, 'subFilter' | 'valid' | 'timestamp' | 'coveredBytes'>;

/** Returns a function that gives the PAdES baseline level of a signature of the file (ETSI EN 319 142-1 6), or null. */
export function createLevelFinder(
  all: readonly Findings[],
  hasValidationData: boolean,
): (signature: Findings) => PadesLevel | null {
  const lastTimestampEnd = all
    .filter(({ subFilter, valid }) => subFilter === 'ETSI.RFC3161' && valid)
    .reduce((end, { coveredBytes }) => Math.max(end, coveredBytes), 0);
  return ({ subFilter, valid, timestamp, coveredBytes }) => {
    if (subFilter !== 'ETSI.CAdES.detached' || !valid) return null;
    if (timestamp === null) return 'B-B';
    if (!hasValidationData) return 'B-T';
    return lastTimestampEnd > coveredBytes ? 'B-LTA' : 'B-LT';
  };
}

/** Returns true if the document security store has certificates and revocation data. */
export function holdsValidationData({ catalog }: PdfFile): boolean {
  const store = lookupDict(catalog, 'DSS');
  const has = (key: string) => store !== undefined && (lookupArray(store, key)?.size() ?? 0) > 0;
  return has('Certs') && (has('OCSPs') || has('CRLs'));
}
