import { Readable } from 'node:stream';
import { findTimeZone } from '../accounts/find-account.ts';
import { dateIn } from '../accounts/time-zone.ts';
import { SigningError } from '../errors.ts';
import { withLocalPath } from '../files/pdf-blobs.ts';
import { asClientError, isPermanentFault } from '../pdf-faults.ts';
import type { CallOptions, FieldValue, FormField, PdfToolkit } from '../ports/pdf-toolkit.ts';
import { problem, refusal, refuseProblems } from '../problems.ts';
import type { InkInput, SignCommand, SigningDeps, SigningView } from '../signing.ts';
import { changeDocument } from './decision.ts';
import type { Consent, DocumentState, Ink, Signature } from './document.ts';
import { changedEntries, checkEntries } from './field-entries.ts';
import { findByLink, type LinkTarget, requireSignee } from './find-by-link.ts';
import { checkSignCommand } from './ink-rules.ts';
import { findPreparedView } from './prepared-view.ts';
import { recordSignature } from './record-signature.ts';
import { describeSigneeForm, type SigneeForm } from './signee-fields.ts';
import { requireCanSign } from './signing-access.ts';
import { viewForSignee } from './signing-view.ts';
import { signingOptions } from './task-options.ts';

/**
 * One signee signs. Everything that takes time (reading the form, checking values, storing the ink) happens before the
 * transaction; the transaction decides again on the locked document, so of two submissions one is `already_signed`.
 */
export async function signDocument(
  deps: SigningDeps,
  token: string,
  command: SignCommand,
): Promise<SigningView> {
  const target = await findByLink(deps.database.read, token);
  requireCanSign(target.document, target.signee);
  refuseProblems(checkSignCommand(command, deps.settings));
  const consent = requireConsent(deps, target.document, command);
  const { fields } = await findPreparedView(deps, target.document);
  const timeZone = await findTimeZone(deps.database.read, target.document.accountId);
  const form = describeSigneeForm(fields, { ...target, today: dateIn(timeZone, deps.clock.now()) });
  const values = await checkValuesNow(deps, target.document, form, command);
  const signed = await storeSignature(deps, target, { ...command, values }, { fields, consent, timeZone });
  return viewForSignee(deps, { document: signed, signee: requireSignee(signed, target.signee.signeeId) });
}

/** What is agreed to is what was shown: the page may be older than the sentence. */
function requireConsent(
  { words }: SigningDeps,
  { language }: DocumentState,
  { consentText }: SignCommand,
): Consent {
  const text = words.consent(language);
  if (consentText !== undefined && consentText !== text) throw new SigningError('consent_changed');
  return { text, language };
}

/**
 * The rules, then what only the PDF can tell: options, lengths, whether a font can draw the text. Resolves with the values
 * that may be kept.
 */
async function checkValuesNow(
  { blobs, toolkit }: SigningDeps,
  document: DocumentState,
  form: SigneeForm,
  { values, ink }: SignCommand,
): Promise<readonly FieldValue[]> {
  refuseProblems(checkEntries(form, values));
  const changed = changedEntries(form.fields, values);
  const { preparedBlobId } = document;
  let kept = changed;
  if (changed.length > 0 && preparedBlobId !== null) {
    const check = withLocalPath(blobs, preparedBlobId, (path) =>
      toolkit.checkValues(path, changed, { filledBy: 'signee', ...signingOptions(document) }),
    );
    kept = (await located(check, (field) => placeOfField(values, field))).values;
  }
  await checkInkNow(toolkit, ink, signingOptions(document));
  const byName = new Map(kept.map((entry) => [entry.name, entry]));
  return values.map((entry) => byName.get(entry.name) ?? entry);
}

/**
 * What is stamped later has to be stampable now. A copy goes: bytes handed to the toolkit are empty afterwards (`slice`
 * would not do, a Buffer's shares its memory).
 */
async function checkInkNow(toolkit: PdfToolkit, ink: InkInput, options: CallOptions): Promise<void> {
  if (ink.kind === 'typed')
    return located(toolkit.checkText([ink.typedName], options), () => 'ink.typedName');
  await located(toolkit.checkInk(new Uint8Array(ink.png), options), () => 'ink.png');
}

async function located<T>(work: Promise<T>, placeOf: (field: string) => string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isPermanentFault(error)) throw asClientError(error);
    const path = placeOf(String(error.params.field ?? ''));
    throw refusal(problem(error.code, path, error.params), undefined, { cause: error });
  }
}

function placeOfField(values: readonly FieldValue[], field: string): string {
  const index = values.findIndex(({ name }) => name === field);
  return index < 0 ? 'values' : `values.${index}.value`;
}

async function storeSignature(
  deps: SigningDeps,
  { document, signee }: LinkTarget,
  command: SignCommand,
  {
    fields,
    consent,
    timeZone,
  }: { readonly fields: readonly FormField[]; readonly consent: Consent; readonly timeZone: string },
): Promise<DocumentState> {
  const ink = await storeInk(deps, command.ink);
  const signature = { ...signatureOf(command, ink, deps.clock.now()), consent };
  const rules = { retentionDays: deps.settings.retentionDays, timeZone };
  try {
    const signed = await changeDocument(deps, document.documentId, (locked) =>
      recordSignature(locked, signee.signeeId, signature, fields, rules),
    );
    return signed ?? document;
  } catch (error) {
    // Only after a refusal: an outage may have hidden a commit, and then the ink is evidence.
    if (error instanceof SigningError && ink.blobId !== null) await deps.blobs.remove(ink.blobId);
    throw error;
  }
}

function signatureOf({ ipAddress, userAgent, values }: SignCommand, ink: Ink, signedAt: Date): Signature {
  return { signedAt, ipAddress, userAgent: userAgent.toWellFormed().slice(0, MAX_USER_AGENT), ink, values };
}

/** Longest user agent kept as evidence, in UTF-16 units; real ones stay under 300. Ours. */
const MAX_USER_AGENT = 1000;

async function storeInk({ blobs, ids, settings }: SigningDeps, ink: InkInput): Promise<Ink> {
  if (ink.kind === 'typed') return { blobId: null, ...ink };
  const blobId = ids.uuid();
  await blobs.putStream(blobId, Readable.from([Buffer.from(ink.png)]), settings.maxInkBytes);
  return { kind: 'drawn', blobId, typedName: null };
}
