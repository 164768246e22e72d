import type { Account } from '../accounts/account.ts';
import { findRepeated, invalid, type Problem, problem } from '../problems.ts';
import type { SigningSettings } from '../settings.ts';
import type { CreateDocumentCommand } from '../signing.ts';
import { checkLength, checkLine, checkParagraphs } from '../text-rules.ts';
import { LANGUAGES } from './document.ts';
import { checkSignee } from './signee-rules.ts';

/** Everything wrong with POST /docs that can be told without the file. */
export function checkDocumentRequest(
  command: CreateDocumentCommand,
  account: Account,
  settings: SigningSettings,
): readonly Problem[] {
  const context = {
    capabilities: account.capabilities,
    enableSigningOrder: command.enableSigningOrder ?? false,
    maxNameLength: settings.maxNameLength,
  };
  return [
    ...checkSigningOrderCapability(command, account),
    ...checkTexts(command, settings),
    ...checkChoices(command),
    ...checkCount(command, settings.maxSignees),
    ...command.signeeDetails.flatMap((signee, index) =>
      checkSignee(signee, `signeeDetails.${index}`, context),
    ),
    ...checkRepeatedFields(command),
  ];
}

function checkSigningOrderCapability(command: CreateDocumentCommand, account: Account): readonly Problem[] {
  if (!command.enableSigningOrder || account.capabilities.includes('signingOrder')) return [];
  return [problem('capability_missing', 'enableSigningOrder', { capability: 'signingOrder' })];
}

function checkTexts(command: CreateDocumentCommand, settings: SigningSettings): readonly Problem[] {
  const message = command.personalMessage ?? '';
  return [
    ...checkLength('name', command.name, 1, settings.maxNameLength),
    ...checkLine('name', command.name),
    ...checkLength('personalMessage', message, 0, settings.maxPersonalMessageLength),
    ...checkParagraphs('personalMessage', message),
  ];
}

function checkChoices(command: CreateDocumentCommand): readonly Problem[] {
  return [
    ...checkChoice('language', command.language, LANGUAGES),
    ...checkChoice('sharingSetting', command.sharingSetting, ['private', 'shared']),
    ...checkChoice('fieldsReadonlyMode', command.fieldsReadonlyMode, ['keepOriginal', 'filled', 'all']),
  ];
}

function checkChoice(
  path: string,
  value: string | null | undefined,
  allowed: readonly string[],
): readonly Problem[] {
  if (value === undefined || value === null || allowed.includes(value)) return [];
  return [invalid(path, 'choice', { allowed: allowed.join(', ') })];
}

export function checkRepeatedFields({ fields }: Pick<CreateDocumentCommand, 'fields'>): readonly Problem[] {
  const names = (fields ?? []).map(({ name }) => name);
  return findRepeated(names).map((index) => invalid(`fields.${index}.name`, 'repeated'));
}

function checkCount({ signeeDetails }: CreateDocumentCommand, max: number): readonly Problem[] {
  const isInRange = signeeDetails.length >= 1 && signeeDetails.length <= max;
  return isInRange ? [] : [invalid('signeeDetails', 'count', { min: 1, max })];
}
