import type { Capability } from '@countersign/identity';
import { findRepeated, invalid, type Problem, problem } from '../problems.ts';
import { findSchemaProblems } from '../schema/schema-problems.ts';
import { type DraftConfiguration, documentConfiguration } from './configuration.ts';
import { isPossibleExpiry, MAX_EXPIRY_DAYS } from './limits.ts';
import { findSigneeProblems, type SigneeContext } from './signee-problems.ts';

export type ConfigurationRequest = Omit<DraftConfiguration, 'name'> & { readonly name?: string | undefined };

/**
 * Everything that keeps a configuration from being sent, without its file; the account's problems first.
 * Drafts report them, sending throws them.
 */
export function problemsOf(
  configuration: ConfigurationRequest,
  sender: Pick<SigneeContext, 'capabilities' | 'paymentProvider'>,
  now: Date,
  templateProblems: readonly Problem[] = [],
): readonly Problem[] {
  const { signeeDetails = [], enableSigningOrder = false } = configuration;
  const lacking = checkCapabilities(configuration, sender.capabilities);
  // What else is missing may be in the template.
  if (templateProblems.length > 0) return [...lacking, ...templateProblems];
  const context = { ...sender, enableSigningOrder };
  return [
    ...lacking,
    ...checkSource(configuration),
    ...findSchemaProblems(documentConfiguration, configuration),
    ...signeeDetails.flatMap((signee, index) =>
      findSigneeProblems(signee, `signeeDetails.${index}`, context),
    ),
    ...findRepeatedFields(configuration),
    ...checkExpiry(configuration, now),
  ];
}

function checkCapabilities(
  { templateId, enableSigningOrder, aiAssistant }: ConfigurationRequest,
  capabilities: readonly Capability[],
): readonly Problem[] {
  const needed: readonly [path: string, capability: Capability, isNeeded: boolean][] = [
    ['templateId', 'templates', templateId !== undefined],
    ['enableSigningOrder', 'signingOrder', enableSigningOrder === true],
    ['aiAssistant', 'aiAssistant', aiAssistant?.enabled === true],
  ];
  return needed
    .filter(([, capability, isNeeded]) => isNeeded && !capabilities.includes(capability))
    .map(([path, capability]) => problem('capability_missing', path, { capability }));
}

/** [4.4-01] [4.4-02] */
function checkSource({ fileId, templateId }: ConfigurationRequest): readonly Problem[] {
  if (fileId === undefined && templateId === undefined) return [invalid('fileId', 'required')];
  if (fileId === undefined || templateId === undefined) return [];
  return [invalid('templateId', 'either', { other_member: 'fileId' })];
}

export function findRepeatedFields({ fields = [] }: Pick<DraftConfiguration, 'fields'>): readonly Problem[] {
  const names = fields.map(({ name }) => name);
  return findRepeated(names).map((index) => invalid(`fields.${index}.name`, 'repeated'));
}

function checkExpiry({ expiryDate }: ConfigurationRequest, now: Date): readonly Problem[] {
  if (expiryDate === undefined) return [];
  return isPossibleExpiry(new Date(expiryDate), now)
    ? []
    : [invalid('expiryDate', 'future', { max: MAX_EXPIRY_DAYS })];
}
