import { lookupArray, lookupDict, type PdfFile } from '@countersign/pdf';
import type { PadesLevel } from '../levels.ts';
import type { SignatureReport } from './signature-report.ts';

type Findings = Pick<SignatureReport, 'subFilter' | 'valid' | 'timestamp' | 'coveredBytes'>;

/** Returns the PAdES baseline level of a signature (ETSI EN 319 142-1 6), or null. */
export function findLevel(
  signature: Findings,
  all: readonly Findings[],
  hasValidationData: boolean,
): PadesLevel | null {
  if (signature.subFilter !== 'ETSI.CAdES.detached' || !signature.valid) return null;
  if (signature.timestamp === null) return 'B-B';
  if (!hasValidationData) return 'B-T';
  const isStampedOver = all.some(
    ({ subFilter, valid, coveredBytes }) =>
      subFilter === 'ETSI.RFC3161' && valid && coveredBytes > signature.coveredBytes,
  );
  return isStampedOver ? 'B-LTA' : 'B-LT';
}

/** Returns true if the document security store has certificates and revocation data. */
export function holdsValidationData({ catalog }: PdfFile): boolean {
  const store = lookupDict(catalog, 'DSS');
  const has = (key: string) => store !== undefined && (lookupArray(store, key)?.size() ?? 0) > 0;
  return has('Certs') && (has('OCSPs') || has('CRLs'));
}
