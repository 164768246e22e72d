import type { Language } from '@countersign/base/locale';
import { laterChange, signatureProblem } from '@countersign/i18n';
import { BUSY, CHANGE_KINDS, FILE_FAULTS, type FileVerification, INK_KINDS } from '@countersign/signing';
import { z } from 'zod';
import { presentWarnings, warnings, warnOfUnknownMembers } from './parts.ts';

export const VERIFICATION_ERRORS = [...FILE_FAULTS, ...BUSY, 'file_missing', 'file_too_large'] as const;

/** Foreign signatures and attachments may have any time; unreadable ones are null. */
const moment = z.string().nullable();
const sha256 = z.string();

const signature = z.object({
  fieldName: z.string(),
  subFilter: z.string(),
  signerName: z.string(),
  signedAt: moment,
  timestamp: z.object({ time: z.string(), authority: z.string() }).nullable(),
  /** Trust is the reader's decision. */
  valid: z.boolean(),
  /** `message` is in the language of errors. */
  problems: z.array(z.object({ code: z.string(), message: z.string() })),
  remarks: z.array(z.object({ code: z.string(), message: z.string() })).meta({
    description:
      'What weakens the signature without breaking it, such as certificate_expired, key_too_short, weak_digest or not_der.',
  }),
  level: z.string().nullable(),
  digest: z.object({ algorithm: z.string(), value: z.string() }).nullable(),
  certificates: z.array(
    z.object({
      name: z.string(),
      issuerName: z.string(),
      serialNumber: z.string(),
      validFrom: z.string(),
      validTo: z.string(),
      sha256,
    }),
  ),
  revision: z.int().nullable(),
  coveredBytes: z.int(),
  coversWholeDocument: z.boolean(),
  laterChanges: z.enum(CHANGE_KINDS),
  changes: z.array(z.object({ code: z.string(), kind: z.enum(CHANGE_KINDS), message: z.string() })),
  changesAllowed: z.boolean(),
  /** Whether the current certificate of this service signed it. */
  ownCertificate: z.boolean(),
});

const origin = z.object({
  match: z.enum(['whole', 'beginning']),
  documentId: z.string(),
  name: z.string().nullable(),
  sealedAt: moment,
  signees: z.array(
    z.object({
      fullName: z.string(),
      signedAt: moment,
      signatureType: z.string().nullable(),
      ink: z.enum(INK_KINDS).nullable(),
      identification: z
        .object({ provider: z.string(), fullName: z.string(), isSandbox: z.literal(true).optional() })
        .nullable(),
    }),
  ),
  trail: z
    .object({ sequence: z.int(), hash: sha256, isWhole: z.boolean(), fault: z.string().nullable() })
    .nullable(),
});

export const fileVerification = z.object({
  sha256,
  size: z.int(),
  state: z.enum(['unsigned', 'intact', 'changed']),
  signatures: z.array(signature),
  origin: origin.nullable(),
  claimedDocumentId: z.string().nullable(),
  warnings,
});

export function presentFileVerification(
  verification: FileVerification,
  unknownParts: readonly string[],
  language: Language,
): z.output<typeof fileVerification> {
  const signatures = verification.signatures.map((report) => translateReport(report, language));
  return fileVerification.parse({
    ...verification,
    signatures,
    ...presentWarnings(warnOfUnknownMembers(unknownParts)),
  });
}

function translateReport(report: FileVerification['signatures'][number], language: Language) {
  const translate = (found: (typeof report.problems)[number]) => ({
    code: found.code,
    message: signatureProblem(language, found),
  });
  const problems = report.problems.map(translate);
  const remarks = report.remarks.map(translate);
  const changes = report.changes.map((found) => ({
    code: found.code,
    kind: found.kind,
    message: laterChange(language, found),
  }));
  return { ...report, problems, remarks, changes };
}
