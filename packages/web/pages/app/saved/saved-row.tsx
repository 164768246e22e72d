import './saved.css';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button, type IconPath } from '../../parts/controls.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useAction } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { Menu } from '../../parts/menu.tsx';
import { useDocumentsText } from '../../parts/texts.tsx';
import { Thumbnail } from '../documents/thumbnail.tsx';

export interface RowAction {
  readonly label: string;
  readonly icon: IconPath;
  readonly run: () => Promise<unknown>;
  /** The question is asked before the action is done. */
  readonly question?: { readonly title: string; readonly text: string };
}

/** The heads of the columns of a table on wide pages; screen readers hear them in the rows. */
export function SavedHead({ columns: [first, ...facts] }: { readonly columns: readonly string[] }) {
  return (
    <div class="table-head" aria-hidden="true">
      <span>{first}</span>
      <span class="saved-facts">
        {facts.map((fact) => (
          <span key={fact} class="saved-fact">
            {fact}
          </span>
        ))}
      </span>
    </div>
  );
}

interface SavedRowProps {
  readonly title: string;
  /** The name links to this address. */
  readonly href?: string | undefined;
  /** The API has the file of a saved configuration below this path, which ends with its id. */
  readonly path: string;
  /** When its file may have changed last. */
  readonly updatedAt: string;
  readonly badge?: ComponentChildren | undefined;
  /** In the order of the columns; one that is null is empty. */
  readonly facts: readonly { readonly name: string; readonly value: ComponentChildren }[];
  /** The action that people want most often has a button of its own. */
  readonly main?: RowAction | undefined;
  readonly actions: readonly RowAction[];
}

/** A row of the table on wide pages, and a card on phones. */
export function SavedRow({ title, href, path, updatedAt, badge, facts, main, actions }: SavedRowProps) {
  return (
    <li class="saved-row">
      <span class="row-document">
        <Thumbnail path={`${path}/source-file`} id={path} version={updatedAt} />
        <span class="row-title">
          {href === undefined ? title : <a href={href}>{title}</a>}
          {badge}
        </span>
      </span>
      <span class="saved-facts">
        {facts.map(({ name, value }) => (
          <span key={name} class="saved-fact">
            {value !== null && (
              <>
                <span class="fact-name">{name} </span>
                {value}
              </>
            )}
          </span>
        ))}
      </span>
      <RowActions title={title} main={main} actions={actions} />
    </li>
  );
}

type RowActionsProps = Pick<SavedRowProps, 'title' | 'main' | 'actions'>;

/** The button and the menu of a row or page, with what they ask and the reason why something failed. */
export function RowActions({ title, main, actions }: RowActionsProps) {
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
    <>
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
    </>
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
