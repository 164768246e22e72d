import type { ComposedItem, ItemKind } from '../saving/item-store.ts';
import type { Composition } from './composition.ts';
import { fromDraft, type TemplateDefaults } from './from-draft.ts';
import { toLink, toTemplate } from './save-as.ts';
import { editedMembers, placement, toConfiguration } from './to-configuration.ts';

type Members = Readonly<Record<string, unknown>>;

/** A name that cannot be saved stays what it was. */
export function toMembers(kind: ItemKind, composition: Composition, savedName: string, now: Date): Members {
  const members = MEMBERS[kind](composition, now);
  return { ...members, name: members.name || savedName };
}

const MEMBERS: Readonly<Record<ItemKind, (composition: Composition, now: Date) => Members>> = {
  draft: toConfiguration,
  template: (composition, now) => editedMembers(toTemplate(composition, '', now)),
  link: (composition, now) => {
    const { disablePrinting } = composition;
    return { ...editedMembers(toLink(composition, '', disablePrinting, now)), disablePrinting };
  },
};

/**
 * As the composer shows what was read, so that opening a draft changes nothing. Two drafts differ: one without a
 * position for a signature, which is shown on a new page, and one without signees, where the roles of its template
 * are shown.
 */
export function savedMembers(kind: ItemKind, item: ComposedItem, defaults: TemplateDefaults = {}): Members {
  const composition = fromDraft(item, defaults);
  const members = toMembers(kind, composition, item.name, new Date());
  const isGiven = composition.signees.every(({ signatureType, boxes }, index) => {
    const { signaturePlacement: shown } = placement(signatureType, boxes);
    const roles = [item.signeeDetails?.[index], defaults.signeeDetails?.[index]];
    return shown !== 'new_page' || roles.some((role) => role?.signaturePlacement === 'new_page');
  });
  const areOwn = composition.signees.length === 0 || item.signeeDetails != null;
  return (isGiven && areOwn) || kind !== 'draft'
    ? members
    : { ...members, signeeDetails: item.signeeDetails };
}
