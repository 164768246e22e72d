import type { ComposedItem, ItemKind } from '../saving/item-store.ts';
import type { Composition } from './composition.ts';
import { fromDraft } from './from-draft.ts';
import { toTemplate } from './save-as.ts';
import { editedMembers, toConfiguration } from './to-configuration.ts';

type Members = Readonly<Record<string, unknown>>;

/** The members of a draft or template as the composition has them. A name that cannot be saved stays what it was. */
export function toMembers(kind: ItemKind, composition: Composition, savedName: string, now: Date): Members {
  const members =
    kind === 'draft' ? toConfiguration(composition, now) : editedMembers(toTemplate(composition, '', now));
  return { ...members, name: members.name || savedName };
}

/** The same members of what was read. */
export function savedMembers(kind: ItemKind, item: ComposedItem): Members {
  return kind === 'draft' ? editedMembers(item) : toMembers(kind, fromDraft(item), item.name, new Date());
}
