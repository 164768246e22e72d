import { problem } from '@countersign/base';
import { dateIn } from '@countersign/base/time';
import type { FormField } from '@countersign/toolkit';
import { refusal, refuseProblems } from '../errors.ts';
import { type GivenSignature, partsOf, type Signature, type UploadedAttachment } from '../methods/methods.ts';
import type { Identification } from '../methods/signature-parts.ts';
import { inviteNext, ownerJob } from '../notifications/messages.ts';
import { findDifferingNames } from '../proofs/same-name.ts';
import type { Decision } from './audited-decision.ts';
import { type DocumentState, replaceSignee, type Signee } from './document.ts';
import { changedEntries, checkEntries } from './field-entries.ts';
import { requireSignee } from './find-by-link.ts';
import { touch } from './retention.ts';
import { describeShown } from './signed-content.ts';
import { describeSigneeForm, listServiceValues } from './signee-fields.ts';
import { isFullySigned, requireCanSign } from './signing-access.ts';

export interface SigningRules {
  readonly retentionDays: number;
  /** The time zone of dates of signing. */
  readonly timeZone: string;
  /** SHA-256 (hex) of the PDF that the page had. */
  readonly fileSha256: string;
  /** Random, for the hash of the values. */
  readonly salt: string;
}

/**
 * Throws `already_signed`, `not_your_turn`, `document_not_signable`, and problems of values that another
 * signee may have given meanwhile.
 */
export function recordSignature(
  document: DocumentState,
  signeeId: string,
  signature: GivenSignature,
  preparedFields: readonly FormField[],
  { retentionDays, timeZone, fileSha256, salt }: SigningRules,
): Decision {
  const signee = requireSignee(document, signeeId);
  requireCanSign(document, signee, signature.signedAt);
  requireMethod(signee, signature);
  const context = { document, signee, today: dateIn(timeZone, signature.signedAt) };
  const form = describeSigneeForm(preparedFields, context);
  refuseProblems(checkEntries(form, signature.values));
  const entered = changedEntries(form.fields, signature.values);
  const values = [...entered, ...listServiceValues(preparedFields, context, form.fields, entered)];
  const signed: Signature = {
    ...signature,
    values,
    timeZone,
    enteredFields: entered.map(({ name }) => name),
    shown: describeShown(fileSha256, values, salt),
  };
  const signees = replaceSignee(document, signeeId, { signature: signed });
  const next = touch({ ...document, signees }, signature.signedAt, retentionDays);
  const invited = inviteNext(next, document.signees, signature.signedAt);
  return {
    document: invited.document,
    entries: [...signingEntries(signee, signed), ...invited.entries],
    jobs: [
      ...(isFullySigned(next)
        ? [{ name: 'complete-document' as const, documentId: next.documentId }]
        : invited.jobs),
      ...(document.notifyOwner ? [ownerJob(document, 'owner_signed', { about: signeeId })] : []),
    ],
  };
}

/** Another one may not identify the signee. */
function requireMethod({ signatureType }: Signee, { method }: GivenSignature): void {
  if (method !== signatureType)
    throw refusal(problem('signature_type_not_supported', 'signatureType', { signatureType }));
}

/** `checkSignCommand` requires consent: the trail records it with address and user agent. */
function signingEntries({ signeeId, fullName }: Signee, signature: Signature): Decision['entries'] {
  const { ipAddress, userAgent, consent, attachments, verification, method: signatureType } = signature;
  const { signedAt: date } = signature;
  const { fileSha256, valuesSha256 } = signature.shown;
  const content = { fileSha256, valuesSha256 };
  const { ink, initials, identification } = partsOf(signature);
  const origin = { ipAddress, userAgent };
  const method = {
    ...{ signatureType, ink: ink?.kind ?? null },
    ...(initials !== null && { initials: initials.kind }),
    ...describeProvider(identification),
  };
  const verified = verification && { verification: verification.channel };
  return [
    { type: 'document.consented', date, details: { signeeId, ...origin, ...consent, ...content } },
    {
      type: 'document.signed',
      date,
      details: {
        signeeId,
        ...method,
        ...verified,
        ...origin,
        ...content,
        ...describeAttachments(attachments),
        ...(findDifferingNames(fullName, signature).length > 0 && { nameDiffers: true }),
      },
    },
  ];
}

/** Leaves the identity out, because entries outlive it. */
function describeProvider(identification: Identification | null) {
  if (identification === null) return {};
  const { provider, isSandbox } = identification;
  return { provider, ...(isSandbox && { isSandbox }) };
}

/** Names attachments by their hashes: the chain must hold what the seal holds, and a name may be personal data. */
function describeAttachments(attachments: readonly UploadedAttachment[]) {
  if (attachments.length === 0) return {};
  return { attachments: attachments.map(({ sha256, size }) => ({ sha256, size })) };
}
