import { findAttribute, findBrokenFormat, formatDay, listFormats } from '@countersign/forms/attributes';
import type { FieldValue, FormField } from '@countersign/toolkit';
import type { AnyProofDefinition } from '../proofs/define-proof.ts';
import { findTriggeredKind } from '../proofs/kinds.ts';
import type { DocumentState, OperatedTrigger, Signee } from './document.ts';
import {
  applyGivenValues,
  type FieldOffer,
  givenValues,
  isFillable,
  isSameList,
  isSeen,
  listOf,
  type SigneeForm,
} from './field-entries.ts';
import { findOwners, isOfOther, nameOwners, type OwnedField } from './field-owners.ts';

/** `today` is ISO 8601, in the account's time zone. */
export interface FieldContext {
  readonly document: DocumentState;
  readonly signee: Signee;
  readonly today: string;
}

/**
 * With earlier values, results of triggers, date and name. Here `readOnly` alone says whether the signee may
 * change a field (docs/api/forms.md#who-may-change-a-field).
 */
export function describeSigneeForm(prepared: readonly FormField[], context: FieldContext): SigneeForm {
  const { document, signee } = context;
  const given = givenValues(document);
  const isGiven = new Set(given.map(({ name }) => name));
  const names = ownNameFields(prepared, context);
  const filled = valuesOfTriggers(document);
  const operated = new Set(
    operatedTriggers(document).flatMap(({ field }) =>
      prepared.filter(({ name }) => name === field).flatMap(groupsOf),
    ),
  );
  const choiceNames = new Set(prepared.filter(({ type }) => type !== 'textField').map(({ name }) => name));
  const owned = nameOwners(applyGivenValues(prepared, given), findOwners(document));
  const fields = owned.map((field) => {
    if (signee.signature !== null || isGiven.has(field.name)) return field;
    // What a check of its owner filled in is shown once the owner has signed.
    if (isOfOther(field, signee.signeeId)) return { ...field, readOnly: true };
    const value = filled.get(field.name);
    if (value !== undefined) return { ...field, value };
    const filledField = fillFromContext(field, context, { names, operated });
    // A text is not valid for a choice of the same name.
    return choiceNames.has(field.name) ? { ...filledField, value: field.value } : filledField;
  });
  const own = fields.filter((field) => !isOfOther(field, signee.signeeId));
  return {
    signeeId: signee.signeeId,
    fields,
    offers: listOffers(own, signee),
    openTriggers: listOpenTriggers(own, document),
  };
}

/** Part of the signature too. */
export function listServiceValues(
  prepared: readonly FormField[],
  { document }: FieldContext,
  shown: readonly FormField[],
  entered: readonly FieldValue[],
): readonly FieldValue[] {
  const before = new Map(applyGivenValues(prepared, givenValues(document)).map(toFieldEntry));
  const changed = new Set(entered.map(({ name }) => name));
  const filled = shown
    .filter(({ name, value }) => !changed.has(name) && !isSameList(value, before.get(name)))
    .map(({ name, value }) => [name, value] as const);
  // Fields of one name share a value.
  return [...new Map(filled)].map(([name, value]) => ({ name, value }));
}

export function listCorrectedFields(document: DocumentState, { signature }: Signee): readonly string[] {
  const filled = valuesOfTriggers(document);
  return (signature?.values ?? [])
    .filter(({ name, value }) => filled.has(name) && !isSameList(listOf(value), filled.get(name)))
    .map(({ name }) => name);
}

function operatedTriggers({ signees }: DocumentState): readonly OperatedTrigger[] {
  return signees.flatMap(({ operatedTriggers: operated }) => operated);
}

function valuesOfTriggers(document: DocumentState): ReadonlyMap<string, readonly string[]> {
  return new Map(operatedTriggers(document).flatMap(({ values }) => values.map(toEntry)));
}

function toEntry({ name, value }: FieldValue): readonly [string, readonly string[]] {
  return [name, listOf(value)];
}

function toFieldEntry({ name, value }: FormField): readonly [string, readonly string[]] {
  return [name, value];
}

function fillFromContext(
  field: OwnedField,
  { signee, today }: FieldContext,
  { names, operated }: { readonly names: ReadonlySet<string>; readonly operated: ReadonlySet<string> },
): OwnedField {
  if (!isSeen(field) || field.name === '') return { ...field, readOnly: true };
  if (hasAttribute(field, 'svc-date-now')) return withDate(field, today);
  if (awaitsTrigger(field, operated)) return { ...field, readOnly: true };
  const hasName = signee.fullName !== '';
  const takesName =
    names.has(field.name) && field.value.length === 0 && hasName && fits(field, signee.fullName);
  return takesName ? { ...field, value: [signee.fullName] } : field;
}

/** Fields of a trigger are read-only until it was operated: then the signee may fill what it left empty. */
function awaitsTrigger({ attributes }: FormField, operated: ReadonlySet<string>): boolean {
  const receiving = groupsOf({ attributes: attributes.filter(({ kind }) => kind === 'auto-populated') });
  return receiving.some((group) => !operated.has(group));
}

function groupsOf({ attributes }: Pick<FormField, 'attributes'>): readonly string[] {
  return attributes.flatMap(({ name, index }) => {
    const group = findAttribute(name)?.group;
    return group === undefined ? [] : [`${group} ${index}`];
  });
}

function withDate(field: OwnedField, today: string): OwnedField {
  const written = field.dateFormat === undefined ? today : formatDay(today, field.dateFormat);
  // Fields of eight cells have room for the digits.
  const date = fits(field, written) ? written : written.replace(/\D/g, '');
  return { ...field, value: [date], readOnly: true };
}

/**
 * Owned fields have the name of their owner [D10-08]. Of the others a single signee has all, a single field is for the
 * first; otherwise fields go to signees in order.
 */
function ownNameFields(
  prepared: readonly FormField[],
  { document, signee }: FieldContext,
): ReadonlySet<string> {
  const asking = prepared.filter(
    (field) => field.type === 'textField' && isSeen(field) && hasAttribute(field, 'svc-input-fullname'),
  );
  const { own = [], free = [] } = Object.groupBy(nameOwners(asking, findOwners(document)), ({ owner }) =>
    owner === undefined ? 'free' : 'own',
  );
  const names = own.filter(({ owner }) => owner?.signeeId === signee.signeeId);
  const index = document.signees.findIndex(({ signeeId }) => signeeId === signee.signeeId);
  const isForAll = document.signees.length === 1 || free.length === 1;
  return new Set([...names, ...(isForAll ? free : free.slice(index, index + 1))].map(({ name }) => name));
}

function listOffers(
  fields: readonly FormField[],
  { emailAddress, phoneNumber }: Signee,
): readonly FieldOffer[] {
  const contacts = { email_address: emailAddress, swedish_mobile_number: phoneNumber };
  return fields
    .filter((field) => field.type === 'textField' && isFillable(field) && field.value.length === 0)
    .flatMap((field) => {
      const value = listFormats(field.attributes).flatMap((format) => contacts[format] ?? [])[0];
      return value !== undefined && fits(field, value) ? [{ field: field.name, value }] : [];
    });
}

function fits({ maxLength, attributes }: FormField, text: string): boolean {
  if (maxLength !== null && Array.from(text).length > maxLength) return false;
  return findBrokenFormat(attributes, text) === undefined;
}

/** One scan serves all triggers of an index; others are separate. */
function listOpenTriggers(fields: readonly FormField[], document: DocumentState): readonly string[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const operated = operatedTriggers(document).flatMap(({ field: name }) => {
    const field = byName.get(name);
    return field === undefined ? [] : triggerKeys(field);
  });
  const isOperated = new Set(operated);
  return requiredTriggers(fields)
    .filter((field) => !triggerKeys(field).some((key) => isOperated.has(key)))
    .map(({ name }) => name);
}

function requiredTriggers(fields: readonly FormField[]): readonly FormField[] {
  return fields.filter((field) => field.required && isSeen(field) && triggerKeys(field).length > 0);
}

function triggerKeys({ name: field, attributes }: FormField): readonly string[] {
  return attributes.flatMap(({ name, kind, index }) => {
    if (kind !== 'trigger') return [];
    const group = findAttribute(name)?.group;
    return [group === undefined ? `field ${field}` : `${group} ${index}`];
  });
}

/** They make signing impossible [2.10-52]. */
export function listUnavailableTriggers(
  fields: readonly FormField[],
  isOffered: (kind: AnyProofDefinition) => boolean,
): readonly string[] {
  return requiredTriggers(fields)
    .filter(({ attributes }) => {
      const kind = findTriggeredKind(attributes);
      return kind === undefined || !isOffered(kind);
    })
    .map(({ name }) => name);
}

function hasAttribute({ attributes }: FormField, name: string): boolean {
  return attributes.some((attribute) => attribute.name === name);
}
