import type { StoredFile } from '../files/file.ts';
import { withPdfOf } from '../files/pdf-of-file.ts';
import { asClientError, isPermanentFault, type PermanentFault } from '../pdf-faults.ts';
import type { FieldValue, ValueCheck } from '../ports/pdf-toolkit.ts';
import { problem, refusal } from '../problems.ts';
import type { CreateDocumentCommand, SigningDeps, Warning } from '../signing.ts';
import { boxRequests } from './box-rules.ts';
import type { Signee } from './document.ts';
import { listRequiredTriggers } from './signee-fields.ts';

/** What a request may be stored with. */
export interface CheckedRequest {
  readonly warnings: readonly Warning[];
  /** As they came, but for passwords: nobody keeps those. */
  readonly values: readonly FieldValue[];
}

/** Checks boxes, values and names against the file, before anything is stored. A refusal names the member of the request. */
export function checkAgainstFile(
  { database, blobs, toolkit }: Pick<SigningDeps, 'database' | 'blobs' | 'toolkit'>,
  file: StoredFile,
  command: Pick<CreateDocumentCommand, 'fields'>,
  signees: readonly Signee[],
): Promise<CheckedRequest> {
  const names = signees.map(({ fullName }) => fullName);
  const request = { texts: names, boxes: boxRequests(signees), values: command.fields ?? [] };
  return withPdfOf({ database, blobs }, file, async (path) => {
    const checking = toolkit.checkRequest(path, request, { account: file.accountId });
    const checked = await located(checking, (fault) => placeOfFault(fault, command, signees));
    const triggers = listRequiredTriggers(checked.fields);
    const warnings = [
      ...triggers.map((field) => ({ code: 'trigger_not_available', path: 'fileId', params: { field } })),
      ...checked.boxWarnings.map(({ code, params }) => boxWarning(code, params, signees)),
      ...valueWarnings(checked.valueWarnings, command),
    ];
    return { warnings, values: checked.values };
  });
}

/** Of what writing values warns of, what people would miss in the document; the rest is how it was mended. */
const LOSSES: ReadonlySet<string> = new Set(['value_clipped', 'calculations_not_run', 'xfa_dropped']);

function valueWarnings(
  found: ValueCheck['warnings'],
  { fields }: Pick<CreateDocumentCommand, 'fields'>,
): readonly Warning[] {
  const indexes = new Map((fields ?? []).map(({ name }, index) => [name, index]));
  return found
    .filter(({ code }) => LOSSES.has(code))
    .map(({ code, field }) => {
      if (field === undefined) return { code };
      const index = indexes.get(field);
      return { code, path: index === undefined ? 'fields' : `fields.${index}`, params: { field } };
    });
}

async function located<T>(
  work: Promise<T> | T,
  placeOf: (fault: PermanentFault) => string | null,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const path = isPermanentFault(error) ? placeOf(error) : null;
    if (!isPermanentFault(error) || path === null) throw asClientError(error);
    throw refusal(problem(error.code, path, error.params), undefined, { cause: error });
  }
}

/** The member a fault is about: faults of values name the field, of boxes the page, of names the character. */
function placeOfFault(
  { code, params }: PermanentFault,
  command: Pick<CreateDocumentCommand, 'fields'>,
  signees: readonly Signee[],
): string | null {
  if (params.field !== undefined) return placeOfField(String(params.field), command);
  if (params.page !== undefined) return placeOfBox(params, signees);
  return code === 'text_not_drawable' ? placeOfName(params.character, signees) : null;
}

function placeOfName(character: string | number | undefined, signees: readonly Signee[]): string {
  const index = signees.findIndex(
    ({ fullName }) => character !== undefined && fullName.includes(String(character)),
  );
  return index < 0 ? 'signeeDetails' : `signeeDetails.${index}.fullName`;
}

function placeOfField(field: string, command: Pick<CreateDocumentCommand, 'fields'>): string {
  const index = (command.fields ?? []).findIndex(({ name }) => name === field);
  return index < 0 ? 'fields' : `fields.${index}`;
}

function placeOfBox(params: PermanentFault['params'], signees: readonly Signee[]): string {
  const index = signees.findIndex((signee) => isMeant(params, signee));
  return index < 0 ? 'signeeDetails' : `signeeDetails.${index}.signatureBox`;
}

function isMeant({ id, page, x, y }: PermanentFault['params'], { signeeId, signatureBox }: Signee): boolean {
  if (id !== undefined) return id === signeeId;
  if (signatureBox === null || signatureBox.page !== page) return false;
  return (x === undefined || x === signatureBox.x) && (y === undefined || y === signatureBox.y);
}

/** Signee ids are unknown to the client yet: warnings speak of paths. */
function boxWarning(code: string, params: Warning['params'] & object, signees: readonly Signee[]): Warning {
  const paths = new Map(
    signees.map(({ signeeId }, index) => [signeeId, `signeeDetails.${index}.signatureBox`]),
  );
  const named = Object.entries(params).map(
    ([key, value]) => [key, paths.get(String(value)) ?? value] as const,
  );
  const path = named.map(([, value]) => String(value)).find((value) => value.startsWith('signeeDetails.'));
  return { code, ...(path === undefined ? {} : { path }), params: Object.fromEntries(named) };
}
