import type { Caller } from '@countersign/identity';
import type { ReadStores } from '../ports/database.ts';
import { requireVisible } from '../saved/visible.ts';
import type { Template } from './template.ts';

/** Own or shared. Throws `template_not_found` or `not_yours`. */
export async function findTemplate(
  { saved }: ReadStores,
  caller: Pick<Caller, 'accountId' | 'userId'>,
  templateId: string,
): Promise<Template> {
  return requireVisible(await saved.find('template', templateId), caller, 'template_not_found');
}

export function fileOwnerOf({ accountId, fileOwnerId }: Template): Pick<Caller, 'accountId' | 'userId'> {
  return { accountId, userId: fileOwnerId };
}
