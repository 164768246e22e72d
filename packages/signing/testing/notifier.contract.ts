import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Notifier, OutgoingMessage } from '../ports/messages.ts';

export interface NotifierHarness {
  readonly notifier: Notifier;
  /** Oldest first. */
  received(
    to: string,
  ): Promise<readonly Pick<OutgoingMessage, 'channel' | 'to' | 'subject' | 'text' | 'html'>[]>;
  /** It is false without memory of what was sent (SMTP). */
  readonly dropsRepeats: boolean;
  readonly channels: readonly OutgoingMessage['channel'][];
  close(): Promise<void>;
}

export function notifierContract(open: () => Promise<NotifierHarness>): void {
  describe('Notifier contract', () => {
    let harness: NotifierHarness;
    beforeAll(async () => {
      harness = await open();
    });
    afterAll(() => harness.close());

    it('delivers a message as it was written, unicode included, on each of its channels', async () => {
      for (const channel of harness.channels) {
        const message = buildMessage(channel);
        await harness.notifier.send(message);
        const [arrived, ...more] = await harness.received(message.to);
        expect(more).toEqual([]);
        expect(arrived).toMatchObject({ channel, to: message.to });
        expect(arrived?.text.trim()).toBe(message.text);
        if (channel === 'email') expect(arrived).toMatchObject({ subject: message.subject });
      }
    });

    it('drops a repeat of the same message where it can know', async (context) => {
      if (!harness.dropsRepeats) context.skip('this adapter keeps no record of what it sent');
      const message = buildMessage(harness.channels[0] ?? 'email');
      await harness.notifier.send(message);
      await harness.notifier.send(message);
      expect(await harness.received(message.to)).toHaveLength(1);
    });
  });
}

function buildMessage(channel: OutgoingMessage['channel']): OutgoingMessage {
  const id = randomUUID();
  const phoneNumber = `+4670${String(Number.parseInt(id.slice(0, 6), 16)).padStart(8, '0')}`;
  return {
    messageId: `contract:${id}`,
    channel,
    to: channel === 'email' ? `${id}@example.com` : phoneNumber,
    subject: 'Å: Łukasz vill att du signerar 契約',
    text: 'Hej Żółć!\n\nÖppna https://sign.example.com/sign/abc?x=1&y=2 🖋️',
    html: '<p>Hej Żółć! 🖋️</p>',
  };
}
