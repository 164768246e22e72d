import type { Caller, Capability } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SigneeInput } from '../configuration/configuration.ts';
import type { ConfigurationRequest } from '../configuration/problems.ts';
import { createSigning } from '../create-signing.ts';
import { FakeFault, FITTING, fakePdf, textField } from '../testing/fake-toolkit.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';

describe('createDocument', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller();
  });
  afterEach(() => bench.blobs.close());

  async function create(changes: Partial<ConfigurationRequest> = {}, as = caller) {
    const fileId = changes.fileId ?? (await bench.upload(as, fakePdf({ fields: [textField('Name')] })));
    return bench.signing.documents.create(as, {
      fileId,
      name: 'Contract',
      signeeDetails: [signeeInput()],
      ...changes,
    });
  }

  it('[4.4-26] [4.4-27] keeps what the assistant shall do, by default in English and without speech', async () => {
    Object.assign(bench.deps.settings, { providers: new Set(['aiAssistant']) });
    const assisted = await bench.addCaller({ capabilities: ['aiAssistant'] });
    const settingsOf = async (aiAssistant: object) => {
      const { document } = await create({ aiAssistant: { enabled: true, ...aiAssistant } }, assisted);
      return (await bench.signing.documents.get(assisted, document.documentId)).aiAssistant;
    };
    expect(await settingsOf({})).toEqual({ textToSpeech: false, language: 'en' });
    const given = { textToSpeech: true, language: 'sv' };
    expect(await settingsOf(given)).toEqual(given);
  });

  const createFor = (...signees: SigneeInput[]) => create({ signeeDetails: signees });
  const namesOfJobs = () =>
    bench.database.jobs.filter(({ startAfterSeconds }) => startAfterSeconds === 0).map(({ job }) => job.name);

  it('[4.4-07] [4.4-21] [D5-01] [D5-22] stores a document as created, with an event and the jobs that go on', async () => {
    const { document, warnings } = await create({ name: 'Avtal ✓' });
    expect(warnings).toEqual([]);
    expect(await bench.signing.documents.get(caller, document.documentId)).toEqual({
      ...document,
      labels: [],
    });
    expect(document).toMatchObject({
      status: 'created',
      name: 'Avtal ✓',
      language: 'en',
      userId: caller.userId,
    });
    expect(document.expiryDate.getTime() - document.createdAt.getTime()).toBe(90 * 86_400_000);
    expect(await bench.events(document.documentId)).toEqual(['document.created']);
    expect(namesOfJobs()).toEqual(['prepare-document']);
  });

  it('makes its event a job if a webhook asked for it', async () => {
    const addWebhook = (type: string) =>
      bench.signing.webhooks.create(caller, {
        ...{ webhookUrl: 'https://example.com/hook', name: 'Hook', eventTypes: [type] },
      });
    await addWebhook('document.completed');
    await create();
    expect(namesOfJobs()).toEqual(['prepare-document']);
    await addWebhook('document.created');
    await create();
    expect(namesOfJobs()).toEqual(['prepare-document', 'publish-event', 'prepare-document']);
  });

  it('[D1-07] keeps decimal coordinates exactly', async () => {
    const { document } = await createFor(
      signeeInput({ signatureBox: { page: 0, x: 74.7, y: 0.125, scale: 0.25 } }),
    );
    expect(document.signees[0]?.signatureBox).toEqual({ page: 0, x: 74.7, y: 0.125, scale: 0.25 });
  });

  it.each<[string, Partial<SigneeInput>, string, string]>([
    ['[2.4-02] no contact', { emailAddress: undefined }, 'contact_required', 'signeeDetails.0'],
    ['a hidden character in a name', { fullName: 'A\u202eB' }, 'invalid_request', 'signeeDetails.0.fullName'],
    ['no box', { signatureBox: undefined }, 'signature_box_required', 'signeeDetails.0.signatureBox'],
    ['a wrong address', { emailAddress: 'a b@c.d' }, 'invalid_request', 'signeeDetails.0.emailAddress'],
    [
      '[2.4-05] a phone without country code',
      { phoneNumber: '0701234567' },
      'invalid_request',
      'signeeDetails.0.phoneNumber',
    ],
    [
      'too large a scale',
      { signatureBox: { page: 0, x: 0, y: 0, scale: 1.51 } },
      'invalid_request',
      'signeeDetails.0.signatureBox.scale',
    ],
    [
      '[2.4-18] a negative place',
      { signatureBox: { page: 0, x: -1, y: 0 } },
      'invalid_request',
      'signeeDetails.0.signatureBox.x',
    ],
    [
      'half a page',
      { signatureBox: { page: 0.5, x: 1, y: 0 } },
      'invalid_request',
      'signeeDetails.0.signatureBox.page',
    ],
    [
      '[D1-10] a page that is not there',
      { signatureBox: { page: 7, x: 1, y: 0 } },
      'page_out_of_range',
      'signeeDetails.0.signatureBox',
    ],
    [
      '[D1-08] a box over the edge',
      { signatureBox: { page: 0, x: 376.6, y: 784 } },
      'box_outside_page',
      'signeeDetails.0.signatureBox',
    ],
    ['a name no font draws', { fullName: 'A 🖋' }, 'text_not_drawable', 'signeeDetails.0.fullName'],
    [
      'a type whose provider is not configured',
      { signatureType: 'face_liveness' },
      'capability_missing',
      'signeeDetails.0.signatureType',
    ],
  ])('refuses %s and names the member', async (_, changes, code, path) => {
    const work = createFor(signeeInput(changes));
    await expect(work).rejects.toMatchObject({ code, params: { member: path }, details: [{ path, code }] });
    expect(await bench.database.read.documents.list({ ...caller, limit: 9, offset: 0 })).toEqual([]);
  });

  it('warns of a value that its box cuts off: what is not seen is not signed', async () => {
    const fileId = await bench.upload(caller, fakePdf({ fields: [textField('a'), textField('b')] }));
    const fields = [
      { name: 'a', value: 'short' },
      { name: 'b', value: 'x'.repeat(FITTING + 1) },
    ];
    const command = { fileId, name: 'Contract', signeeDetails: [signeeInput()], fields };
    const { warnings } = await bench.signing.documents.create(caller, command);
    expect(warnings).toEqual([{ code: 'value_clipped', path: 'fields.1', params: { field: 'b' } }]);
  });

  it('names every wrong member at once', async () => {
    const work = createFor(signeeInput({ fullName: 'A\0' }), signeeInput({ emailAddress: '' }));
    await expect(work).rejects.toMatchObject({
      details: [{ path: 'signeeDetails.0.fullName' }, { path: 'signeeDetails.1' }],
    });
  });

  it('[2.4-07] [4.4-10] asks for capabilities before anything else of a signature type', async () => {
    const poor = await bench.addCaller({ capabilities: [] });
    const refusal = (capability: string) => ({ code: 'capability_missing', params: { capability } });
    const createPoor = (changes: Partial<ConfigurationRequest>) => create(changes, poor);
    const withType = { signeeDetails: [signeeInput({ signatureType: 'digital_ink_id_scan' })] };
    const withPhone = { signeeDetails: [signeeInput({ phoneNumber: '+46 70 123 45 67' })] };
    await expect(createPoor(withType)).rejects.toMatchObject(refusal('signatureIdScan'));
    await expect(createPoor(withPhone)).rejects.toMatchObject(refusal('deliverySms'));
    await expect(createPoor({ enableSigningOrder: true })).rejects.toMatchObject(refusal('signingOrder'));
    await expect(createPoor({})).resolves.toHaveProperty('document');
  });

  it('[D8-13] refuses to send by a provider that is not configured', async () => {
    const settings = { ...bench.deps.settings, providers: new Set<Capability>() };
    const unprovided = createSigning({ ...bench.deps, settings });
    const fileId = await bench.upload(caller);
    const signeeDetails = [signeeInput({ phoneNumber: '+46 70 123 45 67' })];
    const work = unprovided.documents.create(caller, { fileId, name: 'Contract', signeeDetails });
    await expect(work).rejects.toMatchObject({
      code: 'capability_missing',
      params: { capability: 'deliverySms' },
    });
  });

  it('[D5-15] [D5-16] [D5-17] limits names, messages and the number of signees', async () => {
    await expect(create({ name: '' })).rejects.toMatchObject({ params: { member: 'name', rule: 'length' } });
    await expect(create({ name: 'é'.repeat(256) })).rejects.toMatchObject({ params: { max: 255 } });
    await expect(create({ name: 'a\0b' })).rejects.toMatchObject({ params: { rule: 'characters' } });
    const tooLong = { personalMessage: 'x'.repeat(501) };
    await expect(create(tooLong)).rejects.toMatchObject({ params: { member: 'personalMessage' } });
    const crowd = (count: number) => createFor(...Array.from({ length: count }, () => signeeInput()));
    await expect(crowd(51)).rejects.toMatchObject({ params: { member: 'signeeDetails', rule: 'count' } });
    await expect(crowd(0)).rejects.toMatchObject({ params: { rule: 'count' } });
    await expect(crowd(50)).resolves.toHaveProperty('document');
    await expect(create({ name: '🖋'.repeat(255) })).resolves.toHaveProperty('document');
  });

  it('[D2-17] names the prefill value that is wrong', async () => {
    const fields = [
      { name: 'Name', value: 'x' },
      { name: 'Nobody', value: 'y' },
    ];
    await expect(create({ fields })).rejects.toMatchObject({
      code: 'unknown_field',
      params: { field: 'Nobody', member: 'fields.1' },
    });
  });

  it('lists every name, box and value that the file does not take, as a draft does', async () => {
    const fields = [
      { name: 'Nobody', value: 'x' },
      { name: 'Name', value: 'y' },
      { name: 'Noone', value: 'z' },
    ];
    const signeeDetails = [
      signeeInput(),
      signeeInput({ signatureBox: { page: 7, x: 1, y: 0 } }),
      signeeInput({ fullName: 'A 🖋', signatureBox: { page: 0, x: 376.6, y: 784 } }),
    ];
    const faults = [
      { code: 'text_not_drawable', path: 'signeeDetails.2.fullName' },
      { code: 'page_out_of_range', path: 'signeeDetails.1.signatureBox' },
      { code: 'box_outside_page', path: 'signeeDetails.2.signatureBox' },
      { code: 'unknown_field', path: 'fields.0' },
      { code: 'unknown_field', path: 'fields.2' },
    ];
    await expect(create({ fields, signeeDetails })).rejects.toMatchObject({
      code: 'text_not_drawable',
      details: faults,
    });
    const fileId = await bench.upload(caller, fakePdf({ fields: [textField('Name')] }));
    const draft = { name: 'Draft', fileId, fields, signeeDetails };
    const { problems } = await bench.signing.drafts.create(caller, draft);
    expect(problems).toMatchObject(faults);
  });

  it('stores and answers a hundred problems of a draft with thousands', async () => {
    const fileId = await bench.upload(caller, fakePdf({ fields: [textField('Name')] }));
    const fields = Array.from({ length: 300 }, (_, index) => ({ name: `Nobody ${index}`, value: 'x' }));
    const { draft } = await bench.signing.drafts.create(caller, { name: 'Draft', fileId, fields });
    expect(draft.fileProblems).toHaveLength(100);
    const repeated = Array.from({ length: 300 }, () => ({ name: 'Name', value: 'x' }));
    const { problems } = await bench.signing.drafts.create(caller, {
      ...{ name: 'Draft', fileId, fields: repeated },
    });
    expect(problems).toHaveLength(100);
  });

  it('[D1-11] answers warnings with paths', async () => {
    const { warnings } = await createFor(signeeInput(), signeeInput());
    expect(warnings).toMatchObject([{ code: 'boxes_overlap', path: 'signeeDetails.0.signatureBox' }]);
    const unused = await createFor(signeeInput({ signaturePlacement: 'new_page' }));
    expect(unused.warnings).toEqual([
      { code: 'member_without_effect', path: 'signeeDetails.0.signatureBox' },
    ]);
  });

  it('[4.4-06] owns the document to a colleague, never to a stranger', async () => {
    const colleague = await bench.addCaller({ accountId: caller.accountId });
    const stranger = await bench.addCaller();
    const { document } = await create({ userId: colleague.userId });
    expect(document.userId).toBe(colleague.userId);
    await expect(create({ userId: stranger.userId })).rejects.toMatchObject({ params: { member: 'userId' } });
  });

  it('owns no document to a colleague who has not accepted the invitation, or is deactivated', async () => {
    const { accountId } = caller;
    for (const status of ['invited', 'deactivated'] as const) {
      const colleague = await bench.addCaller({ accountId }, { accountId, status });
      const refused = create({ userId: colleague.userId });
      await expect(refused).rejects.toMatchObject({ params: { member: 'userId' } });
    }
  });

  it('uses own files only', async () => {
    const stranger = await bench.addCaller();
    const fileId = await bench.upload(stranger);
    await expect(create({ fileId })).rejects.toMatchObject({ code: 'file_not_found' });
  });

  it('opens the file once, whatever is asked of it', async () => {
    const fileId = await bench.upload(caller, fakePdf({ fields: [textField('Name')] }));
    bench.toolkit.tasks.splice(0);
    await create({ fileId, fields: [{ name: 'Name', value: 'x' }] });
    expect(bench.toolkit.tasks).toEqual(['checkRequest']);
  });

  it('passes a busy toolkit on as busy', async () => {
    bench.toolkit.failNext('checkRequest', new FakeFault('pdf_timeout'));
    await expect(create()).rejects.toMatchObject({ code: 'service_busy' });
  });

  it('[4.4-09] [4.4-11] [2.4-27] gives every signee order 1 unless order is enabled', async () => {
    const signees = [signeeInput({ signingOrder: 5 }), signeeInput({ signingOrder: 2 }), signeeInput()];
    const { document } = await createFor(...signees);
    expect(document.signees.map((signee) => signee.signingOrder)).toEqual([1, 1, 1]);
    const ordered = await create({ signeeDetails: signees, enableSigningOrder: true });
    expect(ordered.document.signees.map((signee) => signee.signingOrder)).toEqual([5, 2, 3]);
  });
});
