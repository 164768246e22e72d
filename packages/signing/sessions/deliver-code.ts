import { dialledNumber } from '@countersign/forms/attributes';
import type { DocumentState, Signee } from '../documents/document.ts';
import { SigningError } from '../errors.ts';
import { composeMessage } from '../notifications/compose-message.ts';
import { describeSender } from '../notifications/describe-sender.ts';
import type { SigningDeps } from '../signing.ts';
import { CODE_MINUTES } from './one-time-code.ts';
import type { LinkVerification } from './session.ts';

/** Sends a one-time code. Throws `code_not_sent`. The code is in no job and no table, so it is not sent by the queue. */
export async function deliverCode(
  { notifier, messages, ...deps }: SigningDeps,
  { document, signee }: { readonly document: DocumentState; readonly signee: Signee },
  { channel, contact }: LinkVerification,
  { code, messageId }: { readonly code: string; readonly messageId: string },
): Promise<void> {
  const sender = await describeSender(deps, document);
  const written = messages.message(document.language, 'code', {
    documentName: document.name,
    // A stranger gives any name and any address at a public link: no text of theirs is sent to others.
    recipientName: document.publicLink === undefined ? signee.fullName : '',
    ...sender,
    code,
    minutes: CODE_MINUTES,
  });
  const to = channel === 'email' ? contact : dialledNumber(contact);
  try {
    await notifier.send(composeMessage(written, { messageId, channel, to }));
  } catch (cause) {
    throw new SigningError('code_not_sent', {}, { cause });
  }
}
