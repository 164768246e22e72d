import { channelsOf, requestJobs } from '../notifications/document-message.ts';
import type { Decision, EntryDraft } from './decision.ts';
import type { DocumentState, Signee } from './document.ts';

type Reminded = Signee & Required<Pick<Signee, 'reminders'>>;

/** Over every contact method [4.4-56]. `cause` is added to every audit entry. */
export function recordReminders(
  document: DocumentState,
  reminded: readonly Reminded[],
  cause: Pick<EntryDraft, 'userId' | 'details'>,
): Decision {
  const byId = new Map(reminded.map((signee) => [signee.signeeId, signee]));
  const entries = reminded.map((signee): EntryDraft => {
    const details = { ...cause.details, signeeId: signee.signeeId, channels: channelsOf(signee) };
    return { ...cause, type: 'document.reminded', details };
  });
  return {
    document: { ...document, signees: document.signees.map((one) => byId.get(one.signeeId) ?? one) },
    entries,
    jobs: reminded.flatMap((one) => requestJobs(document, one, 'reminder', one.reminders.count)),
  };
}
