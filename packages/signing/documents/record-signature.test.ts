import { BUILT_AT } from '@countersign/identity/testing';
import { expect, it } from 'vitest';
import { buildDocument, buildFile, buildInkSignature, buildSignee } from '../testing/builders.ts';
import { recordSignature } from './record-signature.ts';

it('notes the hashes of what the signee uploaded, and not its names', () => {
  const signee = buildSignee();
  const file = buildFile({ accountId: 'a', userId: 'u' });
  const document = buildDocument(file, { status: 'awaiting_signatures', signees: [signee] });
  const attachment = { blobId: 'b', name: 'Ada.pdf', mimeType: 'application/pdf', uploadedAt: BUILT_AT };
  const signature = buildInkSignature({ attachments: [{ ...attachment, size: 7, sha256: 'ab' }] });
  const { entries } = recordSignature(document, signee.signeeId, signature, [], {
    retentionDays: 90,
    timeZone: 'UTC',
    fileSha256: 'ab',
    salt: 'cd',
  });
  expect(entries[1]?.details).toMatchObject({ attachments: [{ sha256: 'ab', size: 7 }] });
  expect(JSON.stringify(entries)).not.toContain('Ada.pdf');
});
