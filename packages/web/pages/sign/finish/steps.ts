import type { PageText } from '@countersign/i18n';
import type { CheckView, DisplayedBox, FormField, PlacedBox, SigningView } from '@countersign/signing';
import { inReadingOrder, labelOf } from '../../document/reading-order.ts';
import { currentValue, type FieldValues, findProblem, isBlank, isFillable } from '../fields/field-values.ts';
import { checkName } from '../proofs/proof-frame.tsx';

/** What a signee draws, or types. */
export type MarkKind = 'signature' | 'initials';

/** Each step is required for signing. */
export type GuideStep =
  | { readonly kind: 'field'; readonly field: FormField; readonly isDone: boolean }
  | {
      readonly kind: 'trigger';
      readonly field: FormField;
      readonly isAttachment: boolean;
      readonly isDone: boolean;
    }
  /** The check belongs to the signature method, or is a payment. */
  | { readonly kind: 'check'; readonly check: CheckView; readonly isDone: boolean }
  /** `box` is null where the document has none for the signature. */
  | {
      readonly kind: 'mark';
      readonly mark: MarkKind;
      readonly box: PlacedBox | null;
      readonly isDone: boolean;
    };

export type MarkStep = Extract<GuideStep, { readonly kind: 'mark' }>;

/** The boxes that the signee has taken, by their keys. */
export type TakenBoxes = ReadonlySet<string>;

export function boxKey({ type, page, x, y }: PlacedBox): string {
  return `${type} ${page} ${x} ${y}`;
}

/** Names the signature of a document without a box for it. */
export const NO_BOX = 'signature';

export function markKey({ box }: Pick<MarkStep, 'box'>): string {
  return box === null ? NO_BOX : boxKey(box);
}

/** The check is the act of signing, so it comes after the review. */
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

type Steppable = Pick<SigningView, 'fields' | 'boxes' | 'checks' | 'openTriggers' | 'hasInk'>;

/** Own boxes of signatures and initials, each of which is a step [D10-11]. */
export function listMarkBoxes({ boxes, hasInk }: Pick<Steppable, 'boxes' | 'hasInk'>): readonly PlacedBox[] {
  return hasInk ? boxes.filter(({ type }) => type !== 'id_scan') : [];
}

/** Lists the steps in reading order. */
export function listSteps(view: Steppable, values: FieldValues, taken: TakenBoxes): readonly GuideStep[] {
  const signatures = view.boxes.filter(({ type }) => type === 'signature');
  const inkPlace = inReadingOrder(signatures.map((place) => ({ place })))[0]?.place ?? BEHIND_EVERYTHING;
  const steps = view.fields.flatMap((field): { place: DisplayedBox; step: GuideStep }[] => {
    const place = placeOf(field);
    const isOpen = view.openTriggers.includes(field.name);
    const check = view.checks.find((one) => one.required && one.field === field.name);
    const isAttachment = check?.kind === 'attachment';
    if (isOpen || check !== undefined)
      return [{ place, step: { kind: 'trigger', field, isAttachment, isDone: !isOpen } }];
    if (!needsAttention(field, values)) return [];
    const isDone = findProblem(field, currentValue(field, values)) === null;
    return [{ place, step: { kind: 'field', field, isDone } }];
  });
  for (const check of view.checks.filter((one) => one.field === null && !isSigningCheck(one))) {
    const isDone = check.proofs.some(({ status }) => status === 'succeeded');
    steps.push({ place: inkPlace, step: { kind: 'check', check, isDone } });
  }
  for (const box of listMarkBoxes(view)) {
    const mark = box.type === 'initials' ? 'initials' : 'signature';
    steps.push({ place: box, step: { kind: 'mark', mark, box, isDone: taken.has(boxKey(box)) } });
  }
  if (view.hasInk && signatures.length === 0)
    steps.push({
      place: BEHIND_EVERYTHING,
      step: { kind: 'mark', mark: 'signature', box: null, isDone: taken.has(NO_BOX) },
    });
  return inReadingOrder(steps).map(({ step }) => step);
}

/** Names a step among those of its document. */
function stepKey(step: GuideStep): string | null {
  if (step.kind === 'mark') return markKey(step);
  return 'field' in step ? step.field.name : null;
}

/** Searches after the field or box where the signee is, then from the top. */
export function findNextStep(steps: readonly GuideStep[], current: string | null): GuideStep | null {
  const here = current === null ? -1 : steps.findIndex((step) => stepKey(step) === current);
  const ahead = [...steps.slice(here + 1), ...steps.slice(0, here + 1)];
  return ahead.find((step) => !step.isDone) ?? null;
}

/** Returns the boxes that one press can take: of kinds that the signee has made already. */
export function listRest(
  steps: readonly GuideStep[],
  made: Readonly<Record<MarkKind, unknown>>,
): readonly MarkStep[] {
  return steps.filter(
    (step): step is MarkStep => step.kind === 'mark' && !step.isDone && made[step.mark] !== null,
  );
}

/** Sorts the fields in reading order. */
export function sortFields(fields: readonly FormField[]): readonly FormField[] {
  return inReadingOrder(fields.map((field) => ({ field, place: placeOf(field) }))).map(({ field }) => field);
}

/** Lists blank fields in reading order. */
export function listOptionalFields(
  { fields }: Pick<SigningView, 'fields'>,
  values: FieldValues,
): readonly FormField[] {
  return sortFields(fields).filter(
    (field) => isFillable(field) && !field.required && isBlank(currentValue(field, values)),
  );
}

export function stepName(step: GuideStep, text: PageText): string {
  if (step.kind === 'mark') return text(step.mark === 'initials' ? 'yourInitials' : 'yourSignature');
  return step.kind === 'check' ? checkName(step.check, text) : labelOf(step.field);
}
