import { SIGNATURE_FONTS } from '@countersign/seal/signature-fonts';
import type { SigningView } from '@countersign/signing';
import type { InkChoice, InkDraft } from '../ink/ink-choice.ts';
import type { DraftStorage } from './value-draft.ts';

/** In the dialog and in the box. */
export interface KeptInk {
  readonly draft: InkDraft;
  readonly ink: InkChoice | null;
}

function inkKey(view: SigningView): string {
  return `countersign:${view.documentId}:${view.signee.signeeId}:ink`;
}

/** From before a reload of this tab. */
export function readInk(storage: DraftStorage | null, view: SigningView): KeptInk | undefined {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(inkKey(view)) ?? 'null');
    return isKeptInk(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** If there is space. */
export function writeInk(storage: DraftStorage | null, view: SigningView, kept: KeptInk): void {
  try {
    storage?.setItem(inkKey(view), JSON.stringify(kept));
  } catch {
    storage?.removeItem(inkKey(view));
  }
}

/** After signing. */
export function forgetInk(storage: DraftStorage | null, view: SigningView): void {
  storage?.removeItem(inkKey(view));
}

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

function areNumbers(object: Members, names: readonly string[]): boolean {
  return names.every((name) => Number.isFinite(object[name]));
}

function isKeptInk(value: unknown): value is KeptInk {
  return isObject(value) && isInkDraft(value.draft) && (value.ink === null || isInkChoice(value.ink));
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
