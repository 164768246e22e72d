import { messageWriter } from '@countersign/i18n';
import type { UserMail, UserMailer } from '@countersign/identity';
import { composeMessage, MessageRejected, type Notifier } from '@countersign/signing';
import type { Logger } from 'pino';

/** What can never be delivered is logged. */
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
  const { language, recipientName } = mail;
  switch (mail.kind) {
    case 'user_invitation': {
      const { senderName, accountName, days, token } = mail;
      const facts = { recipientName, senderName, accountName, days };
      return messageWriter.message(language, mail.kind, { ...facts, url: `${baseUrl}/invitations/${token}` });
    }
    case 'password_reset': {
      const url = `${baseUrl}/reset/${mail.token}`;
      return messageWriter.message(language, mail.kind, { recipientName, url, minutes: mail.minutes });
    }
    case 'security_notice': {
      const url = `${baseUrl}/settings/profile`;
      return messageWriter.message(language, mail.kind, { recipientName, url, notice: mail.notice });
    }
  }
}
