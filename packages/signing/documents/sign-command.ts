import { invalid, problem } from '@countersign/base';
import { checkLine, NAME_LENGTH } from '@countersign/base/text';
import type { SignatureFont } from '@countersign/seal/layout';
import type { FieldValue } from '@countersign/toolkit';
import type { ErrorDetail } from '../errors.ts';
import { methodOf } from '../methods/methods.ts';
import type { SigningSettings } from '../settings.ts';
import type { Signee } from './document.ts';
import { hasInitials } from './signee-boxes.ts';

export type InkInput =
  | { readonly kind: 'drawn' | 'picture'; readonly png: Uint8Array }
  | { readonly kind: 'typed'; readonly typedName: string; readonly font?: SignatureFont };

export interface SignCommand {
  /** Ignored if the signee has a name. */
  readonly fullName?: string | undefined;
  /** Required if the signature method has ink. */
  readonly ink?: InkInput | undefined;
  /** Required if the signee has boxes of initials [D10-11]. */
  readonly initials?: InkInput | undefined;
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
  signee: Pick<Signee, 'signatureType' | 'furtherBoxes'>,
  { ink, initials, consent }: SignCommand,
  settings: SigningSettings,
): readonly ErrorDetail[] {
  return [
    ...(consent === true ? [] : [invalid('consent', 'consent')]),
    ...checkSignatureInk(signee, ink, settings),
    ...checkInitials(signee, initials, settings),
  ];
}

function checkSignatureInk(
  { signatureType }: Pick<Signee, 'signatureType'>,
  ink: InkInput | undefined,
  settings: SigningSettings,
): readonly ErrorDetail[] {
  if (ink !== undefined) return checkInk('ink', ink, settings);
  return 'ink' in methodOf(signatureType).parts ? [invalid('ink', 'required')] : [];
}

/** Initials that nobody asked for would be stored for nothing. */
function checkInitials(
  signee: Pick<Signee, 'furtherBoxes'>,
  initials: InkInput | undefined,
  settings: SigningSettings,
): readonly ErrorDetail[] {
  const isAsked = hasInitials(signee);
  if (initials === undefined) return isAsked ? [problem('initials_required', 'initials')] : [];
  return isAsked ? checkInk('initials', initials, settings) : [problem('initials_not_asked', 'initials')];
}

export function checkGivenName(
  signee: Pick<Signee, 'fullName'>,
  { fullName = '' }: SignCommand,
): readonly ErrorDetail[] {
  if (signee.fullName !== '') return [];
  if (fullName.trim() === '') return [invalid('fullName', 'required')];
  return checkLine('fullName', fullName, NAME_LENGTH);
}

function checkInk(
  path: 'ink' | 'initials',
  ink: InkInput,
  { maxInkBytes }: SigningSettings,
): readonly ErrorDetail[] {
  if (ink.kind !== 'typed')
    return ink.png.length > maxInkBytes ? [invalid(`${path}.png`, 'size', { max: maxInkBytes })] : [];
  return checkLine(`${path}.typedName`, ink.typedName, NAME_LENGTH);
}
