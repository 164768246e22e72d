import { notifierContract } from '@countersign/signing/testing';
import { expect, it } from 'vitest';
import { createOutbox, routeByChannel } from './email.ts';
import { useEmbeddedDatabase } from './testing/use-embedded-database.ts';

const database = useEmbeddedDatabase();

notifierContract(async () => {
  const outbox = createOutbox(database());
  return {
    notifier: outbox,
    received: async (to) => [...(await outbox.list(to))].reverse(),
    dropsRepeats: true,
    channels: ['email', 'sms', 'whatsapp'],
    close: () => Promise.resolve(),
  };
});

it('lists newest first, for one recipient in any case, as data that JSON keeps', async () => {
  const outbox = createOutbox(database(), () => new Date('2026-01-02T03:04:05.678Z'));
  const message = {
    channel: 'email' as const,
    to: 'A_b@example.com',
    senderName: 'Greta at Nordhavn AB',
    replyTo: 'greta@example.com',
    ...{ subject: 's', text: 't', html: 'h' },
  };
  await outbox.send({ ...message, messageId: 'one' });
  await outbox.send({ ...message, messageId: 'two' });
  await outbox.send({ ...message, messageId: 'three', to: 'Axb@example.com' });
  const listed = await outbox.list('a_B@EXAMPLE.com');
  expect(listed.map(({ id }) => id)).toEqual(['two', 'one']);
  expect(listed[0]).toEqual({
    ...message,
    id: 'two',
    attachment: null,
    createdAt: '2026-01-02T03:04:05.678Z',
  });
  expect((await outbox.list())[0]?.id).toBe('three');
});

it('keeps signing links in messages unreadable at rest', async () => {
  const link = 'https://sign.example.com/sign/very-secret-token';
  await createOutbox(database()).send({
    messageId: 'secret',
    channel: 'sms',
    to: '+4670',
    subject: '',
    text: link,
    html: '',
  });
  const { rows } = await database().engine.execute('SELECT content FROM messages');
  expect(JSON.stringify(rows)).not.toContain('very-secret-token');
});

it('sends each channel its own way', async () => {
  const sent: string[] = [];
  const notifier = routeByChannel({
    email: { send: async () => void sent.push('email') },
    sms: { send: async () => void sent.push('sms') },
    whatsapp: { send: async () => void sent.push('whatsapp') },
  });
  const message = { messageId: 'm', to: 't', subject: '', text: '', html: '' };
  await notifier.send({ ...message, channel: 'sms' });
  await notifier.send({ ...message, channel: 'email' });
  await notifier.send({ ...message, channel: 'whatsapp' });
  expect(sent).toEqual(['sms', 'email', 'whatsapp']);
});
