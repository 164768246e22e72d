/** Not in the specification. */
import { z } from 'zod';
import {
  MAX_EXPIRY_DAYS,
  MAX_EXTERNAL_ID_LENGTH,
  MAX_METADATA_ENTRIES,
  MAX_METADATA_KEY_LENGTH,
  MAX_METADATA_VALUE_LENGTH,
  MAX_REMINDER_DAYS,
} from './limits.ts';
import { brokenRule, line } from './text.ts';

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
