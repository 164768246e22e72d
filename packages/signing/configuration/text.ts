/** Sentences come from schema-problems.ts. */

import type { ErrorParams, InvalidRule } from '@countersign/base';
import {
  findHiddenCharacter,
  findLineFault,
  findParagraphsFault,
  type TextLength,
} from '@countersign/base/text';
import { isEmailAddress, isPhoneNumber } from '@countersign/forms/attributes';
import { z } from 'zod';
import type { BrokenRule } from '../schema-problems.ts';
import { MAX_REDIRECT_URL_LENGTH } from './limits.ts';

/** Takes any version, in lower case as it is stored. */
export const uuid = z.guid().toLowerCase();

/** An empty string means none, because HTML forms send it. */
export const emailAddress = z.stringFormat('idn-email', (text) => text === '' || isEmailAddress(text));
export const phoneNumber = z
  .stringFormat('phone', (text) => text === '' || isPhoneNumber(text))
  .meta({ description: 'With its country code.' });

/** Unlike `emailAddress`, it cannot be left empty. */
export const requiredEmailAddress = z.stringFormat('idn-email', isEmailAddress);

/**
 * [D10-15] Blanks, control characters and backslashes are refused, because browsers drop or replace them: the address
 * would not be the one that was read. `http` is for loopback addresses, and `findRedirectProblems` refuses it in
 * production.
 */
export const redirectUrl = z.stringFormat('redirect-url', isRedirectUrl).max(MAX_REDIRECT_URL_LENGTH).meta({
  description:
    'Where the signing page leads after signing or declining: an https address without credentials.',
});

function isRedirectUrl(text: string): boolean {
  const url = /^https?:\/\/[^\s\\]+$/i.test(text) ? URL.parse(text) : null;
  if (url === null || findHiddenCharacter(text) !== undefined) return false;
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || isLoopback(url);
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** Takes no hidden characters (visible-text.ts). Blanks alone count as empty. */
export function line(length: TextLength): z.ZodString {
  return text(length, findLineFault);
}

export function paragraphs(length: TextLength): z.ZodString {
  return text(length, findParagraphsFault);
}

function text(length: TextLength, findFault: typeof findLineFault): z.ZodString {
  const { min, max } = length;
  return z
    .string()
    .check(({ value, issues }) => {
      const fault = findFault(value, length);
      if (fault !== undefined) issues.push(brokenRule(value, fault.rule, fault.params));
    })
    .meta({ ...(min === 0 ? {} : { minLength: min }), maxLength: max });
}

export function brokenRule(input: unknown, rule: InvalidRule, ruleParams: ErrorParams) {
  const params: BrokenRule = { rule, ruleParams };
  return { code: 'custom' as const, input, params };
}
