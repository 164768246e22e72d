import type { SignatureReport } from './signature-report.ts';

/**
 * Verdict of a file. `unsigned`: only timestamps or nothing. `intact`: every signature is valid and later
 * changes are allowed. `changed`: anything else.
 */
export type FileState = 'unsigned' | 'intact' | 'changed';

type Findings = Pick<SignatureReport, 'subFilter' | 'valid' | 'changesAllowed'>;

export function stateOfFile(signatures: readonly Findings[]): FileState {
  if (signatures.every(({ subFilter }) => subFilter === 'ETSI.RFC3161')) return 'unsigned';
  const isIntact = signatures.every(({ valid, changesAllowed }) => valid && changesAllowed);
  return isIntact ? 'intact' : 'changed';
}
