import { SIGNATURE_FONTS } from '@countersign/seal/layout';
import type { SigningView } from '@countersign/signing';
import type { FieldValues } from '../fields/field-values.ts';
import type { MarkKind } from '../finish/steps.ts';
import type { InkChoice, InkDraft } from '../ink/ink-choice.ts';

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The key has the version, so that earlier input does not replace values that the sender has set since. */
function draftKey(view: SigningView): string {
  return `countersign:${view.documentId}:${view.signee.signeeId}:${view.fileVersion}`;
}

function isFieldValues(value: unknown): value is FieldValues {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every(
    (parts) => Array.isArray(parts) && parts.every((part) => typeof part === 'string'),
  );
}

/** Returns null if the browser forbids it. */
export function openTabStorage(): DraftStorage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** Reads what was typed before a reload, because phones unload background tabs. */
export function readDraft(storage: DraftStorage | null, view: SigningView): FieldValues {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(draftKey(view)) ?? '{}');
    return isFieldValues(stored) ? stored : {};
  } catch {
    return {};
  }
}

/** Returns false without space. Passwords are not stored. */
export function writeDraft(storage: DraftStorage | null, view: SigningView, values: FieldValues): boolean {
  const passwords = new Set(view.fields.filter(({ password }) => password).map(({ name }) => name));
  const kept = Object.entries(values).filter(([name]) => !passwords.has(name));
  try {
    storage?.setItem(draftKey(view), JSON.stringify(Object.fromEntries(kept)));
    return storage !== null;
  } catch {
    return false;
  }
}

/** Is called after signing. */
export function forgetDraft(storage: DraftStorage | null, view: SigningView): void {
  storage?.removeItem(draftKey(view));
}

/** The dialog has the drafts, and the boxes that were taken the inks. */
export interface KeptInk {
  readonly drafts: Readonly<Record<MarkKind, InkDraft>>;
  readonly inks: Readonly<Record<MarkKind, InkChoice | null>>;
  readonly taken: readonly string[];
}

function inkKey(view: SigningView): string {
  return `countersign:${view.documentId}:${view.signee.signeeId}:ink`;
}

/** Reads what was drawn before a reload of this tab. */
export function readInk(storage: DraftStorage | null, view: SigningView): KeptInk | undefined {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(inkKey(view)) ?? 'null');
    return isKeptInk(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the ink if there is space. */
export function writeInk(storage: DraftStorage | null, view: SigningView, kept: KeptInk): void {
  try {
    storage?.setItem(inkKey(view), JSON.stringify(kept));
  } catch {
    storage?.removeItem(inkKey(view));
  }
}

/** Is called after signing. */
export function forgetInk(storage: DraftStorage | null, view: SigningView): void {
  storage?.removeItem(inkKey(view));
}

const MARKS: readonly MarkKind[] = ['signature', 'initials'];

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

function areNumbers(object: Members, names: readonly string[]): boolean {
  return names.every((name) => Number.isFinite(object[name]));
}

function isKeptInk(value: unknown): value is KeptInk {
  if (!isObject(value) || !isObject(value.drafts) || !isObject(value.inks)) return false;
  const { drafts, inks, taken } = value;
  return (
    MARKS.every((mark) => isInkDraft(drafts[mark]) && (inks[mark] === null || isInkChoice(inks[mark]))) &&
    Array.isArray(taken) &&
    taken.every((box) => typeof box === 'string')
  );
}

function isInkDraft(value: unknown): value is InkDraft {
  if (!isObject(value) || !isTyped(value) || !isObject(value.drawn)) return false;
  const { strokes, padSize } = value.drawn;
  return (
    (value.method === 'drawn' || value.method === 'typed' || value.method === 'picture') &&
    (value.picture === undefined || isPicture(value.picture)) &&
    isObject(padSize) &&
    areNumbers(padSize, ['width', 'height']) &&
    Array.isArray(strokes) &&
    strokes.every(isStroke)
  );
}

function isStroke(value: unknown): boolean {
  return (
    isObject(value) &&
    areNumbers(value, ['dotSize', 'minWidth', 'maxWidth', 'velocityFilterWeight']) &&
    typeof value.penColor === 'string' &&
    Array.isArray(value.points) &&
    value.points.every((point) => isObject(point) && areNumbers(point, ['x', 'y', 'pressure', 'time']))
  );
}

function isInkChoice(value: unknown): value is InkChoice {
  if (!isObject(value)) return false;
  if (value.kind === 'typed') return isTyped(value);
  return (value.kind === 'drawn' || value.kind === 'picture') && isPicture(value.picture);
}

function isPicture(value: unknown): boolean {
  return /^data:image\/png;base64,/.test(String(value));
}

function isTyped({ typedName, font }: Members): boolean {
  return typeof typedName === 'string' && SIGNATURE_FONTS.some((known) => known === font);
}
