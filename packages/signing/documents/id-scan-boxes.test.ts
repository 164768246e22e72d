import type { Caller, Capability } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SigneeInput } from '../configuration/configuration.ts';
import { createSigning } from '../create-signing.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';

/** Its position was once neither checked nor placed. */
describe('the box of an ID scan', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller();
  });
  afterEach(() => bench.blobs.close());

  const idScanBox = { page: 0, x: 40, y: 100, scale: 0.5 };
  const signee = (changes: Partial<SigneeInput> = {}) =>
    signeeInput({ signatureType: 'digital_ink_id_scan', idScanBox, ...changes });

  async function create(...signeeDetails: readonly SigneeInput[]) {
    const settings = { ...bench.deps.settings, providers: new Set(['signatureIdScan'] as const) };
    const signing = createSigning({ ...bench.deps, settings });
    const command = { fileId: await bench.upload(caller), name: 'Contract', signeeDetails };
    return signing.documents.create(caller, command);
  }

  it('[2.4-24] is placed beside the signature, for the same signee', async () => {
    const { document } = await create(signee());
    await bench.runJobs();
    const { boxes, signees } = await bench.find(document.documentId);
    const id = signees[0]?.signeeId;
    expect(boxes).toMatchObject([
      { id, type: 'signature', x: 376, y: 784 },
      { id, type: 'id_scan', page: 0, x: 40, y: 100 },
    ]);
  });

  it.each([
    ['[4.4-35]', 'digital_ink_id_scan', 'signatureIdScan'],
    ['[4.4-36]', 'face_liveness', 'signatureFaceLiveness'],
  ] as const)(
    '%s is refused with the method %s if the account lacks the capability, and not if it has it',
    async (_, signatureType, capability) => {
      const providers = new Set(['signatureIdScan', 'signatureFaceLiveness'] as const);
      const signing = createSigning({ ...bench.deps, settings: { ...bench.deps.settings, providers } });
      const send = async (capabilities: readonly Capability[]) => {
        const by = await bench.addCaller({ capabilities });
        const fileId = await bench.upload(by);
        const change = signatureType === 'face_liveness' ? { idScanBox: undefined } : {};
        const signeeDetails = [signeeInput({ ...signee({ signatureType }), ...change })];
        return signing.documents.create(by, { fileId, name: 'Contract', signeeDetails });
      };
      const all: readonly Capability[] = ['signatureIdScan', 'signatureFaceLiveness'];
      await expect(send(all.filter((one) => one !== capability))).rejects.toMatchObject({
        code: 'capability_missing',
        params: { capability, member: 'signeeDetails.0.signatureType' },
      });
      const { document } = await send(all);
      expect(document.signees).toMatchObject([{ signatureType }]);
    },
  );

  it('[D1-01] has to be on its page', async () => {
    await expect(create(signee({ idScanBox: { page: 0, x: 590, y: 0 } }))).rejects.toMatchObject({
      code: 'box_outside_page',
      params: { member: 'signeeDetails.0.idScanBox' },
    });
    await expect(create(signee(), signee({ idScanBox: { page: 9, x: 0, y: 0 } }))).rejects.toMatchObject({
      code: 'page_out_of_range',
      params: { member: 'signeeDetails.1.idScanBox' },
    });
  });

  it('[D1-11] that covers the signature is told in warnings', async () => {
    const { warnings } = await create(signee({ idScanBox: { page: 0, x: 376, y: 700 } }));
    expect(warnings).toMatchObject([{ code: 'boxes_overlap', path: 'signeeDetails.0.signatureBox' }]);
  });

  it('has no effect, and is not placed, with a method that scans nothing', async () => {
    const { document, warnings } = await create(signee({ signatureType: 'digital_ink' }));
    await bench.runJobs();
    expect(warnings).toEqual([{ code: 'member_without_effect', path: 'signeeDetails.0.idScanBox' }]);
    expect((await bench.find(document.documentId)).boxes).toMatchObject([{ type: 'signature' }]);
  });

  it('[D8-13] is refused with its method while no provider is configured', async () => {
    await expect(bench.send(caller, [signee()])).rejects.toMatchObject({ code: 'capability_missing' });
  });
});
