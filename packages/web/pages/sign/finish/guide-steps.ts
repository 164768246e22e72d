import type { DisplayedBox, FormField, SigningView } from '@countersign/signing';
import { findProblem } from '../fields/field-problems.ts';
import { currentValue, type FieldValues, isFillable } from '../fields/field-values.ts';

/** A step required for signing. */
export type GuideStep =
  | { readonly kind: 'field'; readonly field: FormField; readonly isDone: boolean }
  /** A required check that this page does not support. */
  | { readonly kind: 'trigger'; readonly field: FormField; readonly isDone: false }
  | { readonly kind: 'ink'; readonly isDone: boolean };

const BEHIND_EVERYTHING: DisplayedBox = { page: Infinity, x: 0, y: 0, width: 0, height: 0 };

function comparePlaces(a: DisplayedBox, b: DisplayedBox): number {
  return Math.sign(a.page - b.page) || a.y - b.y || a.x - b.x;
}

function placeOf(field: FormField): DisplayedBox {
  return field.boundingBox ?? field.widgets[0] ?? BEHIND_EVERYTHING;
}

function needsAttention(field: FormField, values: FieldValues): boolean {
  return isFillable(field) && (field.required || findProblem(field, currentValue(field, values)) !== null);
}

/** Required fields and checks, invalid optional fields, and the signature (once), in reading order. */
export function listSteps(
  view: Pick<SigningView, 'fields' | 'boxes' | 'openTriggers'>,
  values: FieldValues,
  hasInk: boolean,
): readonly GuideStep[] {
  const inkPlace = [...view.boxes].sort(comparePlaces)[0] ?? BEHIND_EVERYTHING;
  const steps = view.fields.flatMap((field): { place: DisplayedBox; step: GuideStep }[] => {
    const place = placeOf(field);
    if (view.openTriggers.includes(field.name))
      return [{ place, step: { kind: 'trigger', field, isDone: false } }];
    if (!needsAttention(field, values)) return [];
    const isDone = findProblem(field, currentValue(field, values)) === null;
    return [{ place, step: { kind: 'field', field, isDone } }];
  });
  steps.push({ place: inkPlace, step: { kind: 'ink', isDone: hasInk } });
  return steps.sort((a, b) => comparePlaces(a.place, b.place)).map(({ step }) => step);
}

function isAt(step: GuideStep, fieldName: string): boolean {
  return step.kind !== 'ink' && step.field.name === fieldName;
}

/** Returns the next open step after the last field, then from the top, or null. */
export function findNextStep(steps: readonly GuideStep[], currentField: string | null): GuideStep | null {
  const here = currentField === null ? -1 : steps.findIndex((step) => isAt(step, currentField));
  const ahead = [...steps.slice(here + 1), ...steps.slice(0, here + 1)];
  return ahead.find((step) => !step.isDone) ?? null;
}
