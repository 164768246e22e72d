import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPdf } from '@countersign/pdf';
import { createDevelopmentSigner, sealPdf } from '@countersign/seal';
import { inlineToolkit } from '@countersign/toolkit';
import { fixturePath } from '../../../fixtures/fixture-path.ts';

const ORIGINAL = fixturePath('forms/contract.pdf');
const SEALED_AT = '2026-11-21T14:00:00.000Z';
const SIGNER = 'Countersign';

export interface SealedSample {
  readonly bytes: Uint8Array;
  readonly originalSize: number;
}

/** Larger than the signature, as seals of others or with a timestamp are. */
const MUCH_ROOM = 6000;

/** A document with padding after the signature, which our seals do not have. */
export async function sealWithMuchRoom(): Promise<SealedSample> {
  const signer = await createDevelopmentSigner();
  const file = openPdf(ORIGINAL);
  try {
    const statement = {
      name: SIGNER,
      reason: 'Room',
      signedAt: new Date(SEALED_AT),
      placeholderBytes: MUCH_ROOM,
    };
    const sealed = await sealPdf(file, signer, statement);
    return { bytes: sealed.toBytes(), originalSize: readFileSync(ORIGINAL).length };
  } finally {
    file.close();
  }
}

/** A completed document: flattened form, typed name, evidence, seal. */
export async function sealSample(): Promise<SealedSample> {
  const folder = mkdtempSync(join(tmpdir(), 'seal-flips-'));
  try {
    const output = join(folder, 'sealed.pdf');
    await using toolkit = inlineToolkit();
    await toolkit.complete({
      input: ORIGINAL,
      output,
      values: [{ name: 'fullName|svc-input-fullname', value: 'Łukasz' }],
      stamps: [
        {
          box: { id: 'a', page: 0, x: 300, y: 700, width: 219, height: 58, type: 'signature' },
          typedName: 'Łukasz',
          lines: [SEALED_AT, '192.0.2.1'],
        },
      ],
      evidence: {
        report: {
          title: 'Evidence',
          introduction: '',
          sections: [{ heading: 'Łukasz', rows: [{ label: 'Signed', value: SEALED_AT }] }],
          footer: 'Sample',
        },
        record: { fileName: 'evidence.json', description: 'Evidence', facts: { version: 1 } },
      },
      seal: { reason: 'All have signed', signedAt: SEALED_AT },
    });
    return { bytes: readFileSync(output), originalSize: readFileSync(ORIGINAL).length };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
