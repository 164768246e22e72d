import type { PublicLinkBody } from '@countersign/api/bodies';
import type { PageApi } from '../../requests/page-api.ts';
import { useDocumentsText } from '../documents/text.ts';
import { navigate } from '../router.ts';
import type { RowAction } from './saved-row.tsx';
import { sharingAction } from './sharing.tsx';

export function LinkCounts({ link }: { readonly link: PublicLinkBody }) {
  const text = useDocumentsText();
  return <span>{text('linkCounts', { ...link.counts })}</span>;
}

interface LinkActionsInput {
  readonly text: ReturnType<typeof useDocumentsText>;
  readonly api: PageApi;
  readonly link: PublicLinkBody;
  readonly user: { readonly userId: string };
  readonly onChanged: () => Promise<void>;
  readonly onCopied: (linkId: string) => void;
  /** By default as after other changes. */
  readonly onDeleted?: () => Promise<void>;
}

/** Only the owner changes a link; others may duplicate it. */
export function linkActions(input: LinkActionsInput): readonly RowAction[] {
  const { text, api, link, user, onChanged, onCopied, onDeleted = onChanged } = input;
  const { linkId, name, status, sharingSetting } = link;
  const path = `/v1/links/${linkId}`;
  const copy: RowAction = {
    label: text('duplicate'),
    icon: 'copy',
    run: async () => onCopied((await api.post<{ linkId: string }>(`${path}/duplicate`, {})).linkId),
  };
  if (link.userId !== user.userId) return [copy];
  if (status === 'disabled') {
    const remove: RowAction = {
      label: text('delete'),
      icon: 'trash',
      run: async () => {
        await api.delete(path);
        await onDeleted();
      },
      question: { title: text('deleteNamed', { name }), text: text('deleteLinkText') },
    };
    return [copy, remove];
  }
  const share = sharingAction(text, sharingSetting, async (next) => {
    await api.put(path, { ...(await api.get<object>(path)), sharingSetting: next });
    await onChanged();
  });
  const disable: RowAction = {
    label: text('disable'),
    icon: 'lock',
    run: async () => {
      await api.put(`${path}/disable`, {});
      await onChanged();
    },
    question: { title: text('disableNamed', { name }), text: text('disableText') },
  };
  const edit: RowAction = {
    label: text('editLink'),
    icon: 'pen',
    run: async () => navigate(`/links/${linkId}/edit`),
  };
  return [edit, copy, share, disable];
}
