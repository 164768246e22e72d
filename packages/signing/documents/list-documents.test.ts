import type { Caller } from '@countersign/identity';
import { beforeEach, describe, expect, it } from 'vitest';
import { signeeInput, Workbench } from '../testing/workbench.ts';

describe('who sees a document', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller();
    return () => bench.blobs.close();
  });

  it('[D4-11] [D4-12] [7-04] is the owner, and colleagues when it is shared', async () => {
    const colleague = await bench.addCaller({ accountId: caller.accountId });
    const stranger = await bench.addCaller();
    const own = await bench.send(caller, [signeeInput()]);
    const shared = await bench.send(caller, [signeeInput()], { sharingSetting: 'shared' });
    const get = (who: Caller, documentId: string) => bench.signing.documents.get(who, documentId);
    await expect(get(colleague, own.documentId)).rejects.toMatchObject({ code: 'not_yours' });
    expect(await get(colleague, shared.documentId)).toEqual({ ...shared, labels: [] });
    await expect(get(stranger, shared.documentId)).rejects.toMatchObject({ code: 'document_not_found' });
    await expect(get(caller, 'nothing')).rejects.toMatchObject({ code: 'document_not_found' });
  });

  it('[4.4-42] [4.4-45] pages through the list', async () => {
    for (let made = 0; made < 3; made++) await bench.send(caller, [signeeInput()]);
    const list = (limit: number, offset: number) => bench.signing.documents.list(caller, { limit, offset });
    expect(await list(2, 0)).toMatchObject({ nextOffset: 2, items: { length: 2 } });
    expect(await list(2, 2)).toMatchObject({ nextOffset: null, items: { length: 1 } });
    expect(await list(3, 0)).toMatchObject({ nextOffset: null });
    await expect(list(51, 0)).rejects.toMatchObject({ params: { member: 'limit', max: 50 } });
    await expect(list(1, -1)).rejects.toMatchObject({ params: { member: 'offset' } });
  });
});
