import { parseFieldName } from '@countersign/forms/attributes';
import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutgoingMessage } from '../ports/messages.ts';
import { fakePdf, textField } from '../testing/fake-toolkit.ts';
import { Workbench } from '../testing/workbench.ts';
import { suggestContacts } from './share-public-link.ts';

const MAIL = 'Send to|svc-share-email-emailaddress';
const PHONE = 'Text to|svc-share-sms-phonenumber';

describe('sharing a public link', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller({ capabilities: ['publicLinks', 'publicLinksCreate', 'deliverySms'] });
  });
  afterEach(() => bench.blobs.close());

  const createLink = async (fields: readonly { name: string; value: string }[] = []) => {
    const form = [MAIL, PHONE].map((name) =>
      textField(name, { attributes: parseFieldName(name).attributes }),
    );
    const fileId = await bench.upload(caller, fakePdf({ fields: form }));
    const signeeDetails = [{ signaturePlacement: 'new_page' as const }];
    return bench.signing.publicLinks.create(caller, { fileId, name: 'Lease', signeeDetails, fields });
  };
  const sent = () => bench.messages.map(({ channel, to, text }) => [channel, to, text]);

  it('[2.10-48] [2.10-49] goes to the contacts that the form suggests', async () => {
    const { link, url } = await createLink([
      { name: MAIL, value: 'ada@example.com' },
      { name: PHONE, value: '+46 70 123 45 67' },
    ]);
    expect(suggestContacts(link.configuration)).toEqual({
      emailAddress: 'ada@example.com',
      phoneNumber: '+46 70 123 45 67',
    });
    const { sentTo } = await bench.signing.publicLinks.share(caller, link.id, {});
    expect(sentTo).toEqual([
      { channel: 'email', to: 'ada@example.com' },
      { channel: 'sms', to: '+46701234567' },
    ]);
    expect(sent()).toEqual([
      ['email', 'ada@example.com', url],
      ['sms', '+46701234567', url],
    ]);
  });

  it('goes to the contact of the request alone, and is recorded without it', async () => {
    const { link } = await createLink([{ name: PHONE, value: '+46701234567' }]);
    await bench.signing.publicLinks.share(caller, link.id, { emailAddress: 'bo@example.com' });
    expect(sent()).toMatchObject([['email', 'bo@example.com', expect.any(String)]]);
    const entries = await bench.database.read.audit.listFor({ kind: 'link', id: link.id });
    const last = entries.at(-1);
    expect([last?.type, JSON.parse(last?.details ?? '')]).toEqual(['link.shared', { channels: ['email'] }]);
  });

  // The mail that was sent was not recorded, and sharing again sent it twice.
  it('records the message that was sent when the other was refused, and names whose that was', async () => {
    const { link } = await createLink();
    const { send } = bench.deps.notifier;
    Object.assign(bench.deps.notifier, {
      send: (message: OutgoingMessage) =>
        message.channel === 'sms' ? Promise.reject(new Error('no route')) : send(message),
    });
    const contacts = { emailAddress: 'bo@example.com', phoneNumber: '+46701234567' };
    await expect(bench.signing.publicLinks.share(caller, link.id, contacts)).rejects.toMatchObject({
      code: 'message_not_sent',
      params: { to: '+46701234567' },
    });
    const entries = await bench.database.read.audit.listFor({ kind: 'link', id: link.id });
    expect(entries.at(-1)?.details).toBe('{"channels":["email"]}');
  });

  it('needs a contact, the capability for SMS, and an active link', async () => {
    const { link } = await createLink();
    const share = (contacts: object) => bench.signing.publicLinks.share(caller, link.id, contacts);
    await expect(share({})).rejects.toMatchObject({
      code: 'contact_required',
      details: [{ path: 'emailAddress' }],
    });
    Object.assign(bench.deps.settings, { providers: new Set() });
    await expect(share({ phoneNumber: '+46701234567' })).rejects.toMatchObject({
      code: 'capability_missing',
    });
    await bench.signing.publicLinks.disable(caller, link.id, () => true);
    await expect(share({ emailAddress: 'bo@example.com' })).rejects.toMatchObject({
      code: 'public_link_disabled',
    });
    const stranger = await bench.addCaller();
    await expect(
      bench.signing.publicLinks.share(stranger, link.id, { emailAddress: 'bo@example.com' }),
    ).rejects.toMatchObject({ code: 'public_link_not_found' });
    expect(bench.messages).toEqual([]);
  });
});
