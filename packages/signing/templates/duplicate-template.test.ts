import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signeeInput, Workbench } from '../testing/workbench.ts';

const ANY = () => true;

describe('a copy of a shared template', () => {
  let bench: Workbench;
  let owner: Caller;
  let colleague: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    owner = await bench.addCaller({ capabilities: ['templates'] });
    colleague = { ...(await bench.addCaller({ accountId: owner.accountId })), accountId: owner.accountId };
  });
  afterEach(() => bench.blobs.close());

  it.each(['unshared', 'deleted'])('keeps its file when the original is %s', async (change) => {
    const { templates, documents } = bench.signing;
    const fileId = await bench.upload(owner);
    const role = { fullName: 'Tenant', signaturePlacement: 'new_page' as const };
    const content = { fileId, name: 'Lease', signeeDetails: [role] };
    const { template: origin } = await templates.create(owner, { ...content, sharingSetting: 'shared' });
    const { template: copy } = await templates.duplicate(colleague, origin.id);
    if (change === 'deleted') await templates.delete(owner, origin.id, ANY);
    else await templates.replace(owner, origin.id, { ...content, sharingSetting: 'private' }, ANY);

    const send = (templateId: string) =>
      documents.create(colleague, { templateId, name: 'Lease', signeeDetails: [signeeInput()] });
    await expect(send(origin.id)).rejects.toMatchObject({
      code: change === 'deleted' ? 'template_not_found' : 'not_yours',
    });
    expect((await send(copy.id)).document).toMatchObject({ fileId, templateId: copy.id });
    expect((await templates.get(colleague, copy.id)).problems).toEqual([]);
    // The colleague may use the file through the copy only.
    const direct = { fileId, name: 'Lease', signeeDetails: [signeeInput()] };
    await expect(documents.create(colleague, direct)).rejects.toMatchObject({ code: 'not_yours' });
  });
});
