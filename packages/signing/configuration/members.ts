import { ASSISTANT_LANGUAGES, DEFAULT_ASSISTANT_LANGUAGE } from '@countersign/assistant/languages';
import { LANGUAGES } from '@countersign/base/locale';
import { MAX_NAME_LENGTH } from '@countersign/base/text';
import type { ReadonlyMode } from '@countersign/toolkit';
import { z } from 'zod';
import {
  MAX_COPIES,
  MAX_EXPIRY_DAYS,
  MAX_EXTERNAL_ID_LENGTH,
  MAX_FIELD_TEXT_LENGTH,
  MAX_FIELD_VALUES,
  MAX_LABEL_LENGTH,
  MAX_LABELS,
  MAX_METADATA_ENTRIES,
  MAX_METADATA_KEY_LENGTH,
  MAX_METADATA_VALUE_LENGTH,
  MAX_REMINDER_DAYS,
} from './limits.ts';
import { brokenRule, emailAddress, line, requiredEmailAddress } from './text.ts';

export const aiAssistant = z.object({
  enabled: z.boolean().optional().meta({ description: '`true` needs the capability `aiAssistant`.' }),
  textToSpeech: z.boolean().optional(),
  language: z
    .enum(ASSISTANT_LANGUAGES)
    .optional()
    .meta({ description: `\`${DEFAULT_ASSISTANT_LANGUAGE}\` if not given.` }),
});

/** ISO 4217, with other than two digits. `Intl` has what is usual in shops instead: no digits for HUF. */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ...['bif', 'clp', 'djf', 'gnf', 'isk', 'jpy', 'kmf', 'krw', 'pyg'].map((code) => [code, 0] as const),
  ...['rwf', 'ugx', 'uyi', 'vnd', 'vuv', 'xaf', 'xof', 'xpf'].map((code) => [code, 0] as const),
  ...['bhd', 'iqd', 'jod', 'kwd', 'lyd', 'omr', 'tnd'].map((code) => [code, 3] as const),
]);

/** Amounts are in the smallest unit. */
export function currencyDigits(currency: string): number {
  return DIGITS.get(currency) ?? 2;
}

/** Formats an amount as `120.00 SEK`. */
export function formatAmount(amount: number, currency: string): string {
  const digits = currencyDigits(currency);
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency.toUpperCase()}`;
}

const fieldText = z.string().max(MAX_FIELD_TEXT_LENGTH);

const fieldValue = z.object({
  name: fieldText.min(1),
  value: z.union([fieldText, z.array(fieldText).max(MAX_FIELD_VALUES)]),
});

export const fieldValues = z.array(fieldValue).max(MAX_FIELD_VALUES);

const FIELDS_READONLY_MODES = ['keepOriginal', 'filled', 'all'] as const satisfies readonly ReadonlyMode[];
export const DEFAULT_FIELDS_READONLY_MODE = 'keepOriginal';

export const fieldsReadonlyMode = z
  .enum(FIELDS_READONLY_MODES)
  .meta({ description: `\`${DEFAULT_FIELDS_READONLY_MODE}\` if not given.` });

/** Not in the specification. */

export const externalId = line({ min: 1, max: MAX_EXTERNAL_ID_LENGTH }).meta({
  description: 'What the document is called in the system of the sender.',
});

const metadataKey = line({ min: 1, max: MAX_METADATA_KEY_LENGTH });

export const metadata = z
  .record(z.string(), line({ min: 0, max: MAX_METADATA_VALUE_LENGTH }))
  .check(({ value, issues }) => {
    const keys = Object.keys(value);
    const max = MAX_METADATA_ENTRIES;
    if (keys.length > max) issues.push(brokenRule(value, 'count', { min: 0, max }));
    for (const key of keys) {
      for (const issue of metadataKey.safeParse(key).error?.issues ?? []) {
        if (issue.code === 'custom') issues.push({ ...issue, input: value[key], path: [key] });
      }
    }
  })
  .meta({
    description: `Texts of the sender by key: at most ${MAX_METADATA_ENTRIES}, keys of at most ${MAX_METADATA_KEY_LENGTH} characters.`,
  });

export const labels = z
  .array(line({ min: 1, max: MAX_LABEL_LENGTH }))
  .max(MAX_LABELS)
  .meta({
    description:
      'Words of the account to find documents by, compared without case. Of equal ones the first is kept.',
  });

export const expiryDate = z.iso.datetime({ offset: true }).meta({
  description: `When the document can no longer be signed; at most ${MAX_EXPIRY_DAYS} days from now.`,
});

const reminderDays = z.int().min(1).max(MAX_REMINDER_DAYS);

export const automaticReminders = z.object({
  afterDays: reminderDays.meta({ description: 'Days from the invitation to the first reminder.' }),
  everyDays: reminderDays
    .optional()
    .meta({ description: 'Days between further reminders; a single reminder if not given.' }),
});

export const notifyOwner = z.boolean().meta({
  description: 'Whether the owner gets mail when the document is opened and signed, too.',
});

export const copies = z
  .array(
    z
      .object({
        fullName: line({ min: 0, max: MAX_NAME_LENGTH }).optional(),
        emailAddress: requiredEmailAddress,
        language: z.enum(LANGUAGES).optional().meta({ description: 'That of the document if not given.' }),
      })
      .meta({ id: 'Copy' }),
  )
  .max(MAX_COPIES)
  .meta({ description: 'Who gets the completed document by email, and nothing before.' });

export const replyTo = emailAddress.meta({
  description: 'Where signees reply to messages of the document; the address of the owner if not given.',
});

/** Not in the specification: it is 999,999.99 of most currencies. */
const MAX_AMOUNT = 99_999_999;
const MAX_DESCRIPTION_LENGTH = 250;

export const payment = z
  .object({
    amount: z.int().min(1).max(MAX_AMOUNT).meta({
      description: 'In the smallest unit of the currency by ISO 4217: 12000 is 120.00 SEK, and 12000 ISK.',
    }),
    currency: z
      .stringFormat('currency', /^[a-z]{3}$/)
      .meta({ description: 'ISO 4217, in lower case: `sek`.' }),
    description: line({ min: 0, max: MAX_DESCRIPTION_LENGTH }).optional().meta({
      description: 'Shown where the signee pays; the name of the document if not given.',
    }),
  })
  .meta({ id: 'Payment', description: 'Paid before signing. Needs the capability `payments`.' });

/** The limits of requests do not apply. */
export const storedPayment = z.object({
  amount: z.number(),
  currency: z.string(),
  description: z.string().optional(),
});

export const SHARING_SETTINGS = ['private', 'shared'] as const;
export type SharingSetting = (typeof SHARING_SETTINGS)[number];
