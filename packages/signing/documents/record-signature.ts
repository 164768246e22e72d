import type { Job } from '../jobs.ts';
import type { FormField } from '../ports/pdf-toolkit.ts';
import { refuseProblems } from '../problems.ts';
import { type Decision, replaceSignee } from './decision.ts';
import type { DocumentState, Signature } from './document.ts';
import { applyGivenValues, changedEntries, checkEntries, givenValues } from './field-entries.ts';
import { requireSignee } from './find-by-link.ts';
import { touch } from './retention.ts';
import { requireCanSign } from './signing-access.ts';
import { isFullySigned, signeesToInvite } from './signing-order.ts';

/**
 * One signee signs. Decided on the document as it is now: `already_signed`, `not_your_turn`, `document_not_signable`,
 * and the problems of the values, which another signee may have given meanwhile.
 */
export function recordSignature(
  document: DocumentState,
  signeeId: string,
  signature: Signature,
  preparedFields: readonly FormField[],
  retentionDays: number,
): Decision {
  requireCanSign(document, requireSignee(document, signeeId));
  const fields = applyGivenValues(preparedFields, givenValues(document));
  refuseProblems(checkEntries(fields, signature.values));
  const values = changedEntries(fields, signature.values);
  const signees = replaceSignee(document, signeeId, { signature: { ...signature, values } });
  const signed = touch({ ...document, signees }, signature.signedAt, retentionDays);
  return {
    document: signed,
    events: [{ type: 'document.signed', signeeId }],
    jobs: jobsAfter(document, signed),
  };
}

function jobsAfter(before: DocumentState, after: DocumentState): readonly Job[] {
  const { documentId } = after;
  if (isFullySigned(after)) return [{ name: 'complete-document', documentId }];
  return signeesToInvite(before.signees, after.signees).map(({ signeeId }) => ({
    name: 'send-invitation',
    documentId,
    signeeId,
  }));
}
