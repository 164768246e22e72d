import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { waitFor } from './journey-steps.ts';

export interface MailServer {
  readonly url: string;
  /** Waits for a mail to that address whose subject has the text. */
  find(to: string, subject?: string): Promise<Email>;
  /** Lists what arrived so far. */
  list(to: string): readonly Email[];
  close(): Promise<void>;
}

/** Starts a mail server that refuses recipients at `nobody.example` for good. */
export async function startMailServer(): Promise<MailServer> {
  const mails: { readonly to: string; readonly mail: Email }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (!address.endsWith('@nobody.example')) return done();
      done(Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 }));
    },
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then((mail) => mails.push(...recipients.map((to) => ({ to, mail }))))
        .then(() => done(), done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const list = (to: string) => mails.filter((one) => one.to === to).map(({ mail }) => mail);
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    list,
    find: (to, subject = '') =>
      waitFor(
        `a mail to ${to}`,
        async () => list(to).find((mail) => mail.subject?.includes(subject)) ?? null,
      ),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
