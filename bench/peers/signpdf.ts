/** Only signs. The placeholder that does not parse the file is the fastest. */

import { readFileSync, writeFileSync } from 'node:fs';
import { plainAddPlaceholder } from '@signpdf/placeholder-plain';
import { P12Signer } from '@signpdf/signer-p12';
import { SignPdf } from '@signpdf/signpdf';
import { REASON, readSealKey, SEALED_BY, sealKey } from './seal-statement.ts';
import { inputOf, type Jobs } from './task.ts';

export const standard: Jobs = {
  async seal(task) {
    // One per signature: it consumes the key's bytes.
    const signer = new P12Signer(readSealKey(), { passphrase: sealKey().passphrase });
    const pdfBuffer = plainAddPlaceholder({
      pdfBuffer: readFileSync(inputOf(task)),
      reason: REASON,
      name: SEALED_BY,
      contactInfo: '',
      location: '',
    });
    writeFileSync(task.output, await new SignPdf().sign(pdfBuffer, signer));
    return undefined;
  },
};
