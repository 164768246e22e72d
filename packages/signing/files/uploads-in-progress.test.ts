import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { UploadsInProgress } from './uploads-in-progress.ts';

describe('uploads of proofs', () => {
  const { maxProofUploads, maxProofUploadsOfAccount, maxProofUploadsOfSignee } = DEFAULT_SETTINGS;
  const begin = () => {
    const uploads = new UploadsInProgress(DEFAULT_SETTINGS);
    const { promise: gate, resolve: finish } = Promise.withResolvers<void>();
    let running = 0;
    const refused: unknown[] = [];
    const send = (accountId: string, signeeId: string) => {
      const work = async () => {
        running += 1;
        await gate;
      };
      uploads.runProof({ accountId, signeeId }, work).catch((error: unknown) => refused.push(error));
    };
    const counts = async () => {
      await nextTurn();
      return { running, refused: refused.length };
    };
    return { send, counts, finish, refused };
  };

  // Twenty slow connections held 490 MB, and nothing counted them.
  it('are as many at a time as one signee, one account and the service may have', async () => {
    const { send, counts, finish, refused } = begin();
    for (let index = 0; index < maxProofUploadsOfSignee + 3; index++) send('first', 'greedy');
    expect(await counts()).toEqual({ running: maxProofUploadsOfSignee, refused: 3 });
    for (let index = 0; index < maxProofUploadsOfAccount; index++) send('first', `signee ${index}`);
    expect(await counts()).toEqual({
      running: maxProofUploadsOfAccount,
      refused: 3 + maxProofUploadsOfSignee,
    });
    for (let index = 0; index < maxProofUploads; index++) send(`account ${index}`, `other ${index}`);
    expect(await counts()).toEqual({
      running: maxProofUploads,
      refused: 3 + maxProofUploadsOfSignee + maxProofUploadsOfAccount,
    });
    expect(refused).toEqual(refused.map(() => expect.objectContaining({ code: 'service_busy' })));
    finish();
    await nextTurn();
    send('first', 'greedy');
    expect(await counts()).toMatchObject({ running: maxProofUploads + 1 });
  });
});
