import type { SignatureReport } from '../pdf-toolkit.ts';
import type { CommandRun } from './command-run.ts';
import { printEachFile } from './each-file.ts';
import { printable } from './printable.ts';

/** Exit code 0 only when every file is sealed and its seal is valid. */
export const runVerify: CommandRun = (call) =>
  printEachFile(call, async (file, input) => {
    const signatures = await call.toolkit.verify(input);
    const sealed = signatures.length > 0;
    const valid = isValid(signatures);
    return { json: { file, sealed, valid, signatures }, text: describe(file, signatures), ok: valid };
  });

/** Every signature holds, and nothing but validation data was added after the last seal. A timestamp alone seals nothing. */
function isValid(signatures: readonly SignatureReport[]): boolean {
  return (
    signatures.every(({ valid }) => valid) &&
    signatures.some(({ coversWholeDocument }) => coversWholeDocument) &&
    signatures.some(isUnchangedSeal)
  );
}

function isUnchangedSeal({ subFilter, laterChanges }: SignatureReport): boolean {
  return subFilter !== 'ETSI.RFC3161' && laterChanges !== 'other';
}

function describe(file: string, signatures: readonly SignatureReport[]): string {
  if (signatures.length === 0) return `${file}: not sealed`;
  const verdict = isValid(signatures) ? 'valid' : 'NOT VALID';
  return [`${file}: ${verdict}`, ...signatures.map(describeSignature)].join('\n  ');
}

const COVERAGE: Readonly<Record<SignatureReport['laterChanges'], string>> = {
  none: 'covers the whole document',
  validation_data: 'covers the whole document but validation data added later',
  other: 'does not cover the whole document',
};

const LATER: Readonly<Record<SignatureReport['laterChanges'], string>> = {
  none: 'nothing was added after it',
  validation_data: 'only validation data and timestamps were added after it',
  other: 'something else was added after it, or that cannot be told',
};

function describeSignature(signature: SignatureReport): string {
  const { revision, coveredBytes, laterChanges, digest, certificates } = signature;
  const lines = [
    `${signature.fieldName}: ${describeVerdict(signature)}`,
    ...(revision === null
      ? []
      : [`revision ${revision}, the first ${coveredBytes} bytes; ${LATER[laterChanges]}`]),
    ...(digest ? [`digest ${digest.algorithm} ${digest.value}`] : []),
    ...certificates.map(describeCertificate),
  ];
  // What a file calls itself may hold line ends, and would pass for a verdict.
  return lines.map(printable).join('\n    ');
}

function describeVerdict(signature: SignatureReport): string {
  const { signerName, signedAt, timestamp, valid, level, laterChanges, problems } = signature;
  const facts = [
    valid ? 'valid' : 'NOT VALID',
    COVERAGE[laterChanges],
    `by ${signerName}`,
    `at ${signedAt ?? 'an unknown time'}`,
    ...(timestamp ? [`timestamp ${timestamp.time} by ${timestamp.authority}`] : []),
    ...(level ? [`PAdES ${level}`] : []),
    ...problems.map(({ message }) => message),
  ];
  return facts.join(', ');
}

type Certificate = SignatureReport['certificates'][number];

/** The signer's first, then whoever vouches for the one before. */
function describeCertificate({ name, issuerName, validFrom, validTo, sha256 }: Certificate): string {
  return `certificate of ${name} by ${issuerName}, ${validFrom} to ${validTo}, SHA-256 ${sha256}`;
}
