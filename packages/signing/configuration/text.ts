/** Texts of a configuration. Their sentences come from schema-problems.ts. */
import { isEmailAddress, isPhoneNumber } from '@countersign/forms/attributes';
import type { ErrorParams, InvalidRule } from '@countersign/identity';
import { findHiddenCharacter, nameCodePoint } from '@countersign/identity/text';
import { z } from 'zod';
import type { BrokenRule } from '../schema/schema-problems.ts';

/** An identifier: a UUID of any version, in lower case as it is stored. */
export const uuid = z.guid().toLowerCase();

/** Contact details. An empty string means none, because HTML forms send it. */
export const emailAddress = z.stringFormat('idn-email', (text) => text === '' || isEmailAddress(text));
export const phoneNumber = z
  .stringFormat('phone', (text) => text === '' || isPhoneNumber(text))
  .meta({ description: 'With its country code.' });

/** Characters, counted as code points. */
interface TextLength {
  readonly min: number;
  readonly max: number;
}

/** A line without hidden characters (visible-text.ts). Blanks alone count as empty. */
export function line(length: TextLength): z.ZodString {
  return text(length, findHiddenCharacter);
}

/** May have line breaks and tabs. */
export function paragraphs(length: TextLength): z.ZodString {
  return text(length, (found) => findHiddenCharacter(found.replace(/[\r\n\t]/g, ' ')));
}

function text({ min, max }: TextLength, findHidden: (text: string) => string | undefined): z.ZodString {
  return z
    .string()
    .check(({ value, issues }) => {
      const length = value.trim() === '' ? 0 : [...value].length;
      const hidden = findHidden(value);
      if (length < min || length > max) issues.push(brokenRule(value, 'length', { min, max }));
      else if (hidden !== undefined) {
        issues.push(brokenRule(value, 'characters', { character: nameCodePoint(hidden) }));
      }
    })
    .meta({ ...(min === 0 ? {} : { minLength: min }), maxLength: max });
}

/** The issue of a schema's own check, with the sentence that explains it. */
export function brokenRule(input: unknown, rule: InvalidRule, ruleParams: ErrorParams) {
  const params: BrokenRule = { rule, ruleParams };
  return { code: 'custom' as const, input, params };
}
