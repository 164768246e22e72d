import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevelopmentSigner } from '@countersign/seal';
import { type PdfToolkitHarness, pdfToolkitContract } from '@countersign/signing/testing';
import { inlineToolkit, type PdfToolkit, type SignerSource } from '@countersign/toolkit';
import { createToolkitPool } from '@countersign/workers';
import { describe } from 'vitest';

const WORKER_FILE = new URL('../../workers/pdf-worker.ts', import.meta.url);

/**
 * The contract of the product's port, for every way to run the toolkit. Here, because neither package may import the
 * other.
 */
const TOOLKITS: Readonly<Record<string, (signer: SignerSource) => PdfToolkit>> = {
  inline: (signer) => inlineToolkit({ signer }),
  'on a thread': (signer) => createToolkitPool({ workerFile: WORKER_FILE, signer, threads: 1 }),
  'in a process of its own': (signer) =>
    createToolkitPool({ workerFile: WORKER_FILE, signer, threads: 1, isolation: 'kept' }),
};

describe.each(Object.entries(TOOLKITS))('the toolkit %s', (_, create) => {
  pdfToolkitContract(() => openHarness(create));
});

async function openHarness(create: (signer: SignerSource) => PdfToolkit): Promise<PdfToolkitHarness> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-contract-'));
  const pem = join(folder, 'signer.pem');
  writeFileSync(pem, (await createDevelopmentSigner({ key: 'ec-p256' })).pem);
  const toolkit = create({ kind: 'pem', certificatePath: pem, keyPath: pem });
  return {
    toolkit,
    async close() {
      await toolkit.close();
      rmSync(folder, { recursive: true });
    },
  };
}
