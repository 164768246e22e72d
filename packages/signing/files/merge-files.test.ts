import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SigningError } from '../errors.ts';
import { FakeFault, fakePdf, textField } from '../testing/fake-toolkit.ts';
import { Workbench } from '../testing/workbench.ts';

describe('mergeFiles', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller();
  });
  afterEach(() => bench.blobs.close());

  const uploadMany = async (count: number) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index++) ids.push(await bench.upload(caller));
    return ids;
  };
  const merge = (fileIds: readonly string[], name = 'All') =>
    bench.signing.files.merge(caller, { fileIds, name });
  const refusalOf = (fileIds: readonly string[], name?: string) =>
    merge(fileIds, name).then(
      () => Promise.reject(new Error('not refused')),
      (error: SigningError) => error,
    );

  it('[4.3-08] makes a file of its own, in the order given, and keeps the inputs', async () => {
    const first = await bench.upload(caller, fakePdf({ fields: [textField('a')] }));
    const second = await bench.upload(caller, fakePdf({ fields: [textField('b')] }));
    const { fileId, warnings } = await merge([second, first], 'Båda');
    expect(warnings).toEqual([]);
    const file = await bench.database.read.files.find(fileId);
    expect(file).toMatchObject({ originalName: 'Båda', pages: 2, userId: caller.userId, deletedAt: null });
    const fields = await bench.signing.files.readFields(caller, fileId);
    expect(fields.map(({ name }) => name)).toEqual(['b', 'a']);
    expect(bench.blobs.blobs.size).toBe(3);
  });

  it('calls every input in the outline by the name of its file', async () => {
    await merge(await uploadMany(2));
    expect(bench.toolkit.mergedTitles).toEqual(['a', 'a']);
  });

  it('[4.3-05] [4.3-06] [4.3-07] [4.3-09] takes 2 to 8 files, each once, and a name, and says what is wrong before anything is read', async () => {
    const ids = await uploadMany(9);
    for (const wrong of [ids, ids.slice(0, 1), []]) {
      expect(await refusalOf(wrong)).toMatchObject({
        code: 'invalid_request',
        details: [{ path: 'fileIds', params: { rule: 'count', min: 2, max: 8 } }],
      });
    }
    const [one = '', two = ''] = ids;
    const error = await refusalOf([one, two, one], '');
    expect(error.details).toMatchObject([
      { path: 'fileIds.2', params: { rule: 'repeated' } },
      { path: 'name', params: { rule: 'length' } },
    ]);
    expect(bench.toolkit.mergedTitles).toEqual([]);
    await expect(merge(ids.slice(0, 8))).resolves.toHaveProperty('fileId');
  });

  it('names every file it cannot find: unknown, of another account, deleted', async () => {
    const [own = '', deleted = ''] = await uploadMany(2);
    const stranger = await bench.addCaller();
    const foreign = await bench.upload(stranger);
    await bench.signing.files.delete(caller, deleted);
    const error = await refusalOf([own, crypto.randomUUID(), foreign, deleted]);
    expect(error.code).toBe('file_not_found');
    expect(error.details.map(({ path, code }) => [path, code])).toEqual([
      ['fileIds.1', 'file_not_found'],
      ['fileIds.2', 'file_not_found'],
      ['fileIds.3', 'file_not_found'],
    ]);
  });

  it('[4.3-12] [D4-12] does not take the file of a colleague', async () => {
    const colleague = await bench.addCaller({ accountId: caller.accountId });
    const [own = ''] = await uploadMany(1);
    const theirs = await bench.upload(colleague);
    expect(await refusalOf([own, theirs])).toMatchObject({
      code: 'not_yours',
      details: [{ path: 'fileIds.1' }],
    });
  });

  it('[4.3-10] takes 50 MB together and refuses one byte more before it reads any', async () => {
    const [first = '', second = ''] = await uploadMany(2);
    const limit = 50 * 1024 * 1024;
    const resize = async (fileId: string, size: number) => {
      const file = await bench.database.read.files.find(fileId);
      if (file !== null) await bench.database.transact(({ files }) => files.update({ ...file, size }));
    };
    await resize(first, limit - 10);
    await resize(second, 11);
    expect(await refusalOf([first, second])).toMatchObject({
      code: 'inputs_too_large',
      params: { bytes: limit + 1, megabytes: 50 },
      details: [{ path: 'fileIds' }],
    });
    expect(bench.toolkit.mergedTitles).toEqual([]);
    await resize(second, 10);
    await expect(merge([first, second])).resolves.toHaveProperty('fileId');
  });

  it('says which input is broken and why, and keeps nothing', async () => {
    const ids = await uploadMany(3);
    bench.toolkit.failNext('merge', new FakeFault('damaged', { input: 2, reason: 'x' }));
    const error = await refusalOf(ids);
    expect(error).toMatchObject({ code: 'damaged', params: { member: 'fileIds.2' } });
    expect(error.details).toMatchObject([{ path: 'fileIds.2', code: 'damaged' }]);
    expect(bench.blobs.blobs.size).toBe(3);
  });

  it.each(['inspectUpload', 'rehearse'] as const)(
    'keeps nothing of a result that %s refuses',
    async (step) => {
      const ids = await uploadMany(2);
      bench.toolkit.failNext(step, new FakeFault('too_complex'));
      expect(await refusalOf(ids)).toMatchObject({ code: 'too_complex', details: [{ path: 'fileIds' }] });
      expect(bench.blobs.blobs.size).toBe(2);
    },
  );

  it('is busy when the pool is, and passes bugs on', async () => {
    const ids = await uploadMany(2);
    bench.toolkit.failNext('merge', new FakeFault('pdf_queue_full'));
    expect(await refusalOf(ids)).toMatchObject({ code: 'service_busy' });
    bench.toolkit.failNext('merge', new TypeError('a bug'));
    await expect(merge(ids)).rejects.toThrow(TypeError);
    expect(bench.blobs.blobs.size).toBe(2);
  });

  it('does not find a file that is deleted while it is merged', async () => {
    const ids = await uploadMany(2);
    const { blobs, signing } = bench;
    const localPath = blobs.localPath.bind(blobs);
    blobs.localPath = async (blobId) => {
      blobs.localPath = localPath;
      await signing.files.delete(caller, ids[1] ?? '');
      await bench.runJobs();
      return localPath(blobId);
    };
    expect(await refusalOf(ids)).toMatchObject({
      code: 'file_not_found',
      details: [{ path: 'fileIds.1' }],
    });
  });

  it('tells which fields have another name now, the first fifty one by one', async () => {
    const fields = Array.from({ length: 130 }, (_, index) => textField(`f${index}`));
    const ids = [
      await bench.upload(caller, fakePdf({ fields })),
      await bench.upload(caller, fakePdf({ fields })),
    ];
    const { warnings } = await merge(ids);
    expect(warnings).toHaveLength(51);
    expect(warnings[0]).toEqual({
      code: 'field_renamed',
      path: 'fileIds.1',
      params: { from: 'f0', to: 'f0#2' },
    });
    expect(warnings[50]).toEqual({ code: 'more_fields_renamed', params: { count: 80 } });
  });
});
