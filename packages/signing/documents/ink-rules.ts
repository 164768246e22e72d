import { invalid, type Problem, problem } from '../problems.ts';
import type { SigningSettings } from '../settings.ts';
import type { InkInput, SignCommand } from '../signing.ts';
import { checkLength, checkLine } from '../text-rules.ts';
import { isReadablePng } from './ink-image.ts';

/** Everything wrong with a signature that can be told without the document. */
export async function checkSignCommand(
  { ink, consent }: SignCommand,
  settings: SigningSettings,
): Promise<readonly Problem[]> {
  const consentProblems = consent === true ? [] : [invalid('consent', 'consent')];
  return [...consentProblems, ...(await checkInk(ink, settings))];
}

async function checkInk(
  ink: InkInput,
  { maxInkBytes, maxNameLength }: SigningSettings,
): Promise<readonly Problem[]> {
  if (ink.kind === 'drawn') return checkDrawing(ink.png, maxInkBytes);
  const at = 'ink.typedName';
  return [...checkLength(at, ink.typedName, 1, maxNameLength), ...checkLine(at, ink.typedName)];
}

async function checkDrawing(png: Uint8Array, maxBytes: number): Promise<readonly Problem[]> {
  if (png.length > maxBytes) return [invalid('ink.png', 'size', { max: maxBytes })];
  return (await isReadablePng(png)) ? [] : [problem('image_not_readable', 'ink.png')];
}
