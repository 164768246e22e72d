import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAuditTrail } from '../audit/audit-trail.ts';
import { changeDocument } from '../documents/decision.ts';
import { maskInDocument } from '../people/mask-person.ts';
import { MessageRejected } from '../ports/messages.ts';
import { fakePdf, textField } from '../testing/fake-toolkit.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';

const recipientField = (name: string) =>
  textField(name, {
    attributes: [{ name: 'svc-email-recipient', kind: 'other', index: 0 }],
  });

describe('an address in a field with svc-email-recipient', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller({}, { emailAddress: 'owner@example.com' });
  });
  afterEach(() => bench.blobs.close());

  /** Sends a document with these fields, signs it with these values and completes it. */
  async function complete(values: Readonly<Record<string, string>>) {
    const fields = Object.keys(values).map(recipientField);
    const fileId = await bench.upload(caller, fakePdf({ fields: [...fields, textField('other')] }));
    const { documentId, signees } = await bench.send(caller, [signeeInput()], { fileId });
    const entered = Object.entries(values).map(([name, value]) => ({ name, value }));
    await bench.sign(signees[0], { values: [...entered, { name: 'other', value: 'no@example.com' }] });
    bench.messages.splice(0);
    await bench.runJobs();
    return { documentId, token: signees[0]?.token ?? '' };
  }

  // One request with 3000 such fields sent 3000 mails with the file.
  it('[2.10-21] is one of at most fifty that do', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `f${index}`);
    await complete(Object.fromEntries(names.map((name) => [name, `${name}@example.com`])));
    const copies = bench.messages.filter(({ to }) => /^f\d+@/.test(to));
    expect(copies.map(({ to }) => to)).toEqual(names.slice(0, 50).map((name) => `${name}@example.com`));
  });

  it('[2.10-21] receives the completed document by email, without anybody else’s link', async () => {
    const { documentId, token } = await complete({ a: 'copy@example.com' });
    const [copy, ...others] = bench.messages.filter(({ to }) => to === 'copy@example.com');
    expect(others).toEqual([]);
    expect(copy).toMatchObject({
      channel: 'email',
      subject: 'copy en',
      attachment: { blobId: `sealed-${documentId}`, fileName: 'Contract.pdf' },
    });
    expect(JSON.stringify(copy)).not.toContain(token);
  });

  it('gets one message, however many fields have it and however often the job runs', async () => {
    const { documentId } = await complete({ a: 'copy@example.com', b: 'Copy@Example.com', c: '' });
    await bench.signing.jobs.run({ name: 'send-copy', documentId, field: 'a' });
    const copies = bench.messages.filter(({ subject }) => subject === 'copy en');
    expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1);
    expect(bench.messages.map(({ to }) => to)).not.toContain('no@example.com');
  });

  it('of a signee gets no second message', async () => {
    await complete({ a: 'lukasz@example.com' });
    expect(bench.messages.map(({ to }) => to)).toEqual(['lukasz@example.com', 'owner@example.com']);
  });

  it('that refuses the message is noted in the trail, without the address', async () => {
    const { send } = bench.deps.notifier;
    bench.deps.notifier.send = async (message) => {
      if (message.subject === 'copy en') throw new MessageRejected('recipient_invalid');
      return send(message);
    };
    const { documentId } = await complete({ a: 'copy@example.com' });
    const { entries } = await readAuditTrail(bench.database.read, { kind: 'document', id: documentId });
    const failed = entries.find(({ type }) => type === 'document.message_failed');
    expect(failed?.details).toEqual({ field: 'a', channel: 'email', failure: 'recipient_invalid' });
  });
});

// The jobs of those after an erased one found the next entry: the last copy was never sent, and another one twice.
it('a copy goes to the one it was for, also after another one was erased', async () => {
  const bench = new Workbench();
  const caller = await bench.addCaller({}, { emailAddress: 'owner@example.com' });
  const copies = ['one', 'two', 'three'].map((name) => ({ emailAddress: `${name}@example.com` }));
  const { documentId, signees } = await bench.send(caller, [signeeInput()], { copies });
  const erase = (emailAddress: string) =>
    changeDocument(bench.deps, documentId, (document) =>
      maskInDocument(bench.deps, document, [], (contact) => contact.emailAddress === emailAddress, {
        userId: null,
        details: {},
      }),
    );
  await erase('one@example.com');
  await bench.sign(signees[0]);
  bench.messages.splice(0);
  await bench.runJobs();
  const sent = () => bench.messages.filter(({ subject }) => subject === 'copy en').map(({ to }) => to);
  expect(sent()).toEqual(['two@example.com', 'three@example.com']);
  await erase('two@example.com');
  bench.messages.splice(0);
  for (const copy of [0, 1, 2]) await bench.signing.jobs.run({ name: 'send-copy', documentId, copy });
  expect(sent()).toEqual(['three@example.com']);
  await bench.blobs.close();
});
