import { type Account, availableCapabilities, type Caller, findCallersAccount } from '@countersign/identity';
import { warnOfUnusedBoxes } from '../configuration/boxes.ts';
import type { LinkConfiguration } from '../configuration/configuration.ts';
import { DEFAULT_FIELDS_READONLY_MODE } from '../configuration/fields.ts';
import { checkAgainstFile } from '../configuration/file-problems.ts';
import { findRepeatedFields } from '../configuration/problems-of.ts';
import { findSlotProblems } from '../configuration/signee-problems.ts';
import type { StoredFile } from '../files/file.ts';
import type { FormField } from '../ports/pdf-toolkit.ts';
import { problem, refusal, refuseProblems } from '../problems.ts';
import type { SigningDeps, Warning } from '../signing.ts';
import type { PublicLink, StoredLinkConfiguration } from './public-link.ts';

/** Visitors can sign it. */
export interface CheckedLink extends Pick<PublicLink, 'isFileShown'> {
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
  refuseProblems([
    ...slots.flatMap((slot, index) =>
      findSlotProblems(slot, `signeeDetails.${index}`, { capabilities, paymentProvider }),
    ),
    ...findRepeatedFields(configuration),
  ]);
  const { problems, warnings, values, fields } = await checkAgainstFile(deps, file, configuration);
  refuseProblems(problems);
  return {
    configuration: { ...configuration, fields: values },
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

/** Two names of one [D3-08]. */
const ACCESS_ATTRIBUTES: readonly string[] = ['svc-access-document', 'svc-access-documentaction'];

function givesAccess({ attributes }: FormField): boolean {
  return attributes.some(({ name }) => ACCESS_ATTRIBUTES.includes(name));
}

/** [4.7-17] */
export async function requireCreation({ database }: SigningDeps, caller: Caller): Promise<void> {
  const { capabilities } = await findCallersAccount(database.read, caller);
  const missing = (['publicLinks', 'publicLinksCreate'] as const).find((one) => !capabilities.includes(one));
  if (missing !== undefined) throw refusal(problem('capability_missing', '', { capability: missing }));
}
