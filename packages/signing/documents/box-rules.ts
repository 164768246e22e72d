import type { BoxRequest } from '../ports/pdf-toolkit.ts';
import { invalid, type Problem, problem } from '../problems.ts';
import type { SignatureBoxInput, SigneeInput, Warning } from '../signing.ts';
import type { BoxPosition, Signee } from './document.ts';

/** Of a signature box [2.4-21] [2.4-22] [2.4-23]. */
const SCALE = { min: 0.25, max: 1.5, default: 1 };

/** Largest page side a PDF has, in points (ISO 32000-1 annex C: 14400), times a generous UserUnit. */
const MAX_COORDINATE = 1_000_000;

/** Shape and bounds of a signee's box; whether it lies on its page is for the toolkit to say. */
export function checkSignatureBox(signee: SigneeInput, path: string): readonly Problem[] {
  const placement = signee.signaturePlacement ?? 'existing';
  if (placement !== 'existing' && placement !== 'new_page') {
    return [invalid(`${path}.signaturePlacement`, 'choice', { allowed: 'existing, new_page' })];
  }
  const box = signee.signatureBox ?? null;
  const at = `${path}.signatureBox`;
  if (placement === 'new_page') return box === null ? [] : checkScale(box, at);
  if (box === null) return [problem('signature_box_required', at)];
  return [
    ...checkNumber(box.page, `${at}.page`, true),
    ...checkNumber(box.x, `${at}.x`, false),
    ...checkNumber(box.y, `${at}.y`, false),
    ...checkScale(box, at),
  ];
}

function checkNumber(value: number, path: string, isWhole: boolean): readonly Problem[] {
  const isInRange = Number.isFinite(value) && value >= 0 && value <= MAX_COORDINATE;
  if (isInRange && (!isWhole || Number.isInteger(value))) return [];
  return [invalid(path, isWhole ? 'whole_number' : 'range', { min: 0, max: MAX_COORDINATE })];
}

function checkScale(box: SignatureBoxInput, path: string): readonly Problem[] {
  const scale = box.scale ?? SCALE.default;
  if (Number.isFinite(scale) && scale >= SCALE.min && scale <= SCALE.max) return [];
  return [invalid(`${path}.scale`, 'range', { min: SCALE.min, max: SCALE.max })];
}

/** The box as stored: exact, with its scale. */
export function boxPosition(box: SignatureBoxInput | null | undefined): BoxPosition | null {
  if (box === null || box === undefined) return null;
  return { page: box.page, x: box.x, y: box.y, scale: box.scale ?? SCALE.default };
}

/** A new page arranges its fields itself: a place given for one has no effect, and that is said. */
export function warnOfUnusedBoxes(signees: readonly SigneeInput[]): readonly Warning[] {
  return signees.flatMap((signee, index) => {
    const at = `signeeDetails.${index}`;
    const warnings: Warning[] = [];
    if (signee.signaturePlacement === 'new_page' && signee.signatureBox) {
      warnings.push({ code: 'member_without_effect', path: `${at}.signatureBox` });
    }
    if (signee.idScanBox) warnings.push({ code: 'member_without_effect', path: `${at}.idScanBox` });
    return warnings;
  });
}

/** What the toolkit places for the signees, in signing order [D1-16]. */
export function boxRequests(signees: readonly Signee[]): readonly BoxRequest[] {
  return [...signees].sort((first, second) => first.signingOrder - second.signingOrder).map(boxRequest);
}

function boxRequest({ signeeId, signaturePlacement, signatureBox, fullName }: Signee): BoxRequest {
  const common = { id: signeeId, type: 'signature' as const, placement: signaturePlacement, label: fullName };
  if (signatureBox === null) return common;
  const { page, x, y, scale } = signatureBox;
  return signaturePlacement === 'new_page' ? { ...common, scale } : { ...common, page, x, y, scale };
}
