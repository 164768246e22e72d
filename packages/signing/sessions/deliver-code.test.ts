import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DocumentState } from '../documents/document.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';
import { deliverCode } from './deliver-code.ts';

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
});
