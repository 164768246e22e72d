import type { Caller } from '@countersign/identity';
import type { StoredFile } from '../files/file.ts';
import { findOwnFile } from '../files/find-file.ts';
import { readFieldsOf } from '../files/read-file-fields.ts';
import type { FormField } from '../ports/pdf-toolkit.ts';
import type { SigningDeps } from '../signing.ts';
import { fileOwnerOf, findTemplate } from './find-template.ts';

/** In page order, for everybody who may use the template. */
export async function listTemplateFields(
  deps: SigningDeps,
  caller: Caller,
  templateId: string,
): Promise<readonly FormField[]> {
  return readFieldsOf(deps, await findTemplateFile(deps, caller, templateId));
}

export async function findTemplateFile(
  { database }: SigningDeps,
  caller: Caller,
  templateId: string,
): Promise<StoredFile> {
  const template = await findTemplate(database.read, caller, templateId);
  return findOwnFile(database.read, fileOwnerOf(template), template.configuration.fileId);
}
