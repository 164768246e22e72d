import { openPdf } from '@countersign/pdf';
import { expect, it } from 'vitest';
import { sealPdf } from '../../../packages/seal/sign/seal-pdf.ts';
import { createDevelopmentSigner } from '../../../packages/seal/signers/development-signer.ts';
import { createSamplePdf } from '../../../packages/seal/testing/sample-pdf.ts';
import { findMissedInFile } from '../../../packages/verify/testing/missed-changes.ts';

it.each([
  ['a cross-reference table', false],
  ['a cross-reference stream', true],
])('a seal of a file with %s detects a change of any byte, in 400 tries', async (_, useObjectStreams) => {
  const signer = await createDevelopmentSigner({ key: 'rsa-2048' });
  const file = openPdf(await createSamplePdf([{}, { rotate: 90 }], useObjectStreams));
  const statement = { reason: 'All have signed', name: 'Countersign', signedAt: new Date() };
  const sealed = await sealPdf(file, signer, statement);
  expect(findMissedInFile(sealed.toBytes(), 400)).toEqual([]);
});
