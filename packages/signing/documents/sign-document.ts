import { problem } from '@countersign/base';
import { dateIn } from '@countersign/base/time';
import { findTimeZone } from '@countersign/identity';
import type { FieldValue, FormField } from '@countersign/toolkit';
import type { SigningDeps } from '../deps.ts';
import { refusal, refuseProblems, SigningError } from '../errors.ts';
import { withLocalPath } from '../files/pdf-blobs.ts';
import { type Consent, type GivenSignature, givenSignature, methodOf } from '../methods/methods.ts';
import { asClientError, isPermanentFault, type PermanentFault } from '../ports/pdf-toolkit.ts';
import { requireBelowAttachmentLimit } from '../proofs/attachment.ts';
import { requireSignedContent } from '../proofs/electronic-id.ts';
import { keepProofs } from '../proofs/kinds.ts';
import type { Proof } from '../proofs/proof.ts';
import { requireMatchingName } from '../proofs/same-name.ts';
import { describeProofs, findMissingProof, listSessionProofs, withProofs } from '../proofs/session-proofs.ts';
import { findOpenSession, NEW_VISITOR, storedUserAgent, type Visitor } from '../sessions/find-session.ts';
import { applyEvent, canApply, type SigningSession } from '../sessions/session.ts';
import { removeSigneesProofs, storeDecision } from './decision.ts';
import { type DocumentState, replaceSignee, type Signee, signeeAtLink } from './document.ts';
import { changedEntries, checkEntries } from './field-entries.ts';
import {
  findByLink,
  type LinkTarget,
  requireFileVersion,
  requireShownName,
  requireSignee,
} from './find-by-link.ts';
import { inksToCheck, removeInks, type StoredInks, storeInks } from './given-ink.ts';
import { findPreparedView, signingOptions } from './prepared-view.ts';
import { recordSignature } from './record-signature.ts';
import { checkGivenName, checkSignCommand, type SignCommand } from './sign-command.ts';
import { preparedHashOf, renameSignee } from './signed-content.ts';
import { describeSigneeForm, type FieldContext, listServiceValues } from './signee-fields.ts';
import { requireCanSign } from './signing-access.ts';
import type { SigningView } from './signing-page-view.ts';
import { openTarget, viewForSignee } from './signing-view.ts';

/**
 * Slow work (form, values, ink) precedes the transaction, which decides again on the locked document: the
 * second of two submissions is `already_signed`.
 */
async function signDocument(
  deps: SigningDeps,
  token: string,
  command: SignCommand,
  visitor: Visitor = NEW_VISITOR,
): Promise<SigningView> {
  const found = await findByLink(deps.database.read, token);
  const now = deps.clock.now();
  requireCanSign(found.document, found.signee, now);
  requireFileVersion(found.document, command.fileVersion);
  requireShownName(found.signee, command.shownName);
  const session = await findOpenSession(deps.database.read, found, visitor, now);
  refuseProblems([
    ...checkGivenName(found.signee, command),
    ...checkSignCommand(found.signee, command, deps.settings),
  ]);
  const proofs = await listSessionProofs(deps.database.read, session, found.signee);
  requireMethodProof(found.signee, proofs);
  const target = withProofs(
    { ...found, ...nameSignee(found.document, found.signee.signeeId, command) },
    proofs,
  );
  const consent = requireConsent(deps, target.document, command);
  const { fields } = await findPreparedView(deps, target.document);
  const timeZone = await findTimeZone(deps.database.read, target.document.accountId);
  const context = { ...target, today: dateIn(timeZone, now) };
  const values = await checkValuesNow(deps, fields, context, command);
  const signed = await storeSignature(
    deps,
    target,
    { ...command, values, shownName: found.signee.fullName },
    { fields, consent, timeZone, session, entered: command.values },
  );
  const signee = signeeAtLink(signed, requireSignee(signed, target.signee.signeeId));
  const next = { ...target, document: signed, signee };
  // The next slot of a visitor is opened by signing this one.
  return signed.publicLink === undefined
    ? viewForSignee(deps, next, session)
    : openTarget(deps, next, session, visitor);
}

function nameSignee(
  document: DocumentState,
  signeeId: string,
  { fullName = '' }: SignCommand,
): Pick<LinkTarget, 'document' | 'signee'> {
  const signee = requireSignee(document, signeeId);
  if (signee.fullName !== '') return { document, signee };
  const named = renameSignee(document, signee, fullName);
  return { document: { ...document, signees: replaceSignee(document, signeeId, named) }, signee: named };
}

/** This check precedes the slow work; the transaction reads the proofs again. */
function requireMethodProof(signee: Signee, proofs: readonly Proof[]): void {
  const kind = findMissingProof(signee, proofs);
  if (kind !== undefined) throw new SigningError('proof_missing', { kind });
}

/** The page may be older than the sentence. */
function requireConsent(
  { messages }: SigningDeps,
  { language }: DocumentState,
  { consentText }: SignCommand,
): Consent {
  const text = messages.consent(language);
  if (consentText !== undefined && consentText !== text) throw new SigningError('consent_changed');
  return { text, language };
}

/** The rules first, then what needs the PDF. Resolves with the values to store. */
async function checkValuesNow(
  { blobs, toolkit }: SigningDeps,
  prepared: readonly FormField[],
  context: FieldContext,
  { values, ink, initials, fullName = '' }: SignCommand,
): Promise<readonly FieldValue[]> {
  const { document } = context;
  const form = describeSigneeForm(prepared, context);
  refuseProblems(checkEntries(form, values));
  const { preparedBlobId } = document;
  if (preparedBlobId === null) throw new TypeError(`document ${document.documentId} was not prepared`);
  const entered = changedEntries(form.fields, values);
  const filled = listServiceValues(prepared, context, form.fields, entered);
  const request = { values: entered, filled, ...inksToCheck({ fullName, ink, initials }) };
  const checked = await located(
    withLocalPath(blobs, preparedBlobId, (path) =>
      toolkit.checkSigning({ input: path, ...request }, signingOptions(document)),
    ),
    (fault) => placeOfFault({ values, ink, fullName }, fault),
  );
  const byName = new Map(checked.values.map((entry) => [entry.name, entry]));
  return values.map((entry) => byName.get(entry.name) ?? entry);
}

async function located<T>(work: Promise<T>, placeOf: (fault: PermanentFault) => string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isPermanentFault(error)) throw asClientError(error);
    throw refusal(problem(error.code, placeOf(error), error.params), undefined, { cause: error });
  }
}

/** Others are of the ink, the initials or the name. */
function placeOfFault(
  { values, ink, fullName = '' }: Pick<SignCommand, 'values' | 'ink' | 'fullName'>,
  { code, params }: PermanentFault,
): string {
  if (code === 'image_not_readable') return params.ink === 'initials' ? 'initials.png' : 'ink.png';
  if (code === 'text_not_drawable' && params.field === undefined) {
    const character = String(params.character);
    if (fullName.includes(character)) return 'fullName';
    return ink?.kind === 'typed' && ink.typedName.includes(character)
      ? 'ink.typedName'
      : 'initials.typedName';
  }
  const index = values.findIndex(({ name }) => name === params.field);
  return index < 0 ? 'values' : `values.${index}.value`;
}

async function storeSignature(
  deps: SigningDeps,
  { document, signee, verification }: LinkTarget,
  command: SignCommand & { readonly shownName: string },
  {
    fields,
    consent,
    timeZone,
    session,
    entered,
  }: {
    readonly fields: readonly FormField[];
    readonly consent: Consent;
    readonly timeZone: string;
    readonly session: SigningSession | null;
    /** The values as they were sent. */
    readonly entered: readonly FieldValue[];
  },
): Promise<DocumentState> {
  const fileSha256 = preparedHashOf(document);
  const inks = await storeInks(deps, document, command);
  const verifiedAt = session?.verifiedAt ?? null;
  const described = {
    ...commonFacts(command),
    consent,
    ...(verification !== null && verifiedAt !== null
      ? { verification: { channel: session?.verifiedBy ?? verification.channel, verifiedAt } }
      : {}),
  };
  try {
    const rules = {
      retentionDays: deps.settings.retentionDays,
      timeZone,
      fileSha256,
      salt: deps.ids.secret(),
    };
    return await deps.database.transact(async (stores) => {
      const locked = await stores.documents.lock(document.documentId);
      if (locked === null) return document;
      // The time is taken after the lock, so that the entries of a document are in the order of their times.
      const facts = { ...described, signedAt: deps.clock.now() };
      // A deleted document has no PDF either.
      const named = nameSignee(locked, signee.signeeId, command);
      requireShownName(requireSignee(locked, signee.signeeId), command.shownName);
      requireSamePdf(document, locked);
      const proofs = await listSessionProofs(stores, session, named.signee);
      requireMethodProof(named.signee, proofs);
      requireSignedContent(named, fileSha256, proofs, entered);
      const proven = withProofs(named, proofs);
      const signature = buildSignature(named.signee, facts, inks, proofs);
      requireBelowAttachmentLimit(locked, signature.attachments);
      requireMatchingName(named.signee, signature);
      const decision = recordSignature(proven.document, signee.signeeId, signature, fields, rules);
      // A question may have changed it meanwhile.
      const current = session && (await stores.sessions.find(session.idHash));
      const isOpen = current !== null && canApply(current, 'sign');
      await keepProofs(stores, proofs, facts.signedAt);
      await removeSigneesProofs(stores, document, signee.signeeId);
      return storeDecision(
        stores,
        locked,
        isOpen ? { ...decision, session: applyEvent(current, 'sign') } : decision,
        deps,
      );
    });
  } catch (error) {
    // The ink is removed only after a refusal: after an outage the commit is unknown, and the ink may be evidence.
    if (error instanceof SigningError) await removeInks(deps, inks);
    throw error;
  }
}

/** The sender may have changed values meanwhile: the signee has to see them. */
function requireSamePdf(shown: DocumentState, now: DocumentState): void {
  if (shown.preparedBlobId !== now.preparedBlobId) throw new SigningError('document_changed');
}

function commonFacts({ ipAddress, userAgent, values }: SignCommand) {
  return { ipAddress, userAgent: storedUserAgent(userAgent), values };
}

/** Throws `signature_type_not_supported` if the proofs do not give all parts of the method. */
function buildSignature(
  signee: Signee,
  facts: ReturnType<typeof commonFacts> & Pick<GivenSignature, 'consent' | 'signedAt'>,
  { ink, initials }: StoredInks,
  proofs: readonly Proof[],
): GivenSignature {
  const { parts, attachments, images, proofs: proven } = describeProofs(signee, proofs);
  const { signatureType } = signee;
  const method = methodOf(signatureType);
  const parsed = givenSignature.safeParse({
    ...facts,
    method: signatureType,
    ...('ink' in method.parts ? { ink } : {}),
    ...('initials' in method.parts && initials !== null ? { initials } : {}),
    ...parts,
    attachments,
    ...(proven.length === 0 ? {} : { proofs: proven }),
    ...(images.length === 0 ? {} : { scannedImages: images }),
  });
  if (!parsed.success)
    throw refusal(problem('signature_type_not_supported', 'signatureType', { signatureType }));
  return parsed.data;
}

export const signingOperations = { sign: signDocument };
