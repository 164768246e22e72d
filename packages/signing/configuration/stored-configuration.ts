import { ASSISTANT_LANGUAGES, DEFAULT_ASSISTANT_LANGUAGE } from '@countersign/assistant/languages';
import type { Immutable } from '@countersign/base';
import { DEFAULT_LANGUAGE, LANGUAGES } from '@countersign/base/locale';
import { z } from 'zod';
import { fieldValue } from '../methods/signature-parts.ts';
import { DELIVERY_FAILURES } from '../notifications/channels.ts';
import type { SigningSettings } from '../settings.ts';
import type { DocumentConfiguration } from './configuration.ts';
import { DEFAULT_FIELDS_READONLY_MODE, fieldsReadonlyMode, SHARING_SETTINGS } from './members.ts';

const storedCopy = z.object({
  fullName: z.string().optional(),
  emailAddress: z.string(),
  language: z.enum(LANGUAGES).optional(),
  /** The message never will be delivered. */
  deliveryProblem: z.object({ reason: z.enum(DELIVERY_FAILURES), at: z.date() }).optional(),
  /** Its index before another one was erased: jobs and the trail name it by that. */
  place: z.number().optional(),
});

/** The index by which jobs and the trail name an entry of `copies`. */
export function placeOf({ place }: { readonly place?: number | undefined }, index: number): number {
  return place ?? index;
}

/** Defaults filled in. The limits of requests do not apply, because they may change. */
export const storedConfiguration = z.object({
  name: z.string(),
  language: z.enum(LANGUAGES),
  sharingSetting: z.enum(SHARING_SETTINGS),
  enableSigningOrder: z.boolean(),
  personalMessage: z.string(),
  fields: z.array(fieldValue),
  fieldsReadonlyMode,
  externalId: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  automaticReminders: z.object({ afterDays: z.number(), everyDays: z.number().optional() }).optional(),
  notifyOwner: z.boolean().optional(),
  /** The list is absent if there is none [D10-14]. */
  copies: z.array(storedCopy).optional(),
  redirectUrl: z.string().optional(),
  replyTo: z.string().optional(),
  /** It is absent if there is no assistant. */
  aiAssistant: z.object({ textToSpeech: z.boolean(), language: z.enum(ASSISTANT_LANGUAGES) }).optional(),
  /** `expiryDate` of the request. Absent: as long as it is kept. */
  signingDeadline: z.date().optional(),
});
export type StoredConfiguration = Immutable<z.infer<typeof storedConfiguration>>;

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
    externalId,
    metadata,
    automaticReminders,
    notifyOwner,
    copies: configuration.copies?.length === 0 ? undefined : configuration.copies,
    redirectUrl: configuration.redirectUrl,
    replyTo: configuration.replyTo || undefined,
    signingDeadline: expiryDate === undefined ? undefined : new Date(expiryDate),
  };
}

/** Has no member if the assistant is not enabled. */
export function storeAssistant({
  aiAssistant,
}: Pick<DocumentConfiguration, 'aiAssistant'>): Pick<StoredConfiguration, 'aiAssistant'> {
  if (aiAssistant?.enabled !== true) return {};
  const { textToSpeech = false, language = DEFAULT_ASSISTANT_LANGUAGE } = aiAssistant;
  return { aiAssistant: { textToSpeech, language } };
}
