import { isEmailAddress, isPhoneNumber, LANGUAGES } from '@countersign/signing';
import { z } from 'zod';

/** An identifier: a UUID of any version, in lower case as it is stored. */
export const uuid = z.guid().toLowerCase();

/** Ways to reach somebody. An empty string stands for none, as a form sends it. */
export const emailAddress = z.stringFormat('idn-email', (text) => text === '' || isEmailAddress(text));
export const phoneNumber = z
  .stringFormat('phone', (text) => text === '' || isPhoneNumber(text))
  .meta({ description: 'With its country code.' });

/** ISO 8601 in UTC with milliseconds. */
export const timestamp = z.iso.datetime();

/** Language of the messages of errors. Accepted everywhere. */
export const errorLanguage = z
  .enum(LANGUAGES)
  .optional()
  .meta({ description: 'Language of error messages; without it Accept-Language, else English.' });
