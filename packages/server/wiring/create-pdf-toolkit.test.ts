import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallPdf } from '@countersign/signing/testing';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { Observing } from '../observing/observing.ts';
import { readConfig } from '../settings/config.ts';
import { createPdfToolkit, MAX_CHECKS } from './pdf-toolkit.ts';
import type { SealSigner } from './seal-signer.ts';

const hasPipes = process.platform !== 'win32';

it.skipIf(!hasPipes)(
  'signs while as many files as may be are checked, and turns away the next check',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pdf-toolkit-'));
    const config = readConfig({ DATA_DIR: folder, PDF_THREADS: '1' });
    const signer: SealSigner = {
      source: { kind: 'development' },
      validity: () => undefined,
      fingerprint: () => undefined,
    };
    const toolkit = createPdfToolkit(config, signer, {
      logger: pino({ level: 'silent' }),
      observing: new Observing(),
    });
    // Opening a pipe waits for a writer, so the check lasts until the test writes.
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const checks = Array.from({ length: MAX_CHECKS }, () => toolkit.verify({ input: pipe }));
    const ended = Promise.allSettled(checks);
    try {
      await expect(toolkit.verify({ input: pipe })).rejects.toMatchObject({ code: 'pdf_queue_full' });
      await expect(toolkit.readAttachment({ input: pipe, name: 'a' })).rejects.toMatchObject({
        code: 'pdf_queue_full',
      });
      // The thread for other work is free.
      expect(await toolkit.readPages({ input: smallPdf() })).toHaveLength(1);
    } finally {
      await using _writer = await open(pipe, 'w');
      expect(await ended).toHaveLength(MAX_CHECKS);
      await toolkit.close();
      rmSync(folder, { recursive: true });
    }
  },
);
