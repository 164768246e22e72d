import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeFault } from '../testing/fake-toolkit.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';
import { FirstPages } from './first-page.ts';

describe('the picture of the first page', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller();
  });
  afterEach(() => bench.blobs.close());

  const send = async () => {
    const { signees } = await bench.send(caller, [signeeInput(), signeeInput({ fullName: 'Bob' })]);
    bench.toolkit.tasks.splice(0);
    return signees.map(({ token }) => token);
  };
  const read = (token: string) => bench.signing.signingPages.readFirstPage(token);
  const drawings = () => bench.toolkit.tasks.filter((task) => task === 'renderPage').length;

  it('is drawn once for a PDF, whoever asks, also at the same time', async () => {
    const [ada = '', bob = ''] = await send();
    const pages = await Promise.all([read(ada), read(bob), read(ada)]);
    expect(pages).toEqual(Array(3).fill(await read(bob)));
    expect(drawings()).toBe(1);
  });

  it.each(['pdf_timeout', 'pdf_out_of_memory', 'file_not_processable', 'damaged'] as const)(
    'is none after %s, and not drawn again',
    async (code) => {
      const [token = ''] = await send();
      bench.toolkit.failNext('renderPage', new FakeFault(code));
      expect(await read(token)).toBeNull();
      expect(await read(token)).toBeNull();
      expect(drawings()).toBe(1);
    },
  );

  it('is drawn by a later request if the service had too much to do', async () => {
    const [token = ''] = await send();
    bench.toolkit.failNext('renderPage', new FakeFault('pdf_queue_full'));
    await expect(read(token)).rejects.toMatchObject({ code: 'service_busy' });
    expect(await read(token)).toMatchObject({ width: 595 });
  });

  it('is forgotten after a hundred others', async () => {
    const pages = new FirstPages();
    const drawn: string[] = [];
    const draw = (blobId: string) =>
      pages.get(blobId, async () => {
        drawn.push(blobId);
        return null;
      });
    await draw('first');
    for (let index = 0; index < 99; index += 1) await draw(`${index}`);
    await draw('first');
    await draw('one more');
    await draw('first');
    await draw('0');
    expect(drawn.filter((blobId) => ['first', '0'].includes(blobId))).toEqual(['first', '0', '0']);
  });
});
