import { checkLine, NAME_LENGTH } from '@countersign/identity';
import { methodOf } from '../methods/methods.ts';
import { invalid, type Problem } from '../problems.ts';
import type { SigningSettings } from '../settings.ts';
import type { InkInput, SignCommand } from '../signing.ts';
import type { Signee } from './document.ts';

/** Without the document, and without decoding the picture. */
export function checkSignCommand(
  { signatureType }: Pick<Signee, 'signatureType'>,
  { ink, consent }: SignCommand,
  settings: SigningSettings,
): readonly Problem[] {
  const consentProblems = consent === true ? [] : [invalid('consent', 'consent')];
  if (ink !== undefined) return [...consentProblems, ...checkInk(ink, settings)];
  const needsInk = 'ink' in methodOf(signatureType).parts;
  return [...consentProblems, ...(needsInk ? [invalid('ink', 'required')] : [])];
}

export function checkGivenName(
  signee: Pick<Signee, 'fullName'>,
  { fullName = '' }: SignCommand,
): readonly Problem[] {
  if (signee.fullName !== '') return [];
  if (fullName.trim() === '') return [invalid('fullName', 'required')];
  return checkLine('fullName', fullName, NAME_LENGTH);
}

function checkInk(ink: InkInput, { maxInkBytes }: SigningSettings): readonly Problem[] {
  if (ink.kind !== 'typed')
    return ink.png.length > maxInkBytes ? [invalid('ink.png', 'size', { max: maxInkBytes })] : [];
  return checkLine('ink.typedName', ink.typedName, NAME_LENGTH);
}
