import type { Immutable } from '@countersign/base';
import { DAY_FORMATS } from '@countersign/forms/attributes';
import type { FormField } from '@countersign/toolkit';
import { z } from 'zod';

/** The box is in displayed points: the origin is top-left, y grows downwards, and pages count from 0. */
export const displayedBox = z.object({
  page: z.int(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});

/** How the days of a field are written whose sender, or whose file, asks for days [D10-20] [D10-22]. */
const dateFormat = z.enum(DAY_FORMATS);

type AttributeKind = FormField['attributes'][number]['kind'];

/** The description has no list of the kinds, because it grows. */
const attributeKind = z.string() as unknown as z.ZodType<AttributeKind, AttributeKind>;

/** A `FormField` of the toolkit, as answers and signing pages have it [D2-01]. */
export const formField = z
  .object({
    name: z.string().meta({ description: 'The key for every value.' }),
    fieldId: z.string(),
    type: z.enum(['checkbox', 'combobox', 'listbox', 'radioButton', 'textField']),
    label: z.string(),
    required: z.boolean(),
    readOnly: z.boolean(),
    editable: z.boolean(),
    boundingBox: displayedBox.nullable(),
    widgets: z.array(displayedBox.extend({ option: z.string().optional() })),
    defaultValues: z.array(z.string()),
    value: z.array(z.string()),
    options: z.array(z.object({ label: z.string(), value: z.string() })),
    multiline: z.boolean(),
    multiSelect: z.boolean(),
    password: z.boolean().meta({ description: 'The input is never shown: `value` has asterisks.' }),
    maxLength: z.int().nullable(),
    dateFormat: dateFormat.optional().meta({ description: 'Absent if any text will do [D10-20] [D10-22].' }),
    attributes: z.array(z.object({ name: z.string(), kind: attributeKind, index: z.int().optional() })),
    warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  })
  .meta({ id: 'FormField' });

/** A field of a document, as its sender sees it. */
export const documentField = formField
  .extend({
    signeeId: z.string().optional().meta({ description: 'The signee whose field it is alone.' }),
  })
  .meta({ id: 'DocumentField' });
export type DocumentField = FormField & { readonly signeeId?: string | undefined };

/** Each name occurs once [2.5-12]. */
export const namedValues = z.array(z.object({ name: z.string(), value: z.array(z.string()) }));
export type NamedValue = Immutable<z.infer<typeof namedValues>>[number];
