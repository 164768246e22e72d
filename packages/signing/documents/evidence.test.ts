import { createHash } from 'node:crypto';
import { parseFieldName } from '@countersign/forms/attributes';
import type { Caller } from '@countersign/identity';
import type { EvidenceRequest } from '@countersign/toolkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkAuditTrail } from '../audit/audit-trail.ts';
import { createSigning } from '../create-signing.ts';
import type { SigningSettings } from '../settings.ts';
import { fakePdf, textField } from '../testing/fake-toolkit.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';
import type { Signee } from './document.ts';
import type { EvidenceEvent, TrailEvidence } from './evidence-facts.ts';
import { linkChannelOf } from './recipient-links.ts';

describe('evidence of a sealed document', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller({}, { emailAddress: 'owner@example.com' });
  });
  afterEach(() => bench.blobs.close());

  /** The toolkit's request for the sealed file. */
  async function evidenceOf(settings: Partial<SigningSettings> = {}): Promise<EvidenceRequest> {
    const signees = [
      signeeInput(),
      signeeInput({ emailAddress: undefined, phoneNumber: '+46701234567', fullName: 'Bo' }),
    ];
    const sent = await bench.send(caller, signees);
    for (const signee of sent.signees) await bench.sign(signee);
    await bench.runJobs({ except: 'complete-document' });
    const signing = createSigning({ ...bench.deps, settings: { ...bench.deps.settings, ...settings } });
    await signing.jobs.run({ name: 'complete-document', documentId: sent.documentId });
    const document = await bench.find(sent.documentId);
    const sealed = JSON.parse(String(bench.blobs.blobs.get(document.sealedBlobId ?? '')));
    return sealed.completed.evidence;
  }

  /** One per signee, as stored; no endpoint makes them yet. */
  async function giveAttachments(documentId: string): Promise<void> {
    const document = await bench.find(documentId);
    const signees = document.signees.map((signee, index): Signee => {
      const blobId = `given-${index}`;
      bench.blobs.blobs.set(blobId, Buffer.from(blobId));
      const known = { blobId, name: 'Evidence.JSON', mimeType: 'text/plain', uploadedAt: bench.now };
      const attachments = [{ ...known, size: 5 + index, sha256: `${index}` }];
      return { ...signee, signature: signee.signature && { ...signee.signature, attachments } };
    });
    await bench.database.transact(({ documents }) => documents.update({ ...document, signees }));
  }

  it('tells who did what, when, from where, oldest first', async () => {
    const { facts } = (await evidenceOf()).record;
    expect(facts).toMatchObject({
      version: 1,
      name: 'Contract',
      signatureLevel: 'SES',
      sender: { emailAddress: 'owner@example.com' },
      file: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      signees: [
        {
          fullName: 'Łukasz Żółć',
          emailAddress: 'lukasz@example.com',
          ink: 'typed',
          ipAddress: '192.0.2.1',
          signatureLevel: 'SES',
        },
        { fullName: 'Bo', phoneNumber: '+46701234567', userAgent: 'Test/1' },
      ],
    });
    const events = facts.events as { type: string; who: string | null; at: string }[];
    const lines = events.map(({ type, who }) => `${type} ${who}`);
    expect(lines.filter((event) => event.startsWith('signed'))).toEqual(['signed Łukasz Żółć', 'signed Bo']);
    expect(lines.at(0)).toMatch(/^created /);
    expect(lines.at(1)).toBe('prepared null');
    expect(lines.at(-1)).toBe('sealed null');
    const moments = events.map(({ at }) => at);
    expect(moments).toEqual(moments.toSorted());
  });

  it('holds the audit trail up to the seal, from which anyone works out the head that is printed', async () => {
    const { facts } = (await evidenceOf()).record;
    const { entries, ...head } = facts.trail as TrailEvidence;
    expect(entries.map(({ type }) => type)).toEqual([
      'document.created',
      'document.prepared',
      'document.invited',
      'document.invited',
      'document.consented',
      'document.signed',
      'document.consented',
      'document.signed',
    ]);
    let previousHash: string | null = null;
    for (const { hash, ...entry } of entries) {
      const { id, kind } = entry.subject;
      // As a holder of the file would: members sorted by name, no white space.
      const named = Object.entries({ ...entry, subject: { id, kind } }).sort(([a], [b]) => (a < b ? -1 : 1));
      const form = JSON.stringify(Object.fromEntries(named));
      expect(createHash('sha256').update(form).digest('hex')).toBe(hash);
      expect(entry.previousHash).toBe(previousHash);
      previousHash = hash;
    }
    expect(head).toEqual({ sequence: entries.length, hash: previousHash });
    const subject = { kind: 'document', id: String(facts.documentId) } as const;
    expect((await checkAuditTrail(bench.database.read, subject, head)).broken).toBeNull();
  });

  it('[D12-04] has the hashes of what each signee was shown and gave, as anybody can work them out', async () => {
    const names = ['Price', 'City', 'Day|svc-date-now'];
    const fields = names.map((name) => ({ ...textField(name), attributes: parseFieldName(name).attributes }));
    const fileId = await bench.upload(caller, fakePdf({ fields }));
    const people = [signeeInput(), signeeInput({ fullName: 'Bo' })];
    const sent = await bench.send(caller, people, { fileId, fields: [{ name: 'City', value: 'Umeå' }] });
    const origin = { ipAddress: '198.51.100.7', userAgent: 'Reader/2' };
    const visitor = { sessionId: null, onSession: () => undefined, origin };
    await bench.signing.signingPages.open(sent.signees[0]?.token ?? '', visitor);
    await bench.sign(sent.signees[0], { values: [{ name: 'Price', value: '9 €' }] });
    await bench.sign(sent.signees[1]);
    const { preparedSha256 } = await bench.find(sent.documentId);
    await bench.runJobs();
    const { sealedBlobId } = await bench.find(sent.documentId);
    const { completed } = JSON.parse(String(bench.blobs.blobs.get(sealedBlobId ?? '')));
    const { signees, sender, events, trail } = completed.evidence.record.facts;
    expect(sender).toMatchObject({ filledIn: ['City'], organisation: expect.any(String) });
    expect(signees[0]).toMatchObject({
      filledIn: [
        { label: 'Price', by: 'signee' },
        { label: 'Day', by: 'service' },
      ],
    });
    expect(signees[1]).toMatchObject({ values: [], filledIn: [] });
    for (const { shown, values } of signees) {
      const text = JSON.stringify({ salt: shown.salt, values });
      const valuesSha256 = createHash('sha256').update(text).digest('hex');
      expect(shown).toMatchObject({ fileSha256: preparedSha256, valuesSha256 });
      const entries = trail.entries.map(({ details }: { details: string }) => JSON.parse(details));
      const told = entries.filter(
        (details: { valuesSha256?: string }) => details.valuesSha256 === valuesSha256,
      );
      expect(told).toMatchObject([{ fileSha256: preparedSha256 }, { fileSha256: preparedSha256 }]);
      // The salt keeps short values from being guessed once the document is gone.
      expect(JSON.stringify(told)).not.toContain(shown.salt);
    }
    const contacts = [{ channel: 'email', address: 'lukasz@example.com' }];
    expect(events).toContainEqual(expect.objectContaining({ type: 'invited', who: 'Łukasz Żółć', contacts }));
    expect(events).toContainEqual(expect.objectContaining({ type: 'opened', who: 'Łukasz Żółć', ...origin }));
  });

  // Another person with the link was not recorded.
  it('has the first opening from each of ten addresses, of which one is an event', async () => {
    const sent = await bench.send(caller, [signeeInput()]);
    const token = sent.signees[0]?.token ?? '';
    const addresses = Array.from({ length: 12 }, (_, index) => `192.0.2.${index}`);
    for (const ipAddress of [...addresses, ...addresses])
      await bench.signing.signingPages.open(token, {
        ...{ sessionId: null, onSession: () => undefined },
        origin: { ipAddress, userAgent: 'Firefox' },
      });
    expect((await bench.events(sent.documentId)).filter((type) => type.includes('opened'))).toHaveLength(1);
    await bench.sign(sent.signees[0]);
    await bench.runJobs();
    const { sealedBlobId } = await bench.find(sent.documentId);
    const { completed } = JSON.parse(String(bench.blobs.blobs.get(sealedBlobId ?? '')));
    const events: EvidenceEvent[] = completed.evidence.record.facts.events;
    const opened = events.filter(({ type }) => type === 'opened');
    expect(opened.map(({ ipAddress }) => ipAddress)).toEqual(addresses.slice(0, 10));
  });

  it('has one time for a fact, in the signature and in the trail', async () => {
    const sent = await bench.send(caller, [signeeInput()]);
    await bench.signing.signingPages.open(sent.signees[0]?.token ?? '');
    // A clock that never shows a time twice.
    let ticks = bench.now.getTime();
    Object.assign(bench.deps, { clock: { now: () => new Date(ticks++) } });
    await bench.sign(sent.signees[0]);
    const { signees } = await bench.find(sent.documentId);
    const trail = await bench.database.read.audit.listFor({ kind: 'document', id: sent.documentId });
    const dates = trail.filter(({ type }) => /consented|signed/.test(type)).map(({ date }) => date);
    expect(dates).toEqual([signees[0]?.signature?.signedAt, signees[0]?.signature?.signedAt]);
  });

  // The sender was said to have opened it.
  it('says who opened the document also where contact details were corrected since', async () => {
    const sent = await bench.send(caller, [signeeInput()]);
    await bench.signing.signingPages.open(sent.signees[0]?.token ?? '');
    const signeeId = sent.signees[0]?.signeeId ?? '';
    const correction = { signeeId, emailAddress: 'new@example.com' };
    await bench.signing.documents.changeContacts(caller, sent.documentId, [correction]);
    const changed = await bench.find(sent.documentId);
    await bench.sign(changed.signees[0]);
    await bench.runJobs();
    const { sealedBlobId } = await bench.find(sent.documentId);
    const { completed } = JSON.parse(String(bench.blobs.blobs.get(sealedBlobId ?? '')));
    const { events } = completed.evidence.record.facts;
    expect(events).toContainEqual(expect.objectContaining({ type: 'opened', who: 'Łukasz Żółć' }));
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'invited', contacts: [{ channel: 'email', address: null }] }),
    );
    // Nothing said that anybody had been invited at the address that the signature came from.
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'invited',
        contacts: [{ channel: 'email', address: 'new@example.com' }],
      }),
    );
  });

  it.each([
    [{ phoneNumber: '+46701234567' }, 'email_and_sms'],
    [{ phoneNumber: '+46701234567', phoneNumberDeliveryMethod: 'whatsapp' }, 'email_and_whatsapp'],
    [
      { emailAddress: undefined, phoneNumber: '+46701234567', phoneNumberDeliveryMethod: 'whatsapp' },
      'whatsapp',
    ],
    [{ disableInvitationMessage: true }, 'link'],
  ] as const)('says over which channel the link of %j went: %s', async (input, channel) => {
    const { documentId, signees } = await bench.send(caller, [signeeInput(input)]);
    await bench.sign(signees[0]);
    const document = await bench.find(documentId);
    expect(document.signees.map((signee) => linkChannelOf(document, signee))).toEqual([channel]);
  });

  it('lists what signees uploaded, under the names that it is embedded as', async () => {
    const { documentId, signees } = await bench.send(caller, [
      signeeInput(),
      signeeInput({ fullName: 'Bo' }),
    ]);
    for (const signee of signees) await bench.sign(signee);
    await giveAttachments(documentId);
    await bench.runJobs();
    const { sealedBlobId } = await bench.find(documentId);
    const { completed } = JSON.parse(String(bench.blobs.blobs.get(sealedBlobId ?? '')));
    const at = bench.now.toISOString();
    expect(completed.attachments).toMatchObject([
      { name: 'Evidence (2).JSON', sha256: '0', description: 'from Łukasz Żółć', attachedAt: at },
      { name: 'Evidence (3).JSON', sha256: '1', description: 'from Bo', mimeType: 'text/plain' },
    ]);
    expect(completed.evidence.record.facts.attachments).toMatchObject([
      { name: 'Evidence (2).JSON', size: 5, sha256: '0', uploadedBy: 'Łukasz Żółć', uploadedAt: at },
      { name: 'Evidence (3).JSON', size: 6, sha256: '1', uploadedBy: 'Bo' },
    ]);
  });

  it('masks contacts where the service is set so', async () => {
    const { facts } = (await evidenceOf({ masksContacts: true })).record;
    expect(JSON.stringify(facts)).not.toMatch(/lukasz@|owner@|1234567/);
    expect(facts).toMatchObject({
      sender: { emailAddress: 'o***@example.com' },
      signees: [{ emailAddress: 'l***@example.com' }, { phoneNumber: '+46***67' }],
    });
  });
});
