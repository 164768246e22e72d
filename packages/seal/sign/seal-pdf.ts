import { openPdf, type PdfFile } from '@countersign/pdf';
import type { PDFRef } from 'pdf-lib';
import { buildCms } from '../cms/build-cms.ts';
import { SealError } from '../errors.ts';
import type { Signer } from '../signers/signer.ts';
import { completeSeal, type SealedPdf } from './complete-seal.ts';
import { layOutSeal } from './prepare-seal.ts';
import { addSealField, type SealStatement } from './seal-field.ts';

export interface SealOptions extends SealStatement {
  /** Bytes reserved for the CMS; without it a dry run finds out. */
  readonly placeholderBytes?: number;
}

/** ECDSA signatures differ by a few bytes from one to the next; anything else in the CMS has a fixed size. */
const SPARE_BYTES = 8;
const ATTEMPTS = 3;

/**
 * Seals a file: its changes and one PAdES B-B signature over everything go into one increment. The file must stay open
 * until the result is written. A repaired file is rewritten first, in memory. Throws `certificate_unusable`.
 */
export async function sealPdf(file: PdfFile, signer: Signer, options: SealOptions): Promise<SealedPdf> {
  const placeholderBytes = options.placeholderBytes ?? (await measureCms(signer));
  const signature = addSealField(file, options);
  return sealWithRetry(continueIncrementally(file), signer, signature, placeholderBytes);
}

/**
 * The file itself, or, when its cross-reference is broken, a rewritten one. Whether it is broken may show only when its
 * changes are compared with the original; a rewrite keeps object numbers, so references stay right.
 */
function continueIncrementally(file: PdfFile): PdfFile {
  const saved = file.save();
  return file.repaired ? openPdf(saved.toBytes()) : file;
}

/** Size of the signer's CMS by a dry run over an empty digest, with room to vary. */
export async function measureCms(signer: Signer): Promise<number> {
  return (await buildCms(new Uint8Array(32), signer)).length + SPARE_BYTES;
}

async function sealWithRetry(
  file: PdfFile,
  signer: Signer,
  signature: PDFRef,
  placeholderBytes: number,
): Promise<SealedPdf> {
  let room = placeholderBytes;
  for (let attempt = 1; ; attempt++) {
    const prepared = layOutSeal(file, signature, room);
    const cms = await buildCms(prepared.digest, signer);
    try {
      return completeSeal(prepared, cms);
    } catch (error) {
      if (!(error instanceof SealError) || error.code !== 'placeholder_too_small' || attempt === ATTEMPTS)
        throw error;
      room = cms.length + SPARE_BYTES;
    }
  }
}
