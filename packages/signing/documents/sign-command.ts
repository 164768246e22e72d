import { invalid } from '@countersign/base';
import { checkLine, NAME_LENGTH } from '@countersign/base/text';
import type { SignatureFont } from '@countersign/seal/layout';
import type { FieldValue } from '@countersign/toolkit';
import type { ErrorDetail } from '../errors.ts';
import { methodOf } from '../methods/methods.ts';
import type { SigningSettings } from '../settings.ts';
import type { Signee } from './document.ts';

export type InkInput =
  | { readonly kind: 'drawn' | 'picture'; readonly png: Uint8Array }
  | { readonly kind: 'typed'; readonly typedName: string; readonly font?: SignatureFont };

export interface SignCommand {
  /** Ignored if the signee has a name. */
  readonly fullName?: string | undefined;
  /** Required if the signature method has ink. */
  readonly ink?: InkInput | undefined;
  readonly values: readonly FieldValue[];
  readonly consent: boolean;
  /** The sentence that the page showed. Absent: it was the current one. */
  readonly consentText?: string | undefined;
  /** The version that the page showed. Absent: it was the current one. */
  readonly fileVersion?: string | undefined;
  /** The name that the page showed, empty without one. Absent: it was the current one. */
  readonly shownName?: string | undefined;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** Checks what needs neither the document nor decoding of the picture. */
export function checkSignCommand(
  { signatureType }: Pick<Signee, 'signatureType'>,
  { ink, consent }: SignCommand,
  settings: SigningSettings,
): readonly ErrorDetail[] {
  const consentProblems = consent === true ? [] : [invalid('consent', 'consent')];
  if (ink !== undefined) return [...consentProblems, ...checkInk(ink, settings)];
  const needsInk = 'ink' in methodOf(signatureType).parts;
  return [...consentProblems, ...(needsInk ? [invalid('ink', 'required')] : [])];
}

export function checkGivenName(
  signee: Pick<Signee, 'fullName'>,
  { fullName = '' }: SignCommand,
): readonly ErrorDetail[] {
  if (signee.fullName !== '') return [];
  if (fullName.trim() === '') return [invalid('fullName', 'required')];
  return checkLine('fullName', fullName, NAME_LENGTH);
}

function checkInk(ink: InkInput, { maxInkBytes }: SigningSettings): readonly ErrorDetail[] {
  if (ink.kind !== 'typed')
    return ink.png.length > maxInkBytes ? [invalid('ink.png', 'size', { max: maxInkBytes })] : [];
  return checkLine('ink.typedName', ink.typedName, NAME_LENGTH);
}
