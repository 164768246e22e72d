import { problem } from '@countersign/base';
import { dialledNumber, parseFieldName } from '@countersign/forms/attributes';
import { availableCapabilities, type Caller } from '@countersign/identity';
import { missingContact } from '../configuration/problems.ts';
import type { SigningDeps } from '../deps.ts';
import { listOf } from '../documents/field-entries.ts';
import { refuseProblems, SigningError } from '../errors.ts';
import type { MessageChannel } from '../notifications/channels.ts';
import { composeMessage, describeSender, findSender } from '../notifications/messages.ts';
import type { PublicLink } from '../saved/saved-records.ts';
import { appendLinkEntry, getPublicLink, requireActive } from './links.ts';

/** The prefilled values of these fields are contacts to share a link with [2.10-48] [2.10-49]. */
const SHARING_ATTRIBUTES = {
  emailAddress: 'svc-share-email-emailaddress',
  phoneNumber: 'svc-share-sms-phonenumber',
} as const;

export interface SharingContacts {
  readonly emailAddress?: string | undefined;
  readonly phoneNumber?: string | undefined;
}

export function suggestContacts({ fields }: Pick<PublicLink['configuration'], 'fields'>): SharingContacts {
  const find = (attribute: string) =>
    fields
      .filter(({ name }) => parseFieldName(name).attributes.some((one) => one.name === attribute))
      .flatMap(({ value }) => listOf(value))[0];
  return {
    emailAddress: find(SHARING_ATTRIBUTES.emailAddress),
    phoneNumber: find(SHARING_ATTRIBUTES.phoneNumber),
  };
}

export interface ShareTarget {
  readonly channel: MessageChannel;
  readonly to: string;
}

/**
 * Without contacts in the request to those of the form. Throws `message_not_sent` with those that got
 * none. The contacts are not stored.
 */
async function sharePublicLink(
  deps: SigningDeps,
  caller: Caller,
  linkId: string,
  given: SharingContacts,
): Promise<{ readonly sentTo: readonly ShareTarget[] }> {
  const { link, url } = await getPublicLink(deps, caller, linkId);
  requireActive(link);
  const isNamed = Boolean(given.emailAddress || given.phoneNumber);
  const { emailAddress = '', phoneNumber = '' } = isNamed ? given : suggestContacts(link.configuration);
  const { accounts } = deps.database.read;
  const account = await accounts.findAccount(link.accountId);
  const capabilities = account === null ? [] : availableCapabilities(account, deps.settings.providers);
  refuseProblems([
    ...(emailAddress === '' && phoneNumber === '' ? [missingContact(capabilities)] : []),
    ...(phoneNumber !== '' && !capabilities.includes('deliverySms')
      ? [problem('capability_missing', 'phoneNumber', { capability: 'deliverySms' })]
      : []),
  ]);
  const sender = describeSender(deps, await findSender(deps.database.read, caller));
  const { name, language } = link.configuration;
  const written = deps.messages.message(language, 'link_shared', {
    documentName: name,
    recipientName: '',
    ...sender,
    url,
  });
  const targets: readonly ShareTarget[] = [
    ...(emailAddress === '' ? [] : [{ channel: 'email' as const, to: emailAddress }]),
    ...(phoneNumber === '' ? [] : [{ channel: 'sms' as const, to: dialledNumber(phoneNumber) }]),
  ];
  const { sentTo, failure } = await sendToEach(deps, written, targets);
  const channels = sentTo.map(({ channel }) => channel);
  if (channels.length > 0) {
    await deps.database.transact((stores) =>
      appendLinkEntry(stores, link, { type: 'link.shared', details: { channels } }, caller, deps),
    );
  }
  if (failure) {
    const unsent = targets.filter((target) => !sentTo.includes(target)).map(({ to }) => to);
    throw new SigningError('message_not_sent', { to: unsent.join(', ') }, { cause: failure.reason });
  }
  return { sentTo };
}

/** `failure` of the first that was not sent. */
async function sendToEach(
  { ids, notifier }: SigningDeps,
  written: Parameters<typeof composeMessage>[0],
  targets: readonly ShareTarget[],
) {
  const shareId = ids.uuid();
  const send = async (target: ShareTarget) => {
    const messageId = `share:${shareId}:${target.channel}`;
    await notifier.send(composeMessage(written, { messageId, ...target }));
  };
  const results = await Promise.allSettled(targets.map(send));
  const sentTo = targets.filter((_, index) => results[index]?.status === 'fulfilled');
  return { sentTo, failure: results.find((result) => result.status === 'rejected') };
}

export const sharingOperations = { share: sharePublicLink };
