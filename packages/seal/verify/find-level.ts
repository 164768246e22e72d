import { lookupArray, lookupDict, type PdfFile } from '@countersign/pdf';
import type { PadesLevel } from '../levels.ts';
import type { SignatureReport } from './signature-report.ts';

/** What a level follows from. */
type Findings = Pick<SignatureReport, 'subFilter' | 'valid' | 'timestamp' | 'coveredBytes'>;

/** The PAdES baseline level of one signature among all of a file (ETSI EN 319 142-1 6); null when it has none. */
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

/** Whether the document security store holds certificates and what says that they were not revoked. */
export function holdsValidationData({ catalog }: PdfFile): boolean {
  const store = lookupDict(catalog, 'DSS');
  const has = (key: string) => store !== undefined && (lookupArray(store, key)?.size() ?? 0) > 0;
  return has('Certs') && (has('OCSPs') || has('CRLs'));
}
