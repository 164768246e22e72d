import { hashSecret } from '@countersign/base';
import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listSignatureBlobs } from '../methods/methods.ts';
import { encodePng } from '../testing/encode-png.ts';
import { fakePdf, textField } from '../testing/fake-toolkit.ts';
import { signeeInput, typedSignature, Workbench } from '../testing/workbench.ts';

describe('signing', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller();
  });
  afterEach(() => bench.blobs.close());

  const upload = (...fields: Parameters<typeof textField>[]) =>
    bench.upload(caller, fakePdf({ fields: fields.map((field) => textField(...field)) }));

  it('[D12-06] opens with everything the page needs, the organisation of the sender included, and records the first opening only', async () => {
    const document = await bench.send(caller, [signeeInput(), signeeInput({ fullName: 'Other' })]);
    const [first] = document.signees;
    const view = await bench.signing.signingPages.open(first?.token ?? '');
    expect(view).toMatchObject({
      status: 'awaiting_signatures',
      canSign: true,
      pages: 1,
      senderName: 'Greta Öberg',
      senderOrganisation: expect.any(String),
    });
    expect(view.boxes.map((box) => box.id)).toEqual([first?.signeeId]);
    expect(view.otherBoxes).toHaveLength(1);
    await bench.signing.signingPages.open(first?.token ?? '');
    expect(await bench.events(document.documentId)).toEqual(['document.created', 'document.opened']);
  });

  it('knows no link but its own', async () => {
    await bench.send(caller, [signeeInput()]);
    await expect(bench.signing.signingPages.open('guess')).rejects.toMatchObject({ code: 'link_not_found' });
  });

  it('records a typed signature with its evidence', async () => {
    const document = await bench.send(caller, [signeeInput()]);
    const view = await bench.sign(document.signees[0]);
    expect(view).toMatchObject({
      canSign: false,
      reason: 'already_signed',
      signee: { signatureStatus: 'signed' },
    });
    const signed = await bench.find(document.documentId);
    expect(signed.signees[0]?.signature).toMatchObject({ ipAddress: '192.0.2.1', userAgent: 'Test/1' });
    expect(await bench.events(document.documentId)).toEqual(['document.created', 'document.signed']);
  });

  it('asks a signee without a name for it, and seals under that name', async () => {
    const document = await bench.send(caller, [
      signeeInput({ fullName: ' ', signaturePlacement: 'new_page' }),
    ]);
    const [signee] = document.signees;
    expect(signee?.fullName).toBe('');
    const missing = { code: 'invalid_request', params: { member: 'fullName', rule: 'required' } };
    await expect(bench.sign(signee)).rejects.toMatchObject(missing);
    await expect(bench.sign(signee, { fullName: 'A\u202eB' })).rejects.toMatchObject({
      params: { member: 'fullName', rule: 'characters' },
    });
    await expect(bench.sign(signee, { fullName: 'A 🖋' })).rejects.toMatchObject({
      code: 'text_not_drawable',
      params: { member: 'fullName' },
    });
    const view = await bench.sign(signee, { fullName: 'Ada Łovelace' });
    expect(view.signee).toMatchObject({ fullName: 'Ada Łovelace', signatureStatus: 'signed' });
    const signed = await bench.find(document.documentId);
    expect(signed.signees[0]).toMatchObject({ fullName: 'Ada Łovelace', printedName: '' });
  });

  it('keeps the name of a signee who has one', async () => {
    const document = await bench.send(caller, [signeeInput({ fullName: 'Ada' })]);
    const view = await bench.sign(document.signees[0], { fullName: 'Somebody Else' });
    expect(view.signee.fullName).toBe('Ada');
  });

  it('keeps asterisks of passwords, of senders and of signees', async () => {
    const fileId = await upload(['pin', { password: true }], ['code', { password: true }], ['name', {}]);
    const fields = [{ name: 'pin', value: '1234' }];
    const document = await bench.send(caller, [signeeInput()], { fileId, fields });
    expect((await bench.find(document.documentId)).fields).toEqual([{ name: 'pin', value: '****' }]);
    await bench.sign(document.signees[0], {
      values: [
        { name: 'code', value: 'secret' },
        { name: 'name', value: 'Ada' },
      ],
    });
    const signed = await bench.find(document.documentId);
    expect(JSON.stringify(signed)).not.toContain('secret');
    expect(signed.signees[0]?.signature?.values).toEqual([
      { name: 'code', value: ['******'] },
      { name: 'name', value: ['Ada'] },
    ]);
  });

  it('tells asterisks of a password that the file has in clear', async () => {
    const fileId = await upload(['pin', { password: true, value: ['1234'], defaultValues: ['00'] }]);
    const masked = { value: ['****'], defaultValues: ['**'] };
    expect(await bench.signing.files.readFields(caller, fileId)).toMatchObject([masked]);
    const { signees } = await bench.send(caller, [signeeInput()], { fileId });
    const { fields } = await bench.signing.signingPages.open(signees[0]?.token ?? '');
    expect(fields).toMatchObject([masked]);
  });

  it('stores a drawn signature, and refuses what the toolkit could not stamp', async () => {
    const document = await bench.send(caller, [signeeInput()]);
    const drawn = (png: Uint8Array) => bench.sign(document.signees[0], { ink: { kind: 'drawn', png } });
    // In memory of its own, as real ink is: in the browser such ink was stored empty.
    const png = Buffer.from(new Uint8Array(encodePng(40, 20)).buffer);
    const expected = Buffer.from(png.toString('hex'), 'hex');
    const refusal = { code: 'image_not_readable', params: { member: 'ink.png' } };
    await expect(drawn(Buffer.from('GIF89a'))).rejects.toMatchObject(refusal);
    await expect(drawn(new Uint8Array(1024 * 1024 + 1))).rejects.toMatchObject({ params: { rule: 'size' } });
    await drawn(png);
    const { signees } = await bench.find(document.documentId);
    const blobIds = signees.flatMap(({ signature }) => (signature ? listSignatureBlobs(signature) : []));
    expect(blobIds.map((blobId) => bench.blobs.blobs.get(blobId))).toEqual([expected]);
  });

  it('[D12-03] stores that a picture of a signature was uploaded', async () => {
    const { documentId, signees } = await bench.send(caller, [signeeInput()]);
    await bench.sign(signees[0], { ink: { kind: 'picture', png: encodePng(40, 20) } });
    await bench.runJobs();
    const { signees: signed, sealedBlobId } = await bench.find(documentId);
    expect(signed[0]?.signature).toMatchObject({ ink: { kind: 'picture' } });
    const { completed } = JSON.parse(String(bench.blobs.blobs.get(sealedBlobId ?? '')));
    expect(completed.evidence.record.facts.signees[0].ink).toBe('picture');
    expect(completed.stamps[0].lines.at(-1)).toBe('picture email');
    const entries = await bench.database.read.audit.listFor({ kind: 'document', id: documentId });
    expect(entries.find(({ type }) => type === 'document.signed')?.details).toContain('"ink":"picture"');
  });

  // Ink that was written before the process ended, or before the database did, was kept for ever.
  it('leaves no ink behind that no signature names', async () => {
    const { signees } = await bench.send(caller, [signeeInput(), signeeInput()]);
    const drawn = { ink: { kind: 'drawn' as const, png: encodePng(4, 4) } };
    await bench.sign(signees[0], drawn);
    const before = [...bench.blobs.blobs.keys()];
    const putStream = bench.blobs.putStream.bind(bench.blobs);
    bench.blobs.putStream = async (...args) => {
      await putStream(...args);
      throw new Error('the process ends');
    };
    await expect(bench.sign(signees[1], drawn)).rejects.toThrow('the process ends');
    expect(bench.blobs.blobs.size).toBe(before.length + 1);
    await bench.runDelayedJobs();
    expect([...bench.blobs.blobs.keys()]).toEqual(before);
  });

  it('asks for consent and a name that can be drawn', async () => {
    const { signees } = await bench.send(caller, [signeeInput()]);
    await expect(bench.sign(signees[0], { consent: false })).rejects.toMatchObject({
      params: { rule: 'consent' },
    });
    const ink = { kind: 'typed' as const, typedName: 'A 🖋' };
    await expect(bench.sign(signees[0], { ink })).rejects.toMatchObject({
      code: 'text_not_drawable',
      params: { member: 'ink.typedName' },
    });
  });

  it('lets one of two submissions win and leaves no ink of the other', async () => {
    const document = await bench.send(caller, [signeeInput()]);
    const before = bench.blobs.blobs.size;
    const ink = { kind: 'drawn' as const, png: encodePng(4, 4) };
    const both = await Promise.allSettled([
      bench.sign(document.signees[0], { ink }),
      bench.sign(document.signees[0], { ink }),
    ]);
    expect(both.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((result) => result.status === 'rejected')).toMatchObject({
      reason: { code: 'already_signed' },
    });
    expect(bench.blobs.blobs.size).toBe(before + 1);
    expect(await bench.events(document.documentId)).toEqual(['document.created', 'document.signed']);
  });

  describe('in order', () => {
    const orders = [1, 2, 2].map((signingOrder, index) =>
      signeeInput({ signingOrder, emailAddress: `s${index}@example.com` }),
    );
    const recipients = () => bench.messages.map((message) => message.to);

    it('invites, shows and accepts only whose turn it is', async () => {
      const document = await bench.send(caller, orders, { enableSigningOrder: true });
      const [first, second] = document.signees;
      expect(recipients()).toEqual(['s0@example.com']);
      await expect(bench.sign(second)).rejects.toMatchObject({ code: 'not_your_turn' });
      const early = await bench.signing.signingPages.open(second?.token ?? '');
      expect(early).toMatchObject({ canSign: false, reason: 'not_your_turn', pages: 0, boxes: [] });
      const file = bench.signing.signingPages.readFile(second?.token ?? '');
      await expect(file).rejects.toMatchObject({ code: 'not_your_turn' });

      await bench.sign(first);
      await bench.runJobs();
      expect(recipients()).toEqual(['s0@example.com', 's1@example.com', 's2@example.com']);
      await bench.sign(second);
      await bench.runJobs();
      expect(recipients()).toHaveLength(3);
    });
  });

  describe('with a form', () => {
    it('keeps what changed, refuses what is not theirs, requires what is required', async () => {
      const fileId = await upload(
        ['Name', { required: true }],
        ['Fixed', { readOnly: true, value: ['x'] }],
        ['Note'],
      );
      const document = await bench.send(caller, [signeeInput()], { fileId });
      const signWith = (values: Record<string, string>) =>
        bench.sign(document.signees[0], {
          values: Object.entries(values).map(([name, value]) => ({ name, value })),
        });
      await expect(signWith({ Name: ' ' })).rejects.toMatchObject({
        code: 'required_field_empty',
        params: { field: 'Name' },
      });
      await expect(signWith({ Name: 'A', Fixed: 'y' })).rejects.toMatchObject({
        code: 'field_not_editable',
        params: { field: 'Fixed', member: 'values.1.name' },
      });
      await expect(signWith({ Name: 'A', Notes: 'y' })).rejects.toMatchObject({
        ...{ code: 'unknown_field', params: { field: 'Notes', nearest: 'Note' } },
      });
      await signWith({ Name: 'A', Fixed: 'x', Note: '' });
      const signed = await bench.find(document.documentId);
      expect(signed.signees[0]?.signature?.values).toEqual([{ name: 'Name', value: ['A'] }]);
    });

    it.each(['field_hidden', 'field_not_shown', 'broken_rectangle'])(
      'has nobody fill what no page shows: %s',
      async (code) => {
        const warnings = [{ code, message: '' }];
        const fileId = await upload(['Secret', { required: true, warnings }], ['Note']);
        const document = await bench.send(caller, [signeeInput()], { fileId });
        const [signee] = document.signees;
        const view = await bench.signing.signingPages.open(signee?.token ?? '');
        expect(view.fields.map(({ name }) => name)).toEqual(['Note']);
        const filled = bench.sign(signee, { values: [{ name: 'Secret', value: 'A' }] });
        await expect(filled).rejects.toMatchObject({ code: 'field_not_editable' });
        await bench.sign(signee, { values: [{ name: 'Note', value: 'A' }] });
      },
    );

    it('lets nobody change what another has signed', async () => {
      const fileId = await upload(['Name'], ['Note']);
      const document = await bench.send(caller, [signeeInput(), signeeInput()], { fileId });
      const [first, second] = document.signees;
      await bench.sign(first, { values: [{ name: 'Name', value: 'A' }] });
      const view = await bench.signing.signingPages.open(second?.token ?? '');
      expect(view.fields).toMatchObject([{ name: 'Name', value: ['A'], readOnly: true }, { name: 'Note' }]);
      const changed = bench.sign(second, { values: [{ name: 'Name', value: 'B' }] });
      await expect(changed).rejects.toMatchObject({ code: 'field_not_editable' });
      await bench.sign(second, { values: [{ name: 'Name', value: 'A' }] });
    });

    it('decides again under the lock, when two give one field at once', async () => {
      const fileId = await upload(['Name']);
      const { signees } = await bench.send(caller, [signeeInput(), signeeInput()], { fileId });
      const give = (index: number, value: string) =>
        bench.sign(signees[index], { values: [{ name: 'Name', value }] });
      const both = await Promise.allSettled([give(0, 'A'), give(1, 'B')]);
      const refused = both.find((result) => result.status === 'rejected');
      expect(refused).toMatchObject({ reason: { code: 'field_not_editable' } });
    });
  });

  it('signs no document that is not open', async () => {
    const { documentId, signees } = await bench.send(caller, [signeeInput()]);
    const revoked = { ...(await bench.find(documentId)), status: 'revoked' as const };
    await bench.database.transact(({ documents }) => documents.update(revoked));
    const token = signees[0]?.token ?? '';
    await expect(bench.signing.signingPages.sign(token, typedSignature())).rejects.toMatchObject({
      code: 'document_not_signable',
      params: { status: 'revoked' },
    });
    await expect(bench.signing.signingPages.readFile(token)).rejects.toMatchObject({
      code: 'document_not_signable',
    });
    expect(await bench.signing.signingPages.open(token)).toMatchObject({
      reason: 'revoked',
      boxes: [],
      pages: 0,
    });
  });

  // Senders could correct the name of a signee whose page was open: the other name was stamped and in the evidence.
  it('signs under no name but the one that was shown', async () => {
    const { documentId, signees } = await bench.send(caller, [signeeInput({ fullName: 'Ada' })]);
    const [signee] = signees;
    const rename = (fullName: string) =>
      bench.signing.documents.changeContacts(caller, documentId, [
        { signeeId: signee?.signeeId ?? '', fullName },
      ]);
    await rename('Ada, for Example Inc.');
    const changed = { code: 'document_changed' };
    await expect(bench.sign(signee, { shownName: 'Ada' })).rejects.toMatchObject(changed);
    const entries = await bench.database.read.audit.listFor({ kind: 'document', id: documentId });
    const { details } = entries.find(({ type }) => type === 'document.contact_changed') ?? {};
    expect(JSON.parse(details ?? '')).toMatchObject({
      fullNameSha256: { before: hashSecret('Ada'), after: hashSecret('Ada, for Example Inc.') },
    });

    const checkSigning = bench.toolkit.checkSigning.bind(bench.toolkit);
    bench.toolkit.checkSigning = async (...args) => {
      await rename('Ada, for Other Inc.');
      return checkSigning(...args);
    };
    await expect(bench.sign(signee)).rejects.toMatchObject(changed);
    const view = await bench.sign(signee, { shownName: 'Ada, for Other Inc.' });
    expect(view.signee).toMatchObject({ fullName: 'Ada, for Other Inc.', signatureStatus: 'signed' });
  });

  it('lets a sender not name somebody who is naming themselves', async () => {
    const { documentId, signees } = await bench.send(caller, [signeeInput({ fullName: ' ' })]);
    const signeeId = signees[0]?.signeeId ?? '';
    await bench.signing.documents.changeContacts(caller, documentId, [{ signeeId, fullName: 'Eve' }]);
    const signed = bench.sign(signees[0], { shownName: '', fullName: 'Ada' });
    await expect(signed).rejects.toMatchObject({ code: 'document_changed' });
  });

  // A deleted document has no prepared PDF, which read as one that was changed: `document_changed` sent signees back to a
  // link that was gone.
  it('is masked that the link is gone when the document is deleted in between', async () => {
    const { documentId, signees } = await bench.send(caller, [signeeInput()]);
    const deleteMeanwhile: Workbench['toolkit']['checkSigning'] = async (...args) => {
      await bench.signing.documents.revoke(caller, documentId);
      await bench.signing.documents.delete(caller, documentId);
      return checkSigning(...args);
    };
    const checkSigning = bench.toolkit.checkSigning.bind(bench.toolkit);
    bench.toolkit.checkSigning = deleteMeanwhile;
    await expect(bench.sign(signees[0])).rejects.toMatchObject({ code: 'link_not_found' });
  });
});
