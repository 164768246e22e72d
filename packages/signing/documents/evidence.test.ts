import { createHash } from 'node:crypto';
import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkAuditTrail } from '../audit/check-audit-trail.ts';
import { createSigning } from '../create-signing.ts';
import type { EvidenceRequest } from '../ports/pdf-toolkit.ts';
import type { SigningSettings } from '../settings.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';
import type { Signee } from './document.ts';
import type { TrailEvidence } from './evidence.ts';

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
      version: 7,
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
