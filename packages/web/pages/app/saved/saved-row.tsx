import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button, type IconPath } from '../../parts/controls.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useAction } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { Menu } from '../../parts/menu.tsx';
import { useDocumentsText } from '../../parts/texts.tsx';

export interface RowAction {
  readonly label: string;
  readonly icon: IconPath;
  readonly run: () => Promise<unknown>;
  /** The question is asked before the action is done. */
  readonly question?: { readonly title: string; readonly text: string };
}

interface SavedRowProps {
  readonly title: string;
  /** The name links to this address. */
  readonly href?: string | undefined;
  readonly badge?: ComponentChildren | undefined;
  readonly facts: ComponentChildren;
  /** The action that people want most often has a button of its own. */
  readonly main?: RowAction | undefined;
  readonly actions: readonly RowAction[];
}

export function SavedRow({ title, href, badge, facts, main, actions }: SavedRowProps) {
  const text = useDocumentsText();
  const [asked, setAsked] = useState<RowAction | null>(null);
  const action = useAction();
  const choose = (one: RowAction) => (one.question === undefined ? void action.run(one.run) : setAsked(one));
  const items = actions.map((one) => ({
    icon: one.icon,
    text: one.label,
    label: `${one.label}: ${title}`,
    isDanger: one.icon === icons.trash,
    onChoose: () => choose(one),
  }));
  return (
    <li class="saved-row">
      <div class="saved-main">
        <span class="row-title">
          {href === undefined ? title : <a href={href}>{title}</a>}
          {badge}
        </span>
        <span class="document-facts">{facts}</span>
      </div>
      <div class="saved-actions">
        {main !== undefined && (
          <Button
            icon={main.icon}
            isBusy={action.isBusy}
            aria-label={`${main.label}: ${title}`}
            onClick={() => choose(main)}
          >
            {main.label}
          </Button>
        )}
        <Menu label={text('moreFor', { name: title })} items={items} isBusy={action.isBusy} />
      </div>
      {action.error !== undefined && <FailureNotice error={action.error} />}
      {asked?.question !== undefined && (
        <ConfirmDialog
          title={asked.question.title}
          confirm={asked.label}
          onConfirm={asked.run}
          onClose={() => setAsked(null)}
        >
          <p>{asked.question.text}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

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
    icon: isShared ? icons.lock : icons.users,
    run: () => change(isShared ? 'private' : 'shared'),
  };
}
