import { PassThrough, Readable } from 'node:stream';
import { forbidsManualEntry, parseFieldName } from '@countersign/forms/attributes';
import type { Caller } from '@countersign/identity';
import type { CompleteRequest } from '@countersign/toolkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ScanAnswer, ScannerBusy, type ScanRequest } from '../ports/id-scanner.ts';
import type { Visitor } from '../sessions/find-session.ts';
import { fakePdf, textField } from '../testing/fake-toolkit.ts';
import { signeeInput, typedSignature, Workbench } from '../testing/workbench.ts';
import { listSignatureWarnings } from './same-name.ts';

const ORIGIN = { ipAddress: '192.0.2.1', userAgent: 'Test/1', pageUrl: 'https://sign.test/x' };
const JPEG = (name: string) => Buffer.from(`jpeg of ${name}`);
const IDENTITY = {
  isPassport: true,
  issuingState: 'SWE',
  nationality: 'D',
  lastName: 'EK',
  firstName: 'ANNA MARIA',
  documentNumber: 'AA1234567',
  birthDate: '1974-08-12',
  expiryDate: '2030-04-15',
  personalNumber: '197408121234',
};
const READ: ScanAnswer = {
  outcome: 'read',
  identity: IDENTITY,
  images: { front: JPEG('front'), portrait: JPEG('portrait'), documentRear: null },
};

describe('a scan of an identity document', () => {
  let bench: Workbench;
  let caller: Caller;
  let requests: ScanRequest[];
  let answer: ScanAnswer | Error;
  beforeEach(async () => {
    bench = new Workbench();
    requests = [];
    answer = READ;
    const scan = async (readRequest: () => Promise<ScanRequest>) => {
      if (answer instanceof Error) throw answer;
      requests.push(await readRequest());
      return answer;
    };
    const providers = new Set([...bench.deps.settings.providers, 'signatureIdScan' as const]);
    Object.assign(bench.deps, { idScanner: { scan }, settings: { ...bench.deps.settings, providers } });
    caller = await bench.addCaller();
  });
  afterEach(() => bench.blobs.close());

  const open = async (
    names: readonly string[],
    signee: Parameters<typeof signeeInput>[0] = {},
    required = false,
  ) => {
    const fields = names.map((name) => ({ ...scanField(name), ...(required && { required }) }));
    const fileId = await bench.upload(caller, fakePdf({ fields }));
    const document = await bench.send(caller, [signeeInput(signee)], { fileId });
    const token = document.signees[0]?.token ?? '';
    const visitor = newVisitor();
    const pages = bench.signing.signingPages;
    await pages.open(token, visitor);
    const start = (field?: string) =>
      bench.signing.proofs.start(token, { kind: 'id_scan', field, input: {}, origin: ORIGIN }, visitor);
    const send = (proofId: string, bytes: string | Readable = 'frontback', part = 'front:5') => {
      const content = typeof bytes === 'string' ? Readable.from([Buffer.from(bytes)]) : bytes;
      const upload = { proofId, origin: ORIGIN, content, originalName: 'x', part };
      return bench.signing.proofs.receiveFile(token, upload, visitor);
    };
    return {
      document,
      start,
      send,
      open: () => pages.open(token, visitor),
      cancel: (proofId: string) => bench.signing.proofs.cancel(token, proofId, visitor),
      sign: (values: readonly { name: string; value: string }[] = []) =>
        pages.sign(token, typedSignature({ values }), visitor),
      async scan(field?: string) {
        const { proofId } = await start(field);
        return send(proofId);
      },
      async sealed() {
        await bench.signing.jobs.run({ name: 'complete-document', documentId: document.documentId });
        const { sealedBlobId } = await bench.find(document.documentId);
        const written = JSON.parse(String(bench.blobs.blobs.get(sealedBlobId ?? '')));
        return written.completed as CompleteRequest;
      },
    };
  };
  // Slow connections held up to 30 MB each in memory, without a common limit.
  it('waits for pictures on disk, with their size reserved, and takes four at a time from a signee', async () => {
    const { document, start, send } = await open([TRIGGER]);
    const { proofId } = await start(TRIGGER);
    const contents = Array.from({ length: 6 }, () => new PassThrough());
    const sent = contents.map((content) => {
      content.write('front');
      return send(proofId, content);
    });
    const settled = Promise.allSettled(sent);
    const refused = await Promise.allSettled(sent.slice(4));
    const busy = { status: 'rejected', reason: expect.objectContaining({ code: 'service_busy' }) };
    expect(refused).toEqual([busy, busy]);
    const reservedBytes = async () => {
      const proofs = await bench.database.read.proofs.listForDocument(document.documentId);
      return proofs.reduce((sum, { receivedBytes = 0 }) => sum + receivedBytes, 0);
    };
    await vi.waitFor(async () => expect(await reservedBytes()).toBe(4 * 30 * 1024 * 1024));
    expect(requests).toEqual([]);
    for (const content of contents) content.end('back');
    const outcomes = (await settled).slice(0, 4);
    expect(outcomes.map(({ status }) => status)).toContain('fulfilled');
    expect(String(requests[0]?.front)).toBe('front');
    expect(await reservedBytes()).toBe(4 * 'frontback'.length);
  });

  const PARTS = {
    firstname: 'ANNA MARIA',
    lastname: 'EK',
    personalnumber: '197408121234',
    documentid: 'AA1234567',
    nationality: 'Germany',
    nationalitycode: 'DEU',
    birthdate: '1974-08-12',
    expirydate: '2030-04-15',
    issuingstatecode: 'SWE',
    issuingstatename: 'Sweden',
  };
  const TRIGGER = 'Scan|svc-scan-id[1]';
  const text = (part: string, index = 1) => `${part}|svc-scanned-id-mrz-${part}[${index}]`;

  it('[2.10-25] [2.10-29] [2.10-30] [2.10-31] [2.10-32] [2.10-33] [2.10-34] [2.10-35] [2.10-36] [2.10-38] [2.10-39] [D3-26] fills every field of its index', async () => {
    const names = [...Object.keys(PARTS).map((part) => text(part)), text('lastname', 2)];
    const form = await open([TRIGGER, ...names]);
    expect(await form.scan(TRIGGER)).toMatchObject({ status: 'succeeded' });
    expect(requests).toMatchObject([{ isBasic: false, passportsOnly: false }]);
    expect(requests.map(({ front, back }) => [String(front), String(back)])).toEqual([['front', 'back']]);
    const { fields } = await form.open();
    const filled = fields
      .filter(({ value }) => value.length > 0)
      .map(({ label, value }) => [label, value[0]]);
    expect(filled).toEqual(Object.entries(PARTS));
  });

  it.each([
    ['svc-scan-id', '', false, false],
    ['svc-scan-id-basic', '[2.10-26]', true, false],
    ['svc-scan-id-passport', '[2.10-27]', false, true],
    ['svc-scan-id-passport-basic', '[2.10-28]', true, true],
  ])('%s %s', async (attribute, _, isBasic, passportsOnly) => {
    const name = `Scan|${attribute}[1]`;
    const form = await open([name]);
    await form.scan(name);
    expect(requests).toMatchObject([{ isBasic, passportsOnly }]);
  });

  it('[D3-20] a value can be corrected after the scan, not before, and the evidence says so', async () => {
    const form = await open([TRIGGER, text('lastname')]);
    const before = (await form.open()).fields.find(({ label }) => label === 'lastname');
    expect(before?.readOnly).toBe(true);
    await form.scan(TRIGGER);
    const after = (await form.open()).fields.find(({ label }) => label === 'lastname');
    expect(after?.readOnly).toBe(false);
    await form.sign([{ name: text('lastname'), value: 'Ek' }]);
    const { evidence } = await form.sealed();
    expect(evidence?.record.facts).toMatchObject({
      signees: [
        {
          correctedFields: ['Lastname'],
          proofs: [{ kind: 'id_scan', field: 'Scan', facts: { document: 'passport', variant: 'full' } }],
        },
      ],
    });
  });

  it('says what is wrong with a picture, and counts the attempts', async () => {
    answer = { outcome: 'refused', side: 'front', reason: 'glare' };
    const form = await open([TRIGGER]);
    const { proofId, triesLeft } = await form.start(TRIGGER);
    expect(await form.send(proofId)).toMatchObject({
      status: 'pending',
      triesLeft: triesLeft - 1,
      details: { side: 'front', reason: 'glare' },
    });
    for (let left = triesLeft - 1; left > 0; left--) await form.send(proofId);
    await expect(form.send(proofId)).rejects.toMatchObject({ code: 'proof_over' });
    expect(requests).toHaveLength(triesLeft);
    await expect(form.sign()).rejects.toMatchObject({ code: 'trigger_not_completed' });
  });

  // A busy scanner took the tries of signees who had done nothing wrong.
  it('stays pending while the scanner is busy, which costs no try', async () => {
    answer = new ScannerBusy();
    const form = await open([TRIGGER]);
    const { proofId, triesLeft } = await form.start(TRIGGER);
    const pictures = Readable.from([Buffer.from('frontback')]);
    await expect(form.send(proofId, pictures)).rejects.toMatchObject({ code: 'service_busy' });
    expect(requests).toEqual([]);
    for (let count = 0; count < triesLeft; count++)
      await expect(form.send(proofId)).rejects.toMatchObject({ code: 'service_busy' });
    answer = READ;
    expect(await form.send(proofId)).toMatchObject({ status: 'succeeded', triesLeft: triesLeft - 1 });
  });

  // Who had the link could send gigabytes: only the tries of one scan were counted.
  it('takes no more than 500 MB of one session, counting what is being received as the largest possible', async () => {
    answer = { outcome: 'refused', side: 'front', reason: 'blurred' };
    const form = await open([TRIGGER]);
    const { proofId } = await form.start(TRIGGER);
    const megabytes = (count: number) => count * 1024 * 1024;
    await bench.database.transact(async ({ proofs }) => {
      const proof = await proofs.lock(proofId);
      if (proof !== null) await proofs.update({ ...proof, receivedBytes: megabytes(469) });
    });
    const late = Readable.from([Buffer.alloc(10)]);
    const full = form
      .send(proofId, Readable.from([Buffer.alloc(megabytes(2))]))
      .then(() => form.send(proofId, late));
    await expect(full).rejects.toMatchObject({ code: 'proof_limit_reached', params: { seconds: 86_400 } });
    expect(late.readableDidRead).toBe(false);
    expect((await bench.database.read.proofs.find(proofId))?.receivedBytes).toBe(megabytes(471));
    const other = await open([TRIGGER]);
    answer = READ;
    expect(await other.scan(TRIGGER)).toMatchObject({ status: 'succeeded' });
  });

  // The message said 50 MB, the limit of documents.
  it('refuses pictures of more than 30 MB, with that number', async () => {
    const form = await open([TRIGGER]);
    const { proofId } = await form.start(TRIGGER);
    const pictures = Readable.from([Buffer.alloc(30 * 1024 * 1024 + 1)]);
    await expect(form.send(proofId, pictures)).rejects.toMatchObject({
      code: 'file_too_large',
      params: { megabytes: 30 },
    });
  });

  // One signee used up what the whole document could receive.
  it.each([
    ['of one signee in all browsers', 'own', { code: 'proof_limit_reached' }],
    ['of another signee, who takes nothing from others', 'another', null],
  ])('takes no more than 1 GB %s', async (_, whose, refusal) => {
    answer = READ;
    const form = await open([TRIGGER]);
    const { proofId } = await form.start(TRIGGER);
    await bench.database.transact(async ({ proofs, sessions }) => {
      const proof = await proofs.lock(proofId);
      const session = proof && (await sessions.find(proof.sessionHash));
      if (proof === null || session === null) throw new TypeError('no proof');
      await sessions.save({ ...session, idHash: 'other' });
      const signeeId = whose === 'own' ? proof.signeeId : whose;
      const receivedBytes = 1000 * 1024 * 1024;
      await proofs.insert({ ...proof, proofId: 'other', sessionHash: 'other', signeeId, receivedBytes });
    });
    const sent = form.send(proofId);
    if (refusal === null) expect(await sent).toMatchObject({ status: 'succeeded' });
    else await expect(sent).rejects.toMatchObject(refusal);
  });

  it('[D3-25] one scan serves all triggers of an index', async () => {
    const other = 'Again|svc-scan-id-passport[1]';
    const form = await open([TRIGGER, other, 'Else|svc-scan-id[2]']);
    await form.scan(TRIGGER);
    expect((await form.open()).openTriggers).toEqual(['Else|svc-scan-id[2]']);
  });

  it.each([
    ['[D3-09] a trigger alone gets the front', 'Scan|svc-scan-id[1]', 'front'],
    [
      '[D3-10] with a portrait attribute, the portrait',
      'Scan|svc-scan-id[1]|svc-scanned-id-portrait[1]',
      'portrait',
    ],
    [
      '[D3-13] of several images, the last one',
      'Scan|svc-scan-id[1]|svc-scanned-id-documentrear[1]|svc-scanned-id-portrait[1]',
      'portrait',
    ],
  ])('%s', async (_, name, image) => {
    const form = await open([name]);
    await form.scan(name);
    await form.sign();
    const { stamps } = await form.sealed();
    const pictures = stamps.filter((stamp) => stamp.kind === 'id_scan');
    expect(pictures).toMatchObject([{ box: { page: 0 }, lines: [] }]);
    expect(JSON.stringify(pictures)).toContain(JSON.stringify({ ...JPEG(image) }).slice(1, 40));
  });

  it('[D3-11] [D3-12] a trigger with a text attribute gets the text, and no image is kept', async () => {
    const name = `Scan|svc-scan-id[1]|svc-scanned-id-mrz-lastname[1]`;
    const form = await open([name, 'Photo|svc-scanned-id-portrait[1]']);
    const stored = bench.blobs.blobs.size;
    await form.scan(name);
    expect(bench.blobs.blobs.size).toBe(stored);
    await form.sign();
    const signed = await bench.find(form.document.documentId);
    expect(signed.signees[0]?.signature?.values).toEqual([{ name, value: ['EK'] }]);
    expect((await form.sealed()).stamps.filter(({ kind }) => kind === 'id_scan')).toEqual([]);
  });

  it('leaves what no zone holds to the signee, who must fill it where it is required', async () => {
    const names = ['issuedate', 'placeofbirth', 'placeofissue'].map((part) => text(part));
    const form = await open([TRIGGER, ...names]);
    await form.scan(TRIGGER);
    const { fields } = await form.open();
    expect(fields.slice(1).map(({ value, readOnly }) => [value, readOnly])).toEqual(
      names.map(() => [[], false]),
    );
    await form.sign(names.map((name, index) => ({ name, value: `2020-01-0${index + 1}` })));
    const { signees } = await bench.find(form.document.documentId);
    expect(signees[0]?.signature?.values.map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['[D3-02]', 'svc-scanned-id-ghostportrait'],
    ['[D3-03]', 'svc-scanned-id-signature'],
    ['[D3-04]', 'svc-scanned-id-documentrear'],
    ['[D3-05]', 'svc-scanned-id-barcode'],
  ])('%s without that part, nothing is left of the field of %s', async (_, attribute) => {
    const name = `Part|${attribute}[1]`;
    const form = await open([TRIGGER, name], {}, true);
    await form.scan(TRIGGER);
    await form.sign();
    const { stamps, values } = await form.sealed();
    const [signed] = (await bench.find(form.document.documentId)).signees;
    expect(signed?.signature?.scannedImages).toMatchObject([{ field: TRIGGER }]);
    expect(stamps.filter(({ kind }) => kind === 'id_scan')).toHaveLength(1);
    expect(values.filter((value) => value.name === name)).toEqual([]);
  });

  it('[D3-04] shows the back in its field', async () => {
    answer = { ...READ, images: { ...READ.images, documentRear: JPEG('back') } };
    const name = 'Back|svc-scanned-id-documentrear[1]';
    const form = await open([TRIGGER, name]);
    await form.scan(TRIGGER);
    await form.sign();
    const [signed] = (await bench.find(form.document.documentId)).signees;
    const blobId = signed?.signature?.scannedImages?.find(({ field }) => field === name)?.blobId ?? '';
    expect(String(bench.blobs.blobs.get(blobId))).toBe('jpeg of back');
    expect(signed?.signature?.proofs?.[0]?.facts).toMatchObject({ sides: 'unmatched' });
  });

  it('[D3-01] a basic scan needs a portrait too if a field shows it', async () => {
    const trigger = 'Scan|svc-scan-id-basic[1]';
    const form = await open([trigger, 'Photo|svc-scanned-id-portrait[1]']);
    await form.scan(trigger);
    expect(requests).toMatchObject([{ isBasic: false }]);
  });

  it('[D3-01] fails when no portrait is found, and the form cannot be signed without', async () => {
    answer = { outcome: 'refused', side: 'front', reason: 'portrait_missing' };
    const form = await open([TRIGGER, 'Photo|svc-scanned-id-portrait[1]'], {}, true);
    expect(await form.scan(TRIGGER)).toMatchObject({
      ...{ status: 'pending', details: { side: 'front', reason: 'portrait_missing' } },
    });
    await expect(form.sign()).rejects.toMatchObject({ code: 'trigger_not_completed' });
  });

  describe('as a signature method', () => {
    const method = {
      signatureType: 'digital_ink_id_scan',
      idScanBox: { page: 0, x: 40, y: 100, scale: 0.5 },
    } as const;

    it('[1-08] [2.4-12] is needed before the ink, and puts the front in its box', async () => {
      const form = await open([], method);
      await expect(form.sign()).rejects.toMatchObject({ code: 'proof_missing' });
      await form.scan();
      await form.sign();
      const { stamps } = await form.sealed();
      expect(stamps.map(({ kind, box }) => [kind ?? 'ink', box.type])).toEqual([
        ['ink', 'signature'],
        ['id_scan', 'id_scan'],
      ]);
    });

    it('[D12-05] tells evidence, trail and sender where the name on the document is another', async () => {
      const form = await open([], method);
      await form.scan();
      await form.sign();
      const { signees } = await bench.find(form.document.documentId);
      expect(signees.flatMap(listSignatureWarnings)).toEqual([
        { code: 'name_differs', params: { name: 'ANNA MARIA EK' } },
      ]);
      const { evidence } = await form.sealed();
      expect(evidence?.record.facts).toMatchObject({
        signees: [
          {
            differingNames: [{ name: 'ANNA MARIA EK', isSandbox: false }],
            proofs: [{ facts: { fullName: 'ANNA MARIA EK' } }],
          },
        ],
      });
      const { documentId: id } = form.document;
      const entries = await bench.database.read.audit.listFor({ kind: 'document', id });
      const { details } = entries.find(({ type }) => type === 'document.signed') ?? {};
      expect(details).toContain('"nameDiffers":true');
      expect(JSON.stringify(entries)).not.toContain('ANNA');
      await bench.runJobs();
      // A sender who did not look at the document again never learned of it.
      const mails = bench.messages.filter(({ subject }) => subject.startsWith('completed'));
      expect(mails.map(({ to, html }) => [to, JSON.parse(html ?? '').differingNames])).toEqual([
        [signees[0]?.emailAddress, []],
        [expect.any(String), [{ fullName: signees[0]?.fullName, name: 'ANNA MARIA EK', isSandbox: false }]],
      ]);
    });

    it.each([
      ['Maria Ek', 'fulfilled'],
      ['Ek, Anna', 'fulfilled'],
      ['Anna Berg', 'rejected'],
    ])(
      '[D12-05] with requireMatchingName, a document of ANNA MARIA EK for %s is %s',
      async (fullName, outcome) => {
        const form = await open([], { ...method, fullName, requireMatchingName: true });
        await form.scan();
        const [signed] = await Promise.allSettled([form.sign()]);
        expect(signed.status).toBe(outcome);
        const { signees } = await bench.find(form.document.documentId);
        expect(signees.flatMap(listSignatureWarnings)).toEqual([]);
        if (signed.status === 'fulfilled') return;
        expect(signed.reason).toMatchObject({
          code: 'name_differs',
          params: { name: 'ANNA MARIA EK', fullName },
        });
        expect(signees[0]?.signature).toBeNull();
      },
    );

    it('[D3-06] reuses a complete scan of a field that allows it', async () => {
      const name = 'Scan|svc-scan-id[1]|svc-scanned-id-allow-in-signature[1]';
      const form = await open([name], method);
      await form.scan(name);
      expect(await form.start()).toMatchObject({ status: 'succeeded' });
      expect(requests).toHaveLength(1);
      await form.sign();
    });

    it('[D3-06] keeps the images of a reused scan when the scan of the field is taken back', async () => {
      const name = 'Scan|svc-scan-id[1]|svc-scanned-id-allow-in-signature[1]';
      const form = await open([name], method);
      const first = await form.scan(name);
      await form.start();
      await form.cancel(first.proofId);
      // The field needs a scan again: this one is of another document.
      answer = { ...READ, images: { ...READ.images, front: JPEG('other front') } };
      await form.scan(name);
      await form.sign();
      const stamps = JSON.stringify((await form.sealed()).stamps);
      const isDrawn = (image: string) => stamps.split(JSON.stringify({ ...JPEG(image) })).length - 1;
      expect([isDrawn('front'), isDrawn('other front')]).toEqual([1, 1]);
    });

    it('[D3-06] keeps the images of a scan that is taken back at the moment when it is reused', async () => {
      const name = 'Scan|svc-scan-id[1]|svc-scanned-id-allow-in-signature[1]';
      const form = await open([name], method);
      const first = await form.scan(name);
      const { reached, pass } = holdTransaction(bench, 2);
      const reusing = form.start();
      await reached;
      await form.cancel(first.proofId);
      pass();
      expect(await reusing).toMatchObject({ status: 'succeeded' });
      await form.scan(name);
      await form.sign();
      expect(JSON.stringify((await form.sealed()).stamps)).toContain(JSON.stringify({ ...JPEG('front') }));
    });

    it('[D3-12] shows its own scan, and not a later one of a field', async () => {
      const name = 'Scan|svc-scan-id[1]|svc-scanned-id-mrz-lastname[1]';
      const form = await open([name], method);
      await form.scan();
      answer = { ...READ, images: { ...READ.images, front: JPEG('other front') } };
      await form.scan(name);
      await form.sign();
      const stamps = JSON.stringify((await form.sealed()).stamps);
      expect(stamps).toContain(JSON.stringify({ ...JPEG('front') }));
      expect(stamps).not.toContain(JSON.stringify({ ...JPEG('other front') }));
    });

    it('removes the images of a scan that serves twice when both are taken back', async () => {
      const name = 'Scan|svc-scan-id[1]|svc-scanned-id-allow-in-signature[1]';
      const form = await open([name], method);
      const first = await form.scan(name);
      const reused = await form.start();
      await form.cancel(first.proofId);
      await form.cancel(reused.proofId);
      const left = [...bench.blobs.blobs.values()].map(String);
      expect(left.filter((blob) => blob.startsWith('jpeg of'))).toEqual([]);
    });

    it('reuses no scan of a card with two sides for a face check', async () => {
      const name = 'Scan|svc-scan-id[1]|svc-scanned-id-allow-in-signature[1]';
      const { providers } = bench.deps.settings;
      const withFaces = new Set([...providers, 'signatureFaceLiveness']);
      Object.assign(bench.deps, { settings: { ...bench.deps.settings, providers: withFaces } });
      answer = { ...READ, images: { ...READ.images, documentRear: JPEG('back') } };
      const form = await open([name], { signatureType: 'face_liveness' });
      expect(await form.scan(name)).toMatchObject({ status: 'succeeded' });
      expect(await form.start()).toMatchObject({ status: 'pending' });
    });

    it('reuses no basic scan', async () => {
      const name = 'Scan|svc-scan-id-basic[1]|svc-scanned-id-allow-in-signature[1]';
      const form = await open([name], method);
      await form.scan(name);
      expect(await form.start()).toMatchObject({ status: 'pending' });
    });
  });

  describe('images', () => {
    const images = () => [...bench.blobs.blobs.values()].filter((blob) => String(blob).startsWith('jpeg of'));

    it('are removed once the document is sealed', async () => {
      const form = await open([TRIGGER]);
      await form.scan(TRIGGER);
      expect(images()).toHaveLength(1);
      await form.sign();
      await form.sealed();
      await bench.runJobs();
      expect(images()).toEqual([]);
    });

    it('are kept as long as the document if the settings say so', async () => {
      Object.assign(bench.deps, { settings: { ...bench.deps.settings, keepsScanImages: true } });
      const form = await open([TRIGGER]);
      await form.scan(TRIGGER);
      await form.sign();
      await form.sealed();
      await bench.runJobs();
      expect(images()).toHaveLength(1);
    });

    it('are removed when the scan is taken back', async () => {
      const form = await open([TRIGGER]);
      const { proofId } = await form.scan(TRIGGER);
      await form.cancel(proofId);
      expect(images()).toEqual([]);
    });

    it('are removed when the session ends without a signature, and not from a signature', async () => {
      const signed = await open([TRIGGER]);
      const left = await open([TRIGGER]);
      await signed.scan(TRIGGER);
      await signed.sign();
      await left.scan(TRIGGER);
      const blobIds = [...bench.blobs.blobs.keys()];
      const [kept, removed] = [signed, left].map(({ document }) => document.documentId);
      const imageIds = blobIds.filter((id) => String(bench.blobs.blobs.get(id)).startsWith('jpeg of'));
      expect(imageIds).toHaveLength(2);
      const [first = '', second = ''] = imageIds;
      for (const [documentId = '', blobId] of [
        [kept, first],
        [removed, second],
      ] as const)
        await bench.signing.jobs.run({ name: 'remove-proof-blobs', documentId, blobIds: [blobId] });
      expect([...bench.blobs.blobs.keys()]).toContain(first);
      expect([...bench.blobs.blobs.keys()]).not.toContain(second);
    });
  });
});

function scanField(name: string) {
  const { attributes } = parseFieldName(name);
  const isTrigger = attributes.some(({ kind }) => kind === 'trigger');
  return textField(name, {
    label: name.split('|')[0] ?? '',
    attributes,
    required: isTrigger,
    editable: false,
    widgets: [{ page: 0, x: 40, y: 60, width: 120, height: 80 }],
    readOnly: forbidsManualEntry(attributes),
  });
}

function newVisitor(): Visitor {
  const visitor = {
    sessionId: null as string | null,
    onSession: (sessionId: string) => {
      visitor.sessionId = sessionId;
    },
  };
  return visitor;
}

/** Holds the `count`-th transaction from now until `pass`. */
function holdTransaction({ database }: Workbench, count: number) {
  const reached = Promise.withResolvers<void>();
  const passed = Promise.withResolvers<void>();
  const transact = database.transact.bind(database);
  let begun = 0;
  const spy = vi.spyOn(database, 'transact').mockImplementation(async (work) => {
    begun += 1;
    if (begun === count) {
      spy.mockRestore();
      reached.resolve();
      await passed.promise;
    }
    return transact(work);
  });
  return { reached: reached.promise, pass: () => passed.resolve() };
}
