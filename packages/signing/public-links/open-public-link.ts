import { availableCapabilities, type Language } from '@countersign/identity';
import { SigningError } from '../errors.ts';
import { describeSender } from '../notifications/describe-sender.ts';
import type { MessageChannel } from '../ports/notifier.ts';
import type { Visitor } from '../sessions/find-session.ts';
import type { SigningDeps } from '../signing.ts';
import { findLinkByToken } from './begin-visit.ts';
import { countVisit } from './count-visit.ts';
import { findFileOfLink, requireActive } from './save-public-link.ts';

/** As visitors see it. */
export interface VisitorView {
  readonly documentName: string;
  readonly language: Language;
  readonly senderName: string;
  readonly senderLogoUrl?: string;
  readonly reason: 'details_required' | 'disabled';
  readonly channels: readonly MessageChannel[];
  readonly disablePrinting: boolean;
  /** `document.pdf` below the link is the file. */
  readonly isFileShown: boolean;
}

/** The first one of a browser is counted. */
export async function openPublicLink(
  deps: SigningDeps,
  token: string,
  visitor: Visitor,
): Promise<VisitorView> {
  const { database, ids, settings } = deps;
  const link = await findLinkByToken(database.read, token);
  const { configuration, accountId, userId, disabledAt, isFileShown } = link;
  const isActive = disabledAt === null;
  if (isActive && visitor.sessionId === null) {
    await database.transact((stores) => countVisit(stores, link.id, 'opened'));
    visitor.onSession(ids.secret());
  }
  const { senderName, logoUrl } = await describeSender(deps, { userId, accountId });
  const account = await database.read.accounts.findAccount(accountId);
  const capabilities = account === null ? [] : availableCapabilities(account, settings.providers);
  return {
    documentName: configuration.name,
    language: configuration.language,
    senderName,
    ...(logoUrl && { senderLogoUrl: logoUrl }),
    reason: isActive ? 'details_required' : 'disabled',
    channels: capabilities.includes('deliverySms') ? ['email', 'sms'] : ['email'],
    disablePrinting: configuration.disablePrinting,
    isFileShown: isActive && isFileShown,
  };
}

/** With `svc-access-document` in its form. Throws `verification_required` for other links. */
export async function readFileOfPublicLink(
  deps: Pick<SigningDeps, 'database'>,
  token: string,
): Promise<{ readonly blobId: string }> {
  const link = await findLinkByToken(deps.database.read, token);
  requireActive(link);
  if (!link.isFileShown) throw new SigningError('verification_required');
  return findFileOfLink(deps, link.configuration.fileId);
}
