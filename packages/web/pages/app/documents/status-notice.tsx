import type { DocumentBody } from '@countersign/api/bodies';
import { formatDateTime } from '../../parts/format-date.ts';
import { usePageLanguage } from '../../parts/language.ts';
import { Notice } from '../../parts/notice.tsx';
import { useApp } from '../app-context.ts';
import { isOwn, nameOf, signeesInTurn } from './model.ts';
import { useDocumentsText } from './text.ts';

interface StatusNoticeProps {
  readonly document: DocumentBody;
  /** Of the last action. */
  readonly message: string | null;
}

export function StatusNotice({ document, message }: StatusNoticeProps) {
  const sentence = useStatusSentence(document);
  const { status, errorMessage, declined, sealing } = document;
  const isTroubled = status === 'error' || sealing !== undefined;
  const mood = isTroubled ? 'problem' : status === 'completed' ? 'good' : 'calm';
  return (
    <>
      <Notice mood={mood}>{sentence}</Notice>
      {errorMessage !== undefined && <p class="document-problem">{errorMessage}</p>}
      {declined !== undefined && <blockquote class="decline-reason">{declined.reason}</blockquote>}
      <p class="action-message" role="status">
        {message}
      </p>
    </>
  );
}

function useStatusSentence(document: DocumentBody): string {
  const text = useDocumentsText();
  const { language } = usePageLanguage();
  const { user } = useApp();
  const { status, completedAt, revokedAt, isExpired, declined, sealing, signeeDetails } = document;
  const date = (moment: string | null) => (moment === null ? '' : formatDateTime(language, moment));
  const next = signeesInTurn(document);
  switch (status) {
    case 'completed':
      return text('state_completed', { date: date(completedAt) });
    case 'error':
      return text('state_error');
    case 'awaiting_signatures':
      if (sealing !== undefined)
        return text('state_sealingDelayed', { reason: sealing.reason, date: date(sealing.nextAttemptAt) });
      if (next.length === 0) return text('state_sealing');
      if (next.some((signee) => isOwn(signee, user)))
        return text('state_yourTurn', { others: next.length - 1 });
      return text('state_waiting', { name: nameOf(next[0] ?? EMPTY), others: next.length - 1 });
    case 'revoked': {
      const by = signeeDetails.find(({ signeeId }) => signeeId === declined?.signeeId);
      if (by !== undefined) return text('state_declined', { name: nameOf(by), date: date(revokedAt) });
      return text(isExpired === true ? 'state_expired' : 'state_revoked', { date: date(revokedAt) });
    }
    default:
      return text('state_created');
  }
}

const EMPTY = { fullName: '', emailAddress: null, phoneNumber: null };
