import type { SignatureReport } from './signature-report.ts';

/**
 * Verdict of a file. `intact`: every signature is valid and later changes are allowed. `unsigned`: the same of
 * timestamps alone, or nothing. `changed`: anything else.
 */
export type FileState = 'unsigned' | 'intact' | 'changed';

type Findings = Pick<SignatureReport, 'subFilter' | 'valid' | 'changesAllowed'>;

export function stateOfFile(signatures: readonly Findings[]): FileState {
  if (!signatures.every(({ valid, changesAllowed }) => valid && changesAllowed)) return 'changed';
  const isSigned = signatures.some(({ subFilter }) => subFilter !== 'ETSI.RFC3161');
  return isSigned ? 'intact' : 'unsigned';
}
