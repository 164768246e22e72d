import { hashSecret } from '@countersign/base';
import { DAY_MS, HOUR_MS } from '@countersign/base/time';
import { dialledNumber } from '@countersign/forms/attributes';
import { type CountedLimit, countAll, uncount } from '../counted-limits.ts';
import type { SigningDeps } from '../deps.ts';
import type { DocumentState, Signee } from '../documents/document.ts';
import { SigningError } from '../errors.ts';
import { composeMessage, describeSender, findSender, replyToOf } from '../notifications/messages.ts';
import {
  CODE_MINUTES,
  type LinkVerification,
  MAX_CODES_OF_LINK_TO_CONTACT,
  MAX_CODES_PER_DAY,
  MAX_SHARE_OF_NETWORK,
} from './session.ts';

interface CodeRecipient {
  readonly document: DocumentState;
  readonly signee: Signee;
  /** That asks for the code. */
  readonly network?: string | undefined;
}

/**
 * Sends the code without the queue, so that it is in no job and no table. Throws `code_cooldown` and
 * `code_not_sent`.
 */
export async function deliverCode(
  { notifier, messages, ...deps }: SigningDeps,
  recipient: CodeRecipient,
  { channel, contact }: LinkVerification,
  { code, messageId }: { readonly code: string; readonly messageId: string },
): Promise<void> {
  const { document, signee } = recipient;
  const limits = listLimits(deps, recipient, contact);
  const sender = await findSender(deps.database.read, document);
  const written = messages.message(document.language, 'code', {
    documentName: document.name,
    // No text of a stranger is sent to others.
    recipientName: document.publicLink === undefined ? signee.fullName : '',
    ...describeSender(deps, sender),
    code,
    minutes: CODE_MINUTES,
  });
  const to = channel === 'email' ? contact : dialledNumber(contact);
  const replyTo = replyToOf(document, sender);
  await countCode(deps, limits);
  try {
    await notifier.send({ ...composeMessage(written, { messageId, channel, to }), replyTo });
  } catch (cause) {
    await uncount(deps, limits);
    throw new SigningError('code_not_sent', {}, { cause });
  }
}

function listLimits(
  { settings }: Pick<SigningDeps, 'settings'>,
  recipient: CodeRecipient,
  contact: string,
): readonly CountedLimit[] {
  if (isNamedBySender(recipient, contact)) return [];
  return [...limitsOf(recipient, contact), ...visitLimits(recipient.document, settings)];
}

/** Visitors of a public link give any contact, and signees without one any for a form field. */
function isNamedBySender({ document, signee }: CodeRecipient, contact: string): boolean {
  const { publicLink } = document;
  return publicLink === undefined && [signee.emailAddress, signee.phoneNumber].includes(contact);
}

/** It may be the contact of a stranger. One network gets a part, so that it cannot keep the others out. */
function limitsOf(
  { document: { accountId, documentId, publicLink }, network }: CodeRecipient,
  contact: string,
): readonly CountedLimit[] {
  const hash = hashSecret(spellContact(contact));
  const link = publicLink?.linkId ?? documentId;
  const limits = [
    { key: `code/${accountId}/${link}/${hash}`, max: MAX_CODES_OF_LINK_TO_CONTACT, windowMs: DAY_MS },
    { key: `code/${accountId}/${hash}`, max: MAX_CODES_PER_DAY, windowMs: DAY_MS },
  ];
  if (network === undefined) return limits;
  return [
    ...limits.map(({ key, max, windowMs }) => ({
      key: `${key}/${network}`,
      max: max * MAX_SHARE_OF_NETWORK,
      windowMs,
    })),
    ...limits,
  ];
}

/** Bots have codes sent to numbers whose operators pay them. */
function visitLimits(
  { accountId, publicLink }: DocumentState,
  { maxVisitorCodesOfLink, maxVisitorCodesOfAccount }: SigningDeps['settings'],
): readonly CountedLimit[] {
  if (publicLink === undefined) return [];
  return [
    { key: `code/link/${publicLink.linkId}`, max: maxVisitorCodesOfLink, windowMs: HOUR_MS },
    { key: `code/visits/${accountId}`, max: maxVisitorCodesOfAccount, windowMs: HOUR_MS },
  ];
}

/** An entered code leaves room for others of the link. */
export function uncountVisitCode(deps: SigningDeps, document: DocumentState): Promise<void> {
  return uncount(deps, visitLimits(document, deps.settings));
}

/** An entered code was wanted: people who enter all of theirs may have any number. */
export function uncountCode(deps: SigningDeps, recipient: CodeRecipient, contact: string): Promise<void> {
  return uncount(deps, listLimits(deps, recipient, contact));
}

/** Throws `code_cooldown`. */
async function countCode(
  deps: Pick<SigningDeps, 'rateCounts'>,
  limits: readonly CountedLimit[],
): Promise<void> {
  const seconds = await countAll(deps, limits);
  if (seconds !== null) throw new SigningError('code_cooldown', { seconds });
}

/** A mailbox, with any tag after a plus, or telephone is the same. */
export function spellContact(contact: string): string {
  if (!contact.includes('@')) return dialledNumber(contact);
  return contact.toLowerCase().replace(/(?<=[^+])\+[^@]*(?=@)/, '');
}
