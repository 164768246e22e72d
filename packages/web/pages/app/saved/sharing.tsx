import { useDocumentsText } from '../documents/text.ts';
import type { RowAction } from './saved-row.tsx';

export type Sharing = 'private' | 'shared';

interface SharingBadgeProps {
  readonly setting: Sharing;
  readonly isOwn: boolean;
}

export function SharingBadge({ setting, isOwn }: SharingBadgeProps) {
  const text = useDocumentsText();
  if (setting === 'private') return null;
  return <span class="badge is-calm">{text(isOwn ? 'sharedByYou' : 'sharedWithYou')}</span>;
}

export function sharingAction(
  text: ReturnType<typeof useDocumentsText>,
  setting: Sharing,
  change: (next: Sharing) => Promise<void>,
): RowAction {
  const isShared = setting === 'shared';
  return {
    label: text(isShared ? 'unshare' : 'share'),
    icon: isShared ? 'lock' : 'users',
    run: () => change(isShared ? 'private' : 'shared'),
  };
}
