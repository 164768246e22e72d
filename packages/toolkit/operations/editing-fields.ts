import {
  type AddFieldsReport,
  addFields,
  type EditReport,
  type FlattenOptions,
  type FlattenReport,
  flattenForm,
  type NewField,
  type RemoveFieldOptions,
  removeField,
  renameField,
} from '@countersign/forms';
import type { PdfFile } from '@countersign/pdf';
import type { WriteArgs } from '../requests.ts';
import { withPdf } from './reading.ts';

export function addFieldsTo({
  fields,
  ...args
}: WriteArgs & { readonly fields: readonly NewField[] }): Promise<AddFieldsReport> {
  return saveAfter(args, (file) => addFields(file, fields));
}

export function renameFieldIn({
  from,
  to,
  ...args
}: WriteArgs & { readonly from: string; readonly to: string }): Promise<EditReport> {
  return saveAfter(args, (file) => renameField(file, from, to));
}

export function removeFieldFrom({
  name,
  page,
  ...args
}: WriteArgs & RemoveFieldOptions & { readonly name: string }): Promise<EditReport> {
  return saveAfter(args, (file) => removeField(file, name, { page }));
}

/** The file is rewritten, because the fields could be recovered from an earlier revision. */
export function flattenTo({ input, output, names }: WriteArgs & FlattenOptions): Promise<FlattenReport> {
  return withPdf(input, async (file) => {
    const report = await flattenForm(file, { names });
    file.rewrite().writeTo(output);
    return report;
  });
}

function saveAfter<T>({ input, output }: WriteArgs, edit: (file: PdfFile) => Promise<T>): Promise<T> {
  return withPdf(input, async (file) => {
    const report = await edit(file);
    file.save().writeTo(output);
    return report;
  });
}
