import { messageWriter } from '@countersign/i18n';
import type { UserMail, UserMailer } from '@countersign/identity';
import { composeMessage, MessageRejected, type Notifier } from '@countersign/signing';
import type { Logger } from 'pino';

/** Mail to users through the notifier of documents. What can never be delivered is logged. */
export function createUserMailer(notifier: Notifier, baseUrl: string, logger: Logger): UserMailer {
  return {
    async send(mail) {
      const { messageId, to } = mail;
      try {
        await notifier.send(composeMessage(write(mail, baseUrl), { messageId, channel: 'email', to }));
      } catch (error) {
        if (!(error instanceof MessageRejected)) throw error;
        logger.warn({ messageId, reason: error.reason }, 'mail to a user cannot be delivered');
      }
    },
  };
}

function write(mail: UserMail, baseUrl: string) {
  const { language, recipientName, senderName, accountName } = mail;
  const facts = { recipientName, senderName, accountName };
  if (mail.kind === 'email_address_in_use') return messageWriter.message(language, mail.kind, facts);
  const url = `${baseUrl}/invitations/${mail.token}`;
  return messageWriter.message(language, mail.kind, { ...facts, url, days: mail.days });
}
