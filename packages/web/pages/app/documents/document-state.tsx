import type { DocumentBody } from '@countersign/api/bodies';
import { formatDateTime, usePageLanguage } from '../../parts/language.tsx';
import { useDocumentsText } from '../../parts/texts.tsx';
import { daysBetween, formatLongDay } from '../../parts/times.tsx';
import { useApp } from '../router.ts';
import { isOwn, nameOf, signeesInTurn } from './model.tsx';

/** The remaining days are marked when so few are left. */
const FEW_DAYS = 3;
/** More people are counted in words only. */
const MAX_SEGMENTS = 24;

/** Says first whose turn it is and until when, then how far it is. */
export function DocumentState({ document }: { readonly document: DocumentBody }) {
  const { errorMessage, declined } = document;
  const isTroubled = document.status === 'error' || document.sealing !== undefined;
  return (
    <div class="document-state">
      <div role="status">
        <p class={`state-sentence ${isTroubled ? 'is-problem' : ''}`}>{useStateSentence(document)}</p>
        <StateDetail document={document} />
      </div>
      {errorMessage !== undefined && <p class="field-problem">{errorMessage}</p>}
      {declined !== undefined && <blockquote class="decline-reason">{declined.reason}</blockquote>}
      <Progress document={document} />
    </div>
  );
}

function useStateSentence(document: DocumentBody): string {
  const text = useDocumentsText();
  const { language } = usePageLanguage();
  const { user } = useApp();
  const { status, completedAt, revokedAt, isExpired, declined, sealing, signeeDetails } = document;
  const date = (moment: string | null) => (moment === null ? '' : formatDateTime(language, moment));
  const [next, ...others] = signeesInTurn(document);
  switch (status) {
    case 'completed':
      return text('state_completed', { date: date(completedAt) });
    case 'error':
      return text('state_error');
    case 'awaiting_signatures': {
      if (sealing !== undefined)
        return text('state_sealingDelayed', { reason: sealing.reason, date: date(sealing.nextAttemptAt) });
      if (next === undefined) return text('state_sealing');
      const isMine = [next, ...others].some((signee) => isOwn(signee, user));
      const count = { others: others.length };
      return isMine ? text('state_yourTurn', count) : text('state_waiting', { name: nameOf(next), ...count });
    }
    case 'revoked': {
      const by = signeeDetails.find(({ signeeId }) => signeeId === declined?.signeeId);
      if (by !== undefined) return text('state_declined', { name: nameOf(by), date: date(revokedAt) });
      return text(isExpired === true ? 'state_expired' : 'state_revoked', { date: date(revokedAt) });
    }
    case 'processing':
      return text('state_processing');
    default:
      return text('state_created');
  }
}

function StateDetail({ document }: { readonly document: DocumentBody }) {
  const text = useDocumentsText();
  const { language } = usePageLanguage();
  const timeZone = useTimeZone();
  const { status, signeeDetails, enableSigningOrder, expiryDate } = document;
  if (status === 'completed')
    return (
      <p class="state-detail">{text('keepCopy', { day: formatLongDay(language, expiryDate, timeZone) })}</p>
    );
  if (signeesInTurn(document).length === 0) return null;
  const signed = countSigned(document);
  const days = Math.max(daysBetween(new Date(), new Date(expiryDate), timeZone), 0);
  const isInOrder = enableSigningOrder && new Set(signeeDetails.map((one) => one.signingOrder)).size > 1;
  return (
    <p class="state-detail">
      {text('state_progress', { signed, signees: signeeDetails.length })} {isInOrder && text('state_inOrder')}{' '}
      {text('state_lastDay', { day: formatLongDay(language, expiryDate, timeZone) })}{' '}
      <span class={days <= FEW_DAYS ? 'badge is-mark' : undefined}>{text('state_daysLeft', { days })}</span>
    </p>
  );
}

/** Each segment is a person: signed, in turn, or later. */
function Progress({ document }: { readonly document: DocumentBody }) {
  const { length } = document.signeeDetails;
  if (document.status !== 'awaiting_signatures' || length > MAX_SEGMENTS) return null;
  const signed = countSigned(document);
  const inTurn = signeesInTurn(document).length;
  return (
    <div class="state-segments" aria-hidden="true">
      {Array.from({ length }, (_, index) => (
        <span key={index} class={index < signed ? 'is-good' : index < signed + inTurn ? 'is-mark' : ''} />
      ))}
    </div>
  );
}

function countSigned({ signeeDetails }: Pick<DocumentBody, 'signeeDetails'>): number {
  return signeeDetails.filter(({ signatureStatus }) => signatureStatus === 'signed').length;
}

/** Days of documents are days in the time zone of their account. */
export function useTimeZone(): string {
  return useApp().account.timeZone;
}
