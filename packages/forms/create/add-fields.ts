import { createTextEmbedder, type PdfFile, requireFieldCount, warnIfSigned } from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import { FormError } from '../errors.ts';
import { readForm } from '../fields/form.ts';
import { dropXfa } from '../prefill/prefill.ts';
import type { FormWarning } from '../prefill/refresh-appearances.ts';
import { NameTree } from './name-tree.ts';
import { NEW_FIELDS, type NewField } from './new-field.ts';
import { FieldPlanner } from './plan-fields.ts';
import { FieldWriter } from './write-fields.ts';

export interface AddFieldsReport {
  /** Names, in the order given. */
  readonly added: readonly string[];
  readonly warnings: readonly FormWarning[];
}

/**
 * Creates form fields with their appearances, in tab order; a file without a form gets one, and a tagged file gets
 * their structure. Throws FormError before anything is changed: for names that are taken, boxes outside of their page
 * and values that do not fit.
 */
export async function addFields(file: PdfFile, fields: readonly NewField[]): Promise<AddFieldsReport> {
  checkArguments({ file, fields }, NEW_FIELDS);
  if (fields.length === 0) return { added: [], warnings: [] };
  const form = readForm(file);
  requireFieldCount(form.nodes.length + fields.length);
  const names = new NameTree(form);
  for (const { name } of fields) names.claim(name);
  const embedder = createTextEmbedder(file);
  const planner = new FieldPlanner(file, embedder);
  const planned = fields.map((field) => planner.plan(field));
  const writer = new FieldWriter(file, embedder, names);
  for (const field of planned) writer.write(field);
  writer.finish();
  await embedder.finish();
  return { added: fields.map(({ name }) => name), warnings: [...warnIfSigned(file), ...dropXfa(form)] };
}

export interface NewFieldFault {
  /** The index in the request. */
  readonly index: number;
  readonly error: FormError;
}

/** Lists why `addFields` would refuse fields, at most one fault for each. Changes nothing. */
export function findNewFieldFaults(file: PdfFile, fields: readonly NewField[]): readonly NewFieldFault[] {
  checkArguments({ file, fields }, NEW_FIELDS);
  if (fields.length === 0) return [];
  const names = new NameTree(readForm(file));
  const planner = new FieldPlanner(file, createTextEmbedder(file));
  return fields.flatMap((field, index) => {
    try {
      names.claim(field.name);
      planner.plan(field);
      return [];
    } catch (error) {
      if (!(error instanceof FormError)) throw error;
      return [{ index, error }];
    }
  });
}
