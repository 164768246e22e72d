import type { Caller } from '@countersign/identity';
import { findOwnFile } from '../files/find-file.ts';
import { readFieldsOf } from '../files/read-file-fields.ts';
import type { FormField } from '../ports/pdf-toolkit.ts';
import type { SigningDeps } from '../signing.ts';
import { fileOwnerOf, findTemplate } from './find-template.ts';

/** The form fields of a template's file, in page order, for everybody who may use the template. */
export async function listTemplateFields(
  deps: SigningDeps,
  caller: Caller,
  templateId: string,
): Promise<readonly FormField[]> {
  const { read } = deps.database;
  const template = await findTemplate(read, caller, templateId);
  const file = await findOwnFile(read, fileOwnerOf(template), template.configuration.fileId);
  return readFieldsOf(deps, file);
}
