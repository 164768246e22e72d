import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeTemporaryDir } from '../../testing/index.ts';
import { createIdScanner, type OwnIdScanner } from './create-id-scanner.ts';

const REQUEST = { back: null, passportsOnly: false, isBasic: false, today: '2026-11-23' } as const;

describe('the process that scans', () => {
  let scanner: OwnIdScanner;
  let picture: Buffer;
  beforeAll(async () => {
    picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#bbb' } })
      .jpeg()
      .toBuffer();
  });
  afterEach(() => scanner.close());
  const signee = (index: number) => ({ signeeId: `signee ${index}`, accountId: 'account' });
  const read = async () => ({ ...REQUEST, front: picture });

  it('answers, one scan after the other, also after a bad one', async () => {
    scanner = createIdScanner();
    const answers = await Promise.all(
      [picture, Buffer.from('no picture'), picture].map((front, index) =>
        scanner.scan(async () => ({ ...REQUEST, front }), signee(index)),
      ),
    );
    expect(answers).toMatchObject([
      { outcome: 'refused' },
      { outcome: 'refused', reason: 'not_a_picture' },
      { outcome: 'refused' },
    ]);
  }, 60_000);

  describe('that hangs', () => {
    const folder = makeTemporaryDir();
    const hostFile = pathToFileURL(join(folder.path, 'host.mjs'));
    beforeAll(() => {
      writeFileSync(hostFile, "process.on('message', () => { for (;;); });");
      return () => folder.remove();
    });

    it('is ended in time, and refuses more than may wait', async () => {
      scanner = createIdScanner({ timeoutMs: 300, maxWaiting: 1, hostFile });
      const running = scanner.scan(read, signee(1));
      const waiting = scanner.scan(read, signee(2));
      await expect(scanner.scan(read, signee(3))).rejects.toThrow('busy');
      expect(await running).toMatchObject({ reason: 'too_complex' });
      expect(await waiting).toMatchObject({ reason: 'too_complex' });
    });

    it('lets no account take all places, and takes the accounts in turn', async () => {
      scanner = createIdScanner({ timeoutMs: 100, maxWaiting: 4, hostFile });
      const ended: string[] = [];
      const scan = (signeeId: string, accountId: string) =>
        scanner.scan(read, { signeeId, accountId }).then(() => ended.push(signeeId));
      const crowd = [scan('first', 'crowd'), scan('second', 'crowd'), scan('third', 'crowd')];
      await expect(scan('fourth', 'crowd')).rejects.toThrow('busy');
      await Promise.all([...crowd, scan('other', 'other account')]);
      expect(ended).toEqual(['first', 'other', 'second', 'third']);
    });

    it('scans one picture of a signee at a time', async () => {
      scanner = createIdScanner({ timeoutMs: 300, hostFile });
      const running = scanner.scan(read, signee(1));
      const readSecond = vi.fn(read);
      await expect(scanner.scan(readSecond, signee(1))).rejects.toThrow('busy');
      expect(readSecond).not.toHaveBeenCalled();
      await running;
      expect(await scanner.scan(readSecond, signee(1))).toMatchObject({ reason: 'too_complex' });
    });

    it('is ended with the service', async () => {
      scanner = createIdScanner({ hostFile });
      const running = scanner.scan(read, signee(4));
      await scanner.close();
      await expect(running).rejects.toThrow('busy');
    });
  });
});
