import type { ListedDocumentBody } from '@countersign/api/bodies';
import type { DocumentStatus } from '@countersign/signing';
import { isSealing, moodOf } from './model.ts';
import { useDocumentsText } from './text.ts';

const LABELS = {
  created: 'status_created',
  processing: 'status_created',
  awaiting_signatures: 'status_awaiting_signatures',
  completed: 'status_completed',
  error: 'status_error',
  revoked: 'status_revoked',
  deleted: 'status_deleted',
} as const satisfies Readonly<Record<DocumentStatus, string>>;

/** With the number of signatures while they are collected. */
export function StatusBadge({
  document,
}: {
  readonly document: Pick<ListedDocumentBody, 'status' | 'progress'>;
}) {
  const text = useDocumentsText();
  const { status, progress } = document;
  const isMine = progress?.isWaitingForCaller === true && status === 'awaiting_signatures';
  return (
    <span class={`badge is-${moodOf(document)}`}>{text(isMine ? 'status_yourTurn' : labelOf(document))}</span>
  );
}

/** The sender has not withdrawn a document that a signee declined or whose time was over. */
function labelOf(document: Pick<ListedDocumentBody, 'status' | 'progress'>) {
  const { status, progress } = document;
  if (isSealing(document)) return 'status_sealing';
  if (status === 'revoked' && progress?.isDeclined === true) return 'status_declined';
  if (status === 'revoked' && progress?.isExpired === true) return 'status_expired';
  return LABELS[status];
}
