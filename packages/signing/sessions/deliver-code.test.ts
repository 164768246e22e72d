import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DocumentState } from '../documents/document.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';
import { deliverCode, uncountCode, uncountVisitCode } from './deliver-code.ts';
import { type LinkVerification, MAX_CODES_OF_LINK_TO_CONTACT, MAX_CODES_PER_DAY } from './session.ts';

describe('the message with a code', () => {
  let bench: Workbench;
  beforeEach(() => {
    bench = new Workbench();
  });
  afterEach(() => bench.blobs.close());

  const nameIn = async (publicLink: object | undefined) => {
    const caller = await bench.addCaller();
    const { documentId } = await bench.send(caller, [signeeInput({ fullName: 'Visit evil.example' })]);
    const document = { ...(await bench.find(documentId)), ...(publicLink && { publicLink }) };
    const [signee] = document.signees;
    if (signee === undefined) throw new TypeError('no signee');
    const write = vi.spyOn(bench.deps.messages, 'message');
    const contact = { channel: 'email', contact: 'victim@example.com' } as const;
    await deliverCode(bench.deps, { document: document as DocumentState, signee }, contact, {
      ...{ code: '123456', messageId: 'code:1' },
    });
    return write.mock.lastCall?.[2].recipientName;
  };

  it('greets the person whom the sender named', async () => {
    expect(await nameIn(undefined)).toBe('Visit evil.example');
  });

  it('[D6-29] has no text of the visitor of a public link, who may name anybody’s address', async () => {
    expect(await nameIn({ linkId: 'link', isStarted: false })).toBe('');
  });

  /** Each visit of a public link may ask for many codes, and so may each document: a stranger's telephone got them all. */
  it('is sent twenty times a day to a contact that the sender did not name, by all links of the account', async () => {
    const [caller, other] = [await bench.addCaller(), await bench.addCaller()];
    const publicLink = { linkId: 'link', disablePrinting: false, labels: [], isStarted: false, contacts: [] };
    const send = async (by: Caller, to: LinkVerification, isVisit = false) => {
      const document = await bench.send(by, [signeeInput({})]);
      const [signee] = document.signees;
      if (signee === undefined) throw new TypeError('no signee');
      const sent = isVisit ? { ...document, publicLink } : document;
      const code = { code: '123456', messageId: `code:${bench.messages.length}` };
      await deliverCode(bench.deps, { document: sent, signee }, to, code);
    };
    const typed = (contact: string) => ({ channel: 'sms', contact }) as const;
    const named = { channel: 'email', contact: 'lukasz@example.com' } as const;
    const spellings = ['+46 70 123 45 67', '+46701234567'];
    const mailed = (contact: string) => ({ channel: 'email', contact }) as const;
    for (let count = 0; count < MAX_CODES_PER_DAY; count += 1)
      await send(caller, mailed(`Victim+${count}@example.com`));
    await expect(send(caller, mailed('victim@example.com'))).rejects.toMatchObject({ code: 'code_cooldown' });
    for (let count = 0; count < MAX_CODES_PER_DAY; count += 1) {
      await send(caller, typed(spellings[count % 2] ?? ''), count > 9);
      await send(caller, named);
    }
    const refusal = { code: 'code_cooldown', params: { seconds: 86_400 } };
    for (const isVisit of [true, false])
      await expect(send(caller, typed(spellings[0] ?? ''), isVisit)).rejects.toMatchObject(refusal);
    await send(caller, named);
    await send(caller, typed('+46 70 765 43 21'));
    await send(other, typed(spellings[0] ?? ''));
  });

  // Bots had codes sent to any number of numbers by one link.
  it('is sent to so many visitors of a link, and of an account, who do not enter it', async () => {
    const caller = await bench.addCaller();
    const document = await bench.send(caller, [signeeInput({})]);
    const visit = { disablePrinting: false, labels: [], isStarted: false, contacts: [] };
    const [signee] = document.signees;
    if (signee === undefined) throw new TypeError('no signee');
    const { maxVisitorCodesOfLink: ofLink, maxVisitorCodesOfAccount: ofAccount } = bench.deps.settings;
    const visitAt = (linkId: string) => ({ ...document, publicLink: { ...visit, linkId } });
    const send = (linkId: string, sent: number) => {
      const to = { channel: 'sms', contact: `+4670${1_000_000 + sent}` } as const;
      const code = { code: '123456', messageId: `code:${sent}` };
      return deliverCode(bench.deps, { document: visitAt(linkId), signee }, to, code);
    };
    const refusal = { code: 'code_cooldown', params: { seconds: 3600 } };
    let sent = 0;
    for (; sent < ofLink; sent += 1) await send('link', sent);
    await expect(send('link', sent)).rejects.toMatchObject(refusal);
    await uncountVisitCode(bench.deps, visitAt('link'));
    await send('link', sent);
    for (; sent < ofAccount; sent += 1) await send(`other ${sent}`, sent);
    await expect(send('last', sent)).rejects.toMatchObject(refusal);
  });

  // A provider that was down, or a stranger at one link, used up all codes of a contact.
  it('counts what was sent, and leaves others some of what one link may send', async () => {
    const caller = await bench.addCaller();
    const document = await bench.send(caller, [signeeInput({})]);
    const elsewhere = await bench.send(caller, [signeeInput({})]);
    const to = { channel: 'email', contact: 'typed@example.com' } as const;
    const send = async (at = document) => {
      const [signee] = at.signees;
      if (signee === undefined) throw new TypeError('no signee');
      await deliverCode(bench.deps, { document: at, signee }, to, { code: '123456', messageId: 'code:1' });
    };
    const { notifier } = bench.deps;
    Object.assign(bench.deps, { notifier: { send: () => Promise.reject(new Error('down')) } });
    for (let count = 0; count < MAX_CODES_PER_DAY; count += 1)
      await expect(send()).rejects.toMatchObject({ code: 'code_not_sent' });
    Object.assign(bench.deps, { notifier });
    for (let count = 0; count < MAX_CODES_OF_LINK_TO_CONTACT; count += 1) await send();
    for (let count = 0; count < MAX_CODES_PER_DAY; count += 1)
      await expect(send()).rejects.toMatchObject({ code: 'code_cooldown' });
    await send(elsewhere);
  });

  // A stranger who knew an address used up its codes of the day: its owner could not sign.
  it('sends one network half of the codes of a contact, so that its owner gets the others', async () => {
    const caller = await bench.addCaller();
    const documents = await Promise.all(
      Array.from({ length: 4 }, () => bench.send(caller, [signeeInput({})])),
    );
    const to = { channel: 'email', contact: 'typed@example.com' } as const;
    const recipientAt = (index: number, network: string) => {
      const document = documents[index];
      const signee = document?.signees[0];
      if (document === undefined || signee === undefined) throw new TypeError('no signee');
      return { document, signee, network };
    };
    const send = (index: number, network: string) =>
      deliverCode(bench.deps, recipientAt(index, network), to, { code: '123456', messageId: 'code:1' });
    const refusal = { code: 'code_cooldown', params: { seconds: 86_400 } };
    for (const index of [0, 1]) {
      for (let count = 0; count < MAX_CODES_OF_LINK_TO_CONTACT / 2; count += 1)
        await send(index, '192.0.2.1');
      await expect(send(index, '192.0.2.1')).rejects.toMatchObject(refusal);
    }
    await expect(send(2, '192.0.2.1')).rejects.toMatchObject(refusal);
    for (const index of [0, 1])
      for (let count = 0; count < MAX_CODES_OF_LINK_TO_CONTACT / 2; count += 1)
        await send(index, '192.0.2.2');
    // The contact is not flooded from many networks.
    await expect(send(3, '192.0.2.3')).rejects.toMatchObject(refusal);
    // Its owner entered one.
    await uncountCode(bench.deps, recipientAt(0, '192.0.2.2'), to.contact);
    await send(0, '192.0.2.2');
  });
});
