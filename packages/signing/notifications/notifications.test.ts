import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AttachmentTooLarge } from '../ports/messages.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';

describe('invitations', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller();
  });
  afterEach(() => bench.blobs.close());

  const sent = () => bench.messages.map(({ channel, to }) => [channel, to]);

  it('[1-02] [2.4-03] [2.4-04] [2.4-06] go over every contact method, to the number without its grouping', async () => {
    const document = await bench.send(caller, [
      signeeInput({ phoneNumber: '+46 70-123 45 67' }),
      signeeInput({ emailAddress: undefined, phoneNumber: '+34612345678' }),
    ]);
    expect(sent()).toEqual([
      ['email', 'lukasz@example.com'],
      ['sms', '+46701234567'],
      ['sms', '+34612345678'],
    ]);
    expect(bench.messages[0]?.text).toBe(`https://sign.test/${document.signees[0]?.token}`);
    expect(document.signees.map((signee) => signee.invitedAt)).toEqual([bench.now, bench.now]);
  });

  it('[2.4-28] [2.4-29] are not sent where disabled, and the link works', async () => {
    const { signees } = await bench.send(caller, [signeeInput({ disableInvitationMessage: true })]);
    expect(sent()).toEqual([]);
    expect(await bench.signing.signingPages.open(signees[0]?.token ?? '')).toMatchObject({ canSign: true });
  });

  it('are not repeated by a repeated job, and keep their id when one fails', async () => {
    const { documentId, signees } = await bench.send(caller, [signeeInput()]);
    const signeeId = signees[0]?.signeeId ?? '';
    const job = { documentId, to: signeeId, message: 'invitation', channel: 'email' } as const;
    await bench.signing.jobs.run({ name: 'prepare-document', documentId });
    await bench.signing.jobs.run({ name: 'send-message', ...job });
    expect(new Set(bench.messages.map((message) => message.messageId))).toEqual(
      new Set([`invitation:${signeeId}:email`]),
    );
  });

  it('speak the language of the document', async () => {
    await bench.send(caller, [signeeInput()], { language: 'sv' });
    expect(bench.messages[0]?.subject).toBe('invitation sv');
  });
});

describe('the signing page', () => {
  it('[D12-06] knows the last moment to sign, and promises only messages that are sent', async () => {
    const bench = new Workbench();
    const caller = await bench.addCaller();
    const expiryDate = new Date(bench.now.getTime() + 86_400_000).toISOString();
    const signees = [
      signeeInput({ signingOrder: 1 }),
      signeeInput({ emailAddress: 'called@example.com', signingOrder: 2 }),
      signeeInput({
        emailAddress: 'silent@example.com',
        disableInvitationMessage: true,
        signingOrder: 2,
      }),
    ];
    const document = await bench.send(caller, signees, { expiryDate, enableSigningOrder: true });
    const views = await Promise.all(
      document.signees.map(({ token }) => bench.signing.signingPages.open(token)),
    );
    expect(views.map(({ signingDeadline }) => signingDeadline)).toEqual(views.map(() => expiryDate));
    expect(views.map(({ messagesToCome }) => messagesToCome)).toEqual([
      ['completed'],
      ['your_turn', 'completed'],
      ['completed'],
    ]);
    expect(bench.messages[0]?.html).toContain(`"at":"${expiryDate}"`);
    await bench.blobs.close();
  });
});

it('tells a signee where the sealed copy goes and whom to ask, and of an ended document since when and how long it is kept', async () => {
  const bench = new Workbench();
  const caller = await bench.addCaller({}, { emailAddress: 'owner@example.com' });
  const { signees } = await bench.send(caller, [signeeInput({ emailAddress: 'ada@example.com' })]);
  const token = signees[0]?.token ?? '';
  const open = () => bench.signing.signingPages.open(token);
  expect(await open()).toMatchObject({ copyTo: 'a***@example.com', replyTo: 'owner@example.com' });
  expect(await open()).not.toHaveProperty('ending.endedAt');
  const endedAt = bench.now.toISOString();
  await bench.signing.signingPages.decline(token, 'No');
  const { ending, copyTo } = await open();
  expect(copyTo).toBeUndefined();
  expect(ending?.endedAt).toBe(endedAt);
  expect(Date.parse(ending?.deletedAt ?? '')).toBeGreaterThan(bench.now.getTime());
  await bench.blobs.close();
});

describe('completed messages', () => {
  it('[4.4-74] reach a person without address by SMS, and despite a disabled invitation', async () => {
    const bench = new Workbench();
    const caller = await bench.addCaller({}, { emailAddress: 'owner@example.com' });
    const signee = { emailAddress: undefined, phoneNumber: '+46701234567', disableInvitationMessage: true };
    const { signees } = await bench.send(caller, [signeeInput(signee)]);
    await bench.sign(signees[0]);
    await bench.runJobs();
    expect(bench.messages.map(({ channel, to }) => [channel, to])).toEqual([
      ['sms', '+46701234567'],
      ['email', 'owner@example.com'],
    ]);
    await bench.blobs.close();
  });
});

describe('a mail server that takes no attachment of that size', () => {
  it('gets the message without it, with a link', async () => {
    const bench = new Workbench();
    const caller = await bench.addCaller({}, { emailAddress: 'owner@example.com' });
    bench.refuseMessage = ({ attachment }) => {
      if (attachment !== undefined) throw new AttachmentTooLarge();
    };
    const { signees } = await bench.send(caller, [signeeInput()]);
    await bench.sign(signees[0]);
    await bench.runJobs();
    const completed = bench.messages.filter(({ subject }) => subject.startsWith('completed'));
    expect(completed).toHaveLength(2);
    for (const { attachment, html } of completed) {
      expect(attachment).toBeUndefined();
      expect(html).toContain('"isAttached":false');
    }
    await bench.blobs.close();
  });
});

describe('messages to the owner', () => {
  const owner = { emailAddress: 'owner@example.com', language: 'sv' as const };
  const run = async (notifyOwner: boolean) => {
    const bench = new Workbench();
    const caller = await bench.addCaller({}, owner);
    const { signees } = await bench.send(caller, [signeeInput()], { notifyOwner });
    await bench.signing.signingPages.open(signees[0]?.token ?? '');
    await bench.sign(signees[0]);
    await bench.runJobs();
    await bench.blobs.close();
    return bench.messages;
  };

  it('tell of opening and signing only if the document asks, in the language of the owner', async () => {
    const subjectsOf = async (notifyOwner: boolean) =>
      (await run(notifyOwner)).filter(({ to }) => to === owner.emailAddress).map(({ subject }) => subject);
    expect((await subjectsOf(true)).toSorted()).toEqual([
      'completed sv',
      'owner_opened sv',
      'owner_signed sv',
    ]);
    expect(await subjectsOf(false)).toEqual(['completed sv']);
  });

  it('and to signees have the sealed file attached by email, and are written in the language of the document', async () => {
    const completed = (await run(false)).filter(({ subject }) => subject.startsWith('completed'));
    expect(completed.map(({ subject, attachment }) => [subject, attachment?.fileName])).toEqual([
      ['completed en', 'Contract.pdf'],
      ['completed sv', 'Contract.pdf'],
    ]);
  });
});
