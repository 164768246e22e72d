import type { SignatureReport } from './signature-report.ts';

/**
 * What the signatures of a file say of it together. `unsigned`: nothing but timestamps, or nothing at all. `intact`: every
 * signature is valid, and what came after it is allowed. `changed`: anything else.
 */
export type FileState = 'unsigned' | 'intact' | 'changed';

/** What the state of a file follows from. */
type Findings = Pick<SignatureReport, 'subFilter' | 'valid' | 'changesAllowed'>;

/** The verdict of a file; the one place where it is decided. */
export function stateOfFile(signatures: readonly Findings[]): FileState {
  if (signatures.every(({ subFilter }) => subFilter === 'ETSI.RFC3161')) return 'unsigned';
  const isIntact = signatures.every(({ valid, changesAllowed }) => valid && changesAllowed);
  return isIntact ? 'intact' : 'changed';
}
