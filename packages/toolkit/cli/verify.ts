import type { SignatureReport, VerificationReport } from '@countersign/verify';
import { printEachFile } from './files.ts';
import { type CommandRun, pageCount, printable } from './output.ts';

export const runInspect: CommandRun = (call) =>
  printEachFile(call, async (file, input) => {
    const report = await call.toolkit.inspect({ input });
    const { pages, signatureFields, signed, formFields, repaired, encrypted } = report;
    const facts = [
      pageCount(pages),
      `${formFields} form fields`,
      `${signatureFields} signature fields (${signed} signed)`,
      ...(repaired ? ['repaired'] : []),
      ...(encrypted ? ['encrypted'] : []),
    ];
    return {
      json: {
        file,
        accepted: true,
        repaired,
        encrypted,
        code: null,
        message: null,
        pages,
        signatureFields,
        signed,
        formFields,
      },
      text: `${file}: ${facts.join(', ')}`,
    };
  });

/** Exit code 0 only if every file is sealed and intact. */
export const runVerify: CommandRun = (call) =>
  printEachFile(call, async (file, input) => {
    const { state, signatures } = await call.toolkit.verify({ input });
    const valid = state === 'intact';
    const sealed = signatures.length > 0;
    return {
      json: { file, sealed, valid, state, signatures },
      text: describe(file, { state, signatures }),
      ok: valid,
    };
  });

function describe(file: string, { state, signatures }: VerificationReport): string {
  if (signatures.length === 0) return `${file}: not sealed`;
  return [`${file}: ${VERDICT[state]}`, ...signatures.map(describeSignature)].join('\n  ');
}

const VERDICT: Readonly<Record<VerificationReport['state'], string>> = {
  intact: 'valid',
  changed: 'NOT VALID',
  unsigned: 'NOT VALID, timestamps alone',
};

const LATER: Readonly<Record<SignatureReport['laterChanges'], string>> = {
  none: 'nothing was added after it',
  validation_data: 'only validation data and timestamps were added after it',
  signature: 'it was signed again after it',
  form_filling: 'fields were filled in after it',
  annotations: 'annotations were added or changed after it',
  other: 'the document was changed after it, or that cannot be excluded',
};

function describeSignature(signature: SignatureReport): string {
  const { revision, coveredBytes, digest, certificates, changes, remarks } = signature;
  const lines = [
    `${signature.fieldName}: ${describeVerdict(signature)}`,
    ...(revision === null
      ? []
      : [`revision ${revision}, the first ${coveredBytes} bytes; ${describeLater(signature)}`]),
    ...remarks.map(({ message }) => `remark: ${message}`),
    ...changes.map(({ message }) => `after it: ${message}`),
    ...(digest ? [`digest ${digest.algorithm} ${digest.value}`] : []),
    ...certificates.map(describeCertificate),
  ];
  // Text of the file could imitate a verdict.
  return lines.map(printable).join('\n    ');
}

function describeLater({ valid, laterChanges, changesAllowed }: SignatureReport): string {
  if (!valid) return 'what was added after it was not compared';
  return changesAllowed ? LATER[laterChanges] : `${LATER[laterChanges]}, which is NOT ALLOWED`;
}

function describeVerdict(signature: SignatureReport): string {
  const { signerName, signedAt, timestamp, valid, level, coversWholeDocument, problems } = signature;
  const facts = [
    valid ? 'valid' : 'NOT VALID',
    coversWholeDocument ? 'covers the whole document' : 'covers an earlier revision',
    `by ${signerName}`,
    `at ${signedAt ?? 'an unknown time'}`,
    ...(timestamp ? [`timestamp ${timestamp.time} by ${timestamp.authority}`] : []),
    ...(level ? [`PAdES ${level}`] : []),
    ...problems.map(({ message }) => message),
  ];
  return facts.join(', ');
}

type Certificate = SignatureReport['certificates'][number];

function describeCertificate({ name, issuerName, validFrom, validTo, sha256 }: Certificate): string {
  return `certificate of ${name} by ${issuerName}, ${validFrom} to ${validTo}, SHA-256 ${sha256}`;
}
