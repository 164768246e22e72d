import type { Caller } from '@countersign/identity';
import type { AuditEntry, LinkEntryType } from '../audit/audit-entry.ts';
import type { Stores } from '../ports/database.ts';
import type { SigningDeps } from '../signing.ts';
import type { PublicLink } from './public-link.ts';

/** The trail outlives the link. */
export function appendLinkEntry(
  { audit }: Stores,
  { id, accountId, configuration }: PublicLink,
  { type, details = {} }: { readonly type: LinkEntryType; readonly details?: AuditEntry['details'] },
  { userId }: Caller,
  { ids, clock }: Pick<SigningDeps, 'ids' | 'clock'>,
): Promise<void> {
  return audit.append({
    entryId: ids.uuid(),
    subject: { kind: 'link', id },
    type,
    accountId,
    userId,
    date: clock.now(),
    fileIds: [configuration.fileId],
    details,
  });
}
