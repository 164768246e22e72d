import { z } from 'zod';
import type { ReadonlyMode } from '../ports/pdf-toolkit.ts';
import { MAX_FIELD_TEXT_LENGTH, MAX_FIELD_VALUES } from './limits.ts';

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
