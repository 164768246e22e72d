import { DEFAULT_LANGUAGE } from '@countersign/identity';
import type { SigningSettings } from '../settings.ts';
import { DEFAULT_ASSISTANT_LANGUAGE } from './ai-assistant.ts';
import type { DocumentConfiguration } from './configuration.ts';
import { DEFAULT_FIELDS_READONLY_MODE } from './fields.ts';

type Given<Name extends keyof DocumentConfiguration> = {
  readonly [N in Name]-?: NonNullable<DocumentConfiguration[N]>;
};

/** What a document keeps of its configuration, with the defaults filled in. Signees are kept as `Signee`. */
export interface StoredConfiguration
  extends Given<
      | 'name'
      | 'language'
      | 'sharingSetting'
      | 'enableSigningOrder'
      | 'personalMessage'
      | 'fields'
      | 'fieldsReadonlyMode'
    >,
    // Absent: not given, as in every document stored before they existed.
    Partial<Given<'externalId' | 'metadata' | 'automaticReminders' | 'notifyOwner'>> {
  /** Absent: the document has no assistant. */
  readonly aiAssistant?: {
    readonly textToSpeech: boolean;
    readonly language: string;
  };
  /** `expiryDate` of the request: when the document can no longer be signed. Absent: while it is kept. */
  readonly signingDeadline?: Date;
}

export function storeConfiguration(
  configuration: DocumentConfiguration,
  { defaultSharing }: Pick<SigningSettings, 'defaultSharing'>,
): StoredConfiguration {
  const { externalId, metadata, automaticReminders, notifyOwner, expiryDate } = configuration;
  return {
    name: configuration.name,
    language: configuration.language ?? DEFAULT_LANGUAGE,
    sharingSetting: configuration.sharingSetting ?? defaultSharing,
    enableSigningOrder: configuration.enableSigningOrder ?? false,
    personalMessage: configuration.personalMessage ?? '',
    fields: configuration.fields ?? [],
    fieldsReadonlyMode: configuration.fieldsReadonlyMode ?? DEFAULT_FIELDS_READONLY_MODE,
    ...storeAssistant(configuration),
    ...(externalId === undefined ? {} : { externalId }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(automaticReminders === undefined ? {} : { automaticReminders }),
    ...(notifyOwner === undefined ? {} : { notifyOwner }),
    ...(expiryDate === undefined ? {} : { signingDeadline: new Date(expiryDate) }),
  };
}

function storeAssistant({ aiAssistant }: DocumentConfiguration): Pick<StoredConfiguration, 'aiAssistant'> {
  if (aiAssistant?.enabled !== true) return {};
  const { textToSpeech = false, language = DEFAULT_ASSISTANT_LANGUAGE } = aiAssistant;
  return { aiAssistant: { textToSpeech, language } };
}
