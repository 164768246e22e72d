/** Sentences come from schema-problems.ts. */

import type { ErrorParams, InvalidRule } from '@countersign/base';
import { findLineFault, findParagraphsFault, type TextLength } from '@countersign/base/text';
import { isEmailAddress, isPhoneNumber } from '@countersign/forms/attributes';
import { z } from 'zod';
import type { BrokenRule } from '../schema-problems.ts';

/** Takes any version, in lower case as it is stored. */
export const uuid = z.guid().toLowerCase();

/** An empty string means none, because HTML forms send it. */
export const emailAddress = z.stringFormat('idn-email', (text) => text === '' || isEmailAddress(text));
export const phoneNumber = z
  .stringFormat('phone', (text) => text === '' || isPhoneNumber(text))
  .meta({ description: 'With its country code.' });

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
