import type { PageText } from '@countersign/i18n';
import type { CheckView, DisplayedBox, FormField, SigningView } from '@countersign/signing';
import { labelOf } from '../../document/field-options.ts';
import { inReadingOrder } from '../../document/reading-order.ts';
import { findProblem } from '../fields/field-problems.ts';
import { currentValue, type FieldValues, isBlank, isFillable } from '../fields/field-values.ts';
import { checkName } from '../proofs/check-name.ts';

/** Required for signing. */
export type GuideStep =
  | { readonly kind: 'field'; readonly field: FormField; readonly isDone: boolean }
  | { readonly kind: 'trigger'; readonly field: FormField; readonly isDone: boolean }
  /** Of the signature method, or a payment. */
  | { readonly kind: 'check'; readonly check: CheckView; readonly isDone: boolean }
  | { readonly kind: 'ink'; readonly isDone: boolean };

/** It is the act of signing, so it comes after the review. */
export function isSigningCheck({ kind }: Pick<CheckView, 'kind'>): boolean {
  return kind === 'electronic_id';
}

const BEHIND_EVERYTHING: DisplayedBox = { page: Infinity, x: 0, y: 0, width: 0, height: 0 };

function placeOf(field: FormField): DisplayedBox {
  return field.boundingBox ?? field.widgets[0] ?? BEHIND_EVERYTHING;
}

function needsAttention(field: FormField, values: FieldValues): boolean {
  return isFillable(field) && (field.required || findProblem(field, currentValue(field, values)) !== null);
}

/** In reading order. The signature is one step. */
export function listSteps(
  view: Pick<SigningView, 'fields' | 'boxes' | 'checks' | 'openTriggers' | 'hasInk'>,
  values: FieldValues,
  hasInk: boolean,
): readonly GuideStep[] {
  const inkPlace =
    inReadingOrder(view.boxes.filter(({ type }) => type === 'signature').map((place) => ({ place })))[0]
      ?.place ?? BEHIND_EVERYTHING;
  const steps = view.fields.flatMap((field): { place: DisplayedBox; step: GuideStep }[] => {
    const place = placeOf(field);
    const isOpen = view.openTriggers.includes(field.name);
    if (isOpen || view.checks.some((check) => check.required && check.field === field.name))
      return [{ place, step: { kind: 'trigger', field, isDone: !isOpen } }];
    if (!needsAttention(field, values)) return [];
    const isDone = findProblem(field, currentValue(field, values)) === null;
    return [{ place, step: { kind: 'field', field, isDone } }];
  });
  for (const check of view.checks.filter((one) => one.field === null && !isSigningCheck(one))) {
    const isDone = check.proofs.some(({ status }) => status === 'succeeded');
    steps.push({ place: inkPlace, step: { kind: 'check', check, isDone } });
  }
  if (view.hasInk) steps.push({ place: inkPlace, step: { kind: 'ink', isDone: hasInk } });
  return inReadingOrder(steps).map(({ step }) => step);
}

function isAt(step: GuideStep, fieldName: string): boolean {
  return 'field' in step && step.field.name === fieldName;
}

/** After the last field, then from the top. */
export function findNextStep(steps: readonly GuideStep[], currentField: string | null): GuideStep | null {
  const here = currentField === null ? -1 : steps.findIndex((step) => isAt(step, currentField));
  const ahead = [...steps.slice(here + 1), ...steps.slice(0, here + 1)];
  return ahead.find((step) => !step.isDone) ?? null;
}

/** In reading order. */
export function sortFields(fields: readonly FormField[]): readonly FormField[] {
  return inReadingOrder(fields.map((field) => ({ field, place: placeOf(field) }))).map(({ field }) => field);
}

/** Blank, in reading order. */
export function listOptionalFields(
  { fields }: Pick<SigningView, 'fields'>,
  values: FieldValues,
): readonly FormField[] {
  return sortFields(fields).filter(
    (field) => isFillable(field) && !field.required && isBlank(currentValue(field, values)),
  );
}

export function stepName(step: GuideStep, text: PageText): string {
  if (step.kind === 'ink') return text('signHere');
  return step.kind === 'check' ? checkName(step.check, text) : labelOf(step.field);
}
