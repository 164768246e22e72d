import { problem } from '@countersign/base';
import { type Account, availableCapabilities, type Caller, findCallersAccount } from '@countersign/identity';
import type { FormField } from '@countersign/toolkit';
import { checkAgainstFile } from '../configuration/check-against-file.ts';
import { type LinkConfiguration, warnOfUnusedBoxes } from '../configuration/configuration.ts';
import { DEFAULT_FIELDS_READONLY_MODE } from '../configuration/members.ts';
import { findFormFieldProblems } from '../configuration/placed-fields.ts';
import {
  checkCapabilities,
  findDeliveryProblems,
  findRepeatedFields,
  findSlotProblems,
} from '../configuration/problems.ts';
import type { SigningDeps } from '../deps.ts';
import type { DocumentState } from '../documents/document.ts';
import { refusal, refuseProblems, type Warning } from '../errors.ts';
import type { StoredFile } from '../files/file.ts';
import type { Stores } from '../ports/database.ts';
import type { PublicLink, StoredLinkConfiguration } from '../saved/saved-records.ts';

/** A visit is not a change of the link: neither `updatedAt` nor its revision moves. */
export async function countVisit(
  { saved }: Pick<Stores, 'saved'>,
  linkId: string,
  what: keyof PublicLink['counts'],
): Promise<void> {
  const link = await saved.lock('link', linkId);
  if (link === null) return;
  await saved.update('link', { ...link, counts: { ...link.counts, [what]: link.counts[what] + 1 } });
}

export async function countCompletion(
  stores: Pick<Stores, 'saved'>,
  { publicLink }: DocumentState,
): Promise<void> {
  if (publicLink !== undefined) await countVisit(stores, publicLink.linkId, 'completed');
}

/** Visitors can sign it. */
export interface CheckedLink extends Pick<PublicLink, 'isFileShown' | 'placedSlots' | 'textTags'> {
  readonly configuration: StoredLinkConfiguration;
  readonly warnings: readonly Warning[];
}

/** Throws for everything that would keep a visitor's document from being prepared. Passwords are not kept. */
export async function checkPublicLink(
  deps: SigningDeps,
  caller: Caller,
  file: StoredFile,
  wanted: LinkConfiguration,
): Promise<CheckedLink> {
  const account = await findCallersAccount(deps.database.read, caller);
  const configuration = withDefaults(wanted, account, deps);
  const capabilities = availableCapabilities(account, deps.settings.providers);
  const slots = configuration.signeeDetails;
  const { paymentProvider } = deps;
  const { aiAssistant } = configuration;
  refuseProblems([
    ...checkCapabilities({ aiAssistant }, capabilities),
    ...slots.flatMap((slot, index) =>
      findSlotProblems(slot, `signeeDetails.${index}`, {
        capabilities,
        paymentProvider,
        textTags: wanted.textTags,
      }),
    ),
    ...findFormFieldProblems(slots),
    ...findRepeatedFields(configuration),
    ...findDeliveryProblems(configuration, deps.settings),
  ]);
  const checked = await checkAgainstFile(deps, file, configuration);
  const { problems, warnings, values, fields, signees, textTags } = checked;
  refuseProblems(problems);
  return {
    configuration: { ...configuration, fields: values },
    placedSlots: signees,
    textTags,
    isFileShown: fields.some(givesAccess),
    warnings: [...warnOfUnusedBoxes(slots), ...warnings],
  };
}

/** The language is that of documents without one. */
function withDefaults(
  configuration: LinkConfiguration,
  account: Account,
  { settings }: SigningDeps,
): StoredLinkConfiguration {
  return {
    ...configuration,
    language: configuration.language ?? account.language,
    sharingSetting: configuration.sharingSetting ?? settings.defaultSharing,
    fields: configuration.fields ?? [],
    fieldsReadonlyMode: configuration.fieldsReadonlyMode ?? DEFAULT_FIELDS_READONLY_MODE,
    disablePrinting: configuration.disablePrinting ?? false,
  };
}

/** The attribute has two names [D3-08]. */
const ACCESS_ATTRIBUTES: readonly string[] = ['svc-access-document', 'svc-access-documentaction'];

function givesAccess({ attributes }: FormField): boolean {
  return attributes.some(({ name }) => ACCESS_ATTRIBUTES.includes(name));
}

/** Requires that the account may have links [4.7-17]. */
export async function requireCreation({ database }: SigningDeps, caller: Caller): Promise<void> {
  const { capabilities } = await findCallersAccount(database.read, caller);
  const missing = (['publicLinks', 'publicLinksCreate'] as const).find((one) => !capabilities.includes(one));
  if (missing !== undefined) throw refusal(problem('capability_missing', '', { capability: missing }));
}
