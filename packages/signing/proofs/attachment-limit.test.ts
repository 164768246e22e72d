import { expect, it } from 'vitest';
import type { DocumentState } from '../documents/document.ts';
import type { SigningError } from '../errors.ts';
import { requireBelowAttachmentLimit, requireBelowPartOfField } from './attachment.ts';

const MIB = 1024 * 1024;
const files = (...megabytes: number[]) =>
  megabytes.map((size) => ({ size: size * MIB })) as unknown as Parameters<typeof requireBelowPartOfField>[2];

interface Signed {
  readonly field: string;
  readonly megabytes: number;
}

/** With one signee who operated a field and did not sign yet. */
function documentOf(...signed: readonly Signed[]): DocumentState {
  const signees = [
    ...signed.map(({ field, megabytes }) => ({
      signature: { attachments: files(megabytes) },
      operatedTriggers: [{ field }],
    })),
    { signature: null, operatedTriggers: [{ field: 'c' }] },
  ];
  return { signees } as unknown as DocumentState;
}

function megabytesOf(check: () => void): number | null {
  try {
    check();
    return null;
  } catch (error) {
    return (error as SigningError).params.megabytes as number;
  }
}

it.each([
  [[], ['a'], 50],
  [[], ['a', 'b'], 25],
  [[], ['a', 'b', 'c'], 16.6],
  [[{ field: 'a', megabytes: 5 }], ['a', 'b'], 45],
  [[{ field: 'a', megabytes: 16 }], ['a', 'b', 'c'], 17],
  [[{ field: 'x', megabytes: 20 }], ['a', 'b'], 15],
] as const)('after %j the fields %j may have %d MB each', (signed, fields, part) => {
  const document = documentOf(...signed);
  const check = (...sizes: number[]) =>
    megabytesOf(() => requireBelowPartOfField(document, fields, files(...sizes)));
  expect(check(part / 2, part / 2)).toBeNull();
  expect(check(part / 2, part / 2, 0.2)).toBe(part);
});

it('a signature is bound by what is left of all', () => {
  const document = documentOf({ field: 'a', megabytes: 30 });
  expect(megabytesOf(() => requireBelowAttachmentLimit(document, files(20)))).toBeNull();
  expect(megabytesOf(() => requireBelowAttachmentLimit(document, files(20, 1)))).toBe(20);
});
