import { FORM_LIMITS } from '@countersign/pdf';
import { readArray } from '../fields/dict-reading.ts';
import { describeScripts, isComputed } from '../fields/field-scripts.ts';
import type { Field, Form } from '../fields/form.ts';
import { Key } from '../fields/keys.ts';
import type { FormWarning } from './refresh-appearances.ts';

/** In a message; a tax form computes hundreds. */
const MAX_NAMES = 5;

export function reportScripts(form: Form, written: ReadonlySet<string>): FormWarning[] {
  const ofFields = form.fields
    .filter(({ name }) => written.has(name))
    .flatMap((field) => describeScripts(field).map((warning) => ({ ...warning, field: field.name })));
  return [...ofFields, ...reportCalculations(form)];
}

/** /CO lists the computed fields (ISO 32000-1 table 218); some writers leave it out. */
function reportCalculations(form: Form): FormWarning[] {
  const order = form.acroForm && readArray(form.acroForm, Key.CO);
  const listed = new Set<unknown>(order?.asArray().slice(0, FORM_LIMITS.formFields));
  const isListed = ({ nodes }: Field) =>
    listed.size > 0 && nodes.some(({ ref }) => ref !== undefined && listed.has(ref));
  const names = form.fields.filter((field) => isListed(field) || isComputed(field)).map(({ name }) => name);
  if (names.length === 0) return [];
  return [
    {
      code: 'calculations_not_run',
      message: `Scripts compute ${quoteNames(names)}; scripts are not run, so their values stay as they are.`,
    },
  ];
}

function quoteNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `"${name}"`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
