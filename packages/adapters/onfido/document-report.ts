import type { HostedScanAnswer, ScanConditions, ScannedIdentity, ScanRefusal } from '@countersign/signing';
import { z } from 'zod';
import type { OnfidoRun } from './onfido-client.ts';

const text = z.string().max(500).nullish();
const finding = z.object({ result: z.string().nullish() });

const properties = z.object({
  document_type: text,
  issuing_country: text,
  nationality: text,
  first_name: text,
  last_name: text,
  date_of_birth: text,
  date_of_expiry: text,
  issuing_date: text,
  place_of_birth: text,
  personal_number: text,
  document_numbers: z.array(z.object({ type: text, value: text })).nullish(),
});
type Properties = z.infer<typeof properties>;

/** A task of a workflow, with the pictures that it is about. */
export const documentTask = z.object({
  input: z
    .object({ document_ids: z.array(z.object({ id: z.string().min(1).max(200) })).nullish() })
    .nullish(),
  output: z.object({
    result: text,
    /** `rejected` has no result, `suspected` suspects fraud, and `caution` does neither. */
    sub_result: text,
    properties: properties.nullish(),
    breakdown: z
      .object({
        data_validation: z.object({
          breakdown: z.object({ document_expiration: finding.nullish() }).nullish(),
        }),
        image_integrity: z.object({
          breakdown: z
            .object({
              image_quality: z.object({ properties: z.record(z.string(), z.unknown()).nullish() }).nullish(),
            })
            .nullish(),
        }),
      })
      .partial()
      .nullish(),
  }),
});
export type DocumentTask = z.infer<typeof documentTask>;
type Report = DocumentTask['output'];

const CARDS: ReadonlySet<string> = new Set([
  ...['national_identity_card', 'residence_permit', 'passport_card', 'uk_biometric_residence_permit'],
]);

export function refusalOf(report: Report | undefined, { today }: ScanConditions): ScanRefusal {
  if (report === undefined) return 'not_valid';
  if (isExpired(report, today)) return 'expired';
  const quality = report.breakdown?.image_integrity?.breakdown?.image_quality?.properties ?? {};
  if ('glare_on_photo' in quality) return 'glare';
  if ('blurred_photo' in quality) return 'blurred';
  return report.sub_result === 'rejected' ? 'not_readable' : 'not_valid';
}

/** Applies the conditions of the built-in reader, whatever the operator's workflow lets pass. */
export function findProblem(report: Report, conditions: ScanConditions): ScanRefusal | null {
  const kind = report.properties?.document_type ?? '';
  // A workflow may approve a report that is not clear, but not this.
  if (report.sub_result === 'rejected' || report.sub_result === 'suspected')
    return refusalOf(report, conditions);
  if (isExpired(report, conditions.today)) return 'expired';
  if (conditions.passportsOnly && kind !== 'passport') return 'not_a_passport';
  return kind === 'passport' || CARDS.has(kind) ? null : 'not_valid';
}

/** Without a date of expiry, Onfido decides, which knows the kind of document. */
function isExpired({ properties: read, breakdown }: Report, today: string): boolean {
  const expiryDate = dateOf(read?.date_of_expiry);
  const verdict = breakdown?.data_validation?.breakdown?.document_expiration?.result;
  return expiryDate === null ? verdict !== 'clear' : expiryDate < today;
}

/** Returns null if what every document has was not read. */
export function readIdentity({ properties: read }: Report): ScannedIdentity | null {
  if (!read) return null;
  const birthDate = dateOf(read.date_of_birth);
  const identity = {
    isPassport: read.document_type === 'passport',
    issuingState: textOf(read.issuing_country),
    nationality: textOf(read.nationality),
    lastName: textOf(read.last_name),
    firstName: textOf(read.first_name),
    documentNumber: numberOf(read, 'document_number'),
    expiryDate: dateOf(read.date_of_expiry),
    personalNumber: textOf(read.personal_number) || numberOf(read, 'personal_number') || null,
    issueDate: dateOf(read.issuing_date),
    placeOfBirth: textOf(read.place_of_birth) || null,
  };
  const isComplete =
    identity.lastName !== '' && identity.documentNumber !== '' && identity.issuingState !== '';
  return isComplete && birthDate !== null ? { ...identity, birthDate } : null;
}

function textOf(value: string | null | undefined): string {
  return value?.trim() ?? '';
}

function numberOf({ document_numbers: numbers }: Properties, kind: string): string {
  return textOf(numbers?.find(({ type }) => type === kind)?.value);
}

function dateOf(value: string | null | undefined): string | null {
  const date = textOf(value);
  return z.iso.date().safeParse(date).success ? date : null;
}

export function refused(reason: ScanRefusal): HostedScanAnswer {
  return { outcome: 'refused', side: 'front', reason };
}

/** `cancelled` and `provider_failed` end a check without a result. */
export type RunOutcome = 'pending' | 'approved' | 'declined' | 'cancelled' | 'provider_failed';

const OUTCOMES: Readonly<Record<OnfidoRun['status'], RunOutcome>> = {
  processing: 'pending',
  awaiting_input: 'pending',
  awaiting_client_input: 'pending',
  // A person at Onfido or at the operator's decides.
  review: 'pending',
  approved: 'approved',
  declined: 'declined',
  abandoned: 'cancelled',
  error: 'provider_failed',
};

export function outcomeOf({ status }: OnfidoRun): RunOutcome {
  return OUTCOMES[status];
}
