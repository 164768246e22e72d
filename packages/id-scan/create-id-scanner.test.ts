import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIdScanner, type OwnIdScanner } from './id-scanner.ts';

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

  it('says of what is not a picture that it cannot be read', async () => {
    scanner = createIdScanner();
    const pictures = { front: Buffer.from('no picture'), back: null };
    expect(await scanner.cutOut(async () => pictures, 'account')).toBe('not_readable');
  }, 60_000);

  describe('that ends before it answers', () => {
    const folder = mkdtempSync(join(tmpdir(), 'id-scan-'));
    const log = join(folder, 'tries');
    beforeAll(() => () => rmSync(folder, { recursive: true }));
    beforeEach(() => writeFileSync(log, ''));
    /** Answers after it was ended so many times. */
    const cutAfter = (ends: number, answer: object) => {
      const hostFile = pathToFileURL(join(folder, `host-${ends}.mjs`));
      const code = `
        import { appendFileSync, readFileSync } from 'node:fs';
        process.on('message', ({ id }) => {
          appendFileSync(${JSON.stringify(log)}, '.');
          if (readFileSync(${JSON.stringify(log)}).length <= ${ends}) process.kill(process.pid, 'SIGKILL');
          else process.send({ id, ...${JSON.stringify(answer)} });
        });`;
      writeFileSync(hostFile, code);
      scanner = createIdScanner({ hostFile });
      return scanner.cutOut(async () => ({ front: picture, back: null }), 'account');
    };
    const countTries = () => readFileSync(log).length;

    // The machine had no memory for a moment, and the signee had to scan again.
    it('is asked again', async () => {
      const images = { front: 'front', portrait: null, documentRear: null };
      expect(await cutAfter(2, { answer: { outcome: 'cut', images } })).toEqual(images);
    });

    it('is asked three times at most', async () => {
      expect(await cutAfter(9, {})).toBe('too_complex');
      expect(countTries()).toBe(3);
    });

    it('is not asked again when it says that it cannot', async () => {
      expect(await cutAfter(0, { error: 'unsupported' })).toBe('not_readable');
      expect(countTries()).toBe(1);
    });
  });

  describe('that hangs', () => {
    const folder = mkdtempSync(join(tmpdir(), 'id-scan-'));
    const hostFile = pathToFileURL(join(folder, 'host.mjs'));
    beforeAll(() => {
      writeFileSync(hostFile, "process.on('message', () => { for (;;); });");
      return () => rmSync(folder, { recursive: true });
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

    // A picture of a hosted scan that took too long was cut out again for an hour, and held up those of all accounts.
    it('cuts nothing out of a picture that takes too long, and lets no account take all places', async () => {
      scanner = createIdScanner({ timeoutMs: 100, maxWaiting: 4, hostFile });
      const download = vi.fn(async () => ({ front: picture, back: null }));
      const cut = (accountId: string) => scanner.cutOut(download, accountId);
      const crowd = [cut('crowd'), cut('crowd'), cut('crowd')];
      await expect(cut('crowd')).rejects.toThrow('busy');
      // Pictures of hosted scans were all in memory before their turn came.
      expect(download).toHaveBeenCalledOnce();
      expect(await Promise.all([...crowd, cut('other')])).toEqual(Array(4).fill('too_complex'));
    });

    it('is ended with the service', async () => {
      scanner = createIdScanner({ hostFile });
      const running = scanner.scan(read, signee(4));
      await scanner.close();
      await expect(running).rejects.toThrow('busy');
    });
  });
});
