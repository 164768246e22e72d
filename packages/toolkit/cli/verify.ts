import type { SignatureReport } from '../pdf-toolkit.ts';
import type { CommandRun } from './command-run.ts';
import { printEachFile } from './each-file.ts';

/** Exit code 0 only when every file is sealed and its seal is valid. */
export const runVerify: CommandRun = (call) =>
  printEachFile(call, async (file) => {
    const signatures = await call.toolkit.verify(file);
    const sealed = signatures.length > 0;
    const valid = isValid(signatures);
    return { json: { file, sealed, valid, signatures }, text: describe(file, signatures), ok: valid };
  });

/** Every signature holds, and nothing was added after the last of them. */
function isValid(signatures: readonly SignatureReport[]): boolean {
  return (
    signatures.every(({ valid }) => valid) && signatures.some((signature) => signature.coversWholeDocument)
  );
}

function describe(file: string, signatures: readonly SignatureReport[]): string {
  if (signatures.length === 0) return `${file}: not sealed`;
  const verdict = isValid(signatures) ? 'valid' : 'NOT VALID';
  return [`${file}: ${verdict}`, ...signatures.map(describeSignature)].join('\n');
}

function describeSignature(signature: SignatureReport): string {
  const { fieldName, signerName, signedAt, valid, coversWholeDocument, problems } = signature;
  const facts = [
    valid ? 'valid' : 'NOT VALID',
    coversWholeDocument ? 'covers the whole document' : 'does not cover the whole document',
    `by ${signerName}`,
    `at ${signedAt ?? 'an unknown time'}`,
    ...problems,
  ];
  return `  ${fieldName}: ${facts.join(', ')}`;
}
