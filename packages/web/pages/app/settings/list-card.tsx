import type { ComponentChildren, ComponentProps } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button, EmptyState, type IconPath, Notice } from '../../parts/controls.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { FailureNotice, type ProblemAt, RefusalNotice, useRefusal } from '../../parts/failure-notice.tsx';
import { type Loaded, useAction, useLoaded, useScrollIntoView } from '../../parts/hooks.ts';
import { useLabels, usePageLanguage } from '../../parts/language.tsx';
import { useAppText, useSettingsText } from '../../parts/texts.tsx';
import { sayMoment } from '../../parts/times.tsx';
import { useApp } from '../router.ts';

interface LoadedViewProps<T> {
  readonly state: Loaded<T>;
  readonly onRetry: () => void;
  readonly children: (value: T) => ComponentChildren;
}

export function LoadedView<T>({ state, onRetry, children }: LoadedViewProps<T>) {
  const text = useAppText();
  if (state.kind === 'loading')
    return (
      <div class="settings-skeleton" role="status">
        <span class="visually-hidden">{text('loading')}</span>
        <span class="skeleton" />
        <span class="skeleton" />
        <span class="skeleton" />
      </div>
    );
  if (state.kind === 'failed') return <FailureNotice error={state.error} onRetry={onRetry} />;
  return <>{children(state.value)}</>;
}

/** Loads the items under `path`, which the answer has in `member`. */
export function useList<Item>(path: string, member: string): ItemList<Item> {
  const { api } = useApp();
  const { state, reload } = useLoaded(() => api.getAll<Item>(path, member), path);
  return { state, reload };
}

export interface ItemList<Item> {
  readonly state: Loaded<readonly Item[]>;
  readonly reload: () => Promise<void>;
}

interface ListCardProps<Item> {
  /** This is the id of the heading. */
  readonly id: string;
  readonly title: string;
  readonly list: ItemList<Item>;
  /** Is shown in place of the rows. A list that is never empty, or needs no sentence if it is, has none. */
  readonly empty?: ComponentProps<typeof EmptyState> | undefined;
  /** Is shown between the heading and the rows. */
  readonly head?: ComponentChildren | undefined;
  /** Returns a `ListRow` with a key. `onRemove` asks whether the item shall be removed. */
  readonly row: (item: Item, onRemove: () => void) => ComponentChildren;
  readonly removal?: ((item: Item) => Removal) | undefined;
  /** Is shown below the rows. */
  readonly children?: ComponentChildren | undefined;
}

/** Shows a card with one row for each item. */
export function ListCard<Item>(props: ListCardProps<Item>) {
  const { id, title, list, empty, head, row, removal, children } = props;
  const [removed, setRemoved] = useState<Item | null>(null);
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {head}
      <LoadedView state={list.state} onRetry={list.reload}>
        {(items) =>
          items.length === 0 && empty !== undefined ? (
            <EmptyState {...empty} />
          ) : (
            <ul class="rows">{items.map((item) => row(item, () => setRemoved(item)))}</ul>
          )
        }
      </LoadedView>
      {children}
      {removed !== null && removal !== undefined && (
        <RemoveDialog {...removal(removed)} onRemoved={list.reload} onClose={() => setRemoved(null)} />
      )}
    </section>
  );
}

interface RowAction {
  readonly icon: IconPath;
  readonly text: string;
  /** The label names the item too, for people who do not see the row. */
  readonly label?: string | undefined;
  readonly isBusy?: boolean | undefined;
  readonly onClick: () => void;
}

interface ListRowProps {
  readonly title: ComponentChildren;
  /** Each fact is a line. */
  readonly facts: readonly ComponentChildren[];
  readonly action?: RowAction | undefined;
  /** Is shown below the facts. */
  readonly children?: ComponentChildren | undefined;
}

export function ListRow({ title, facts, action, children }: ListRowProps) {
  return (
    <li class="row">
      <div class="row-main">
        <span class="row-title">{title}</span>
        {facts.map((fact, line) => (
          <span key={line} class="row-facts">
            {fact}
          </span>
        ))}
        {children}
      </div>
      {action !== undefined && (
        <Button
          kind="quiet"
          icon={action.icon}
          aria-label={action.label}
          isBusy={action.isBusy}
          onClick={action.onClick}
        >
          {action.text}
        </Button>
      )}
    </li>
  );
}

/** Returns what says a moment as the lists of documents do, in the time zone of the account. */
export function useSayMoment(): (moment: string) => string {
  const { language } = usePageLanguage();
  const { account } = useApp();
  return (moment) => sayMoment(language, account.timeZone, moment);
}

interface UsedFactsProps {
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** Says when a key was created and last used. */
export function UsedFacts({ createdAt, lastUsedAt }: UsedFactsProps) {
  const text = useSettingsText();
  const say = useSayMoment();
  const used = lastUsedAt === null ? text('neverUsed') : text('lastUsed', { time: say(lastUsedAt) });
  return (
    <>
      {text('created', { time: say(createdAt) })} · {used}
    </>
  );
}

/** The person confirms this before an item is removed. */
interface Removal {
  readonly title: string;
  readonly confirm: string;
  readonly text: string;
  /** This is the address of the item. */
  readonly path: string;
}

interface RemoveDialogProps extends Removal {
  readonly onRemoved: () => Promise<unknown>;
  readonly onClose: () => void;
  /** Is shown below the text. */
  readonly children?: ComponentChildren | undefined;
}

export function RemoveDialog({ path, text, onRemoved, children, ...dialog }: RemoveDialogProps) {
  const { api } = useApp();
  const remove = async () => {
    await api.delete(path);
    await onRemoved();
  };
  return (
    <ConfirmDialog {...dialog} onConfirm={remove}>
      <p>{text}</p>
      {children}
    </ConfirmDialog>
  );
}

interface SettingsFormProps {
  readonly submit: string;
  /** A page has one form whose button is the primary one. */
  readonly kind?: 'primary' | 'plain' | 'danger' | undefined;
  /** Is shown after a success, until the next input. */
  readonly done?: string | undefined;
  readonly onSubmit: () => Promise<unknown>;
  readonly onCancel?: (() => void) | undefined;
  /** The argument finds what the last attempt refused. */
  readonly children: (problemAt: ProblemAt) => ComponentChildren;
}

export function SettingsForm(props: SettingsFormProps) {
  const { submit, kind, done, onSubmit, onCancel, children } = props;
  const label = useLabels();
  const action = useAction();
  const [isDone, setDone] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const refusal = useRefusal(form, action.error);
  return (
    <form
      ref={form}
      class="form"
      onInput={() => setDone(false)}
      onSubmit={async (event) => {
        event.preventDefault();
        setDone(await action.run(onSubmit));
      }}
    >
      {children(refusal.problemAt)}
      <RefusalNotice refusal={refusal} />
      {isDone && done !== undefined && <DoneNotice done={done} />}
      <div class="form-actions">
        <Button type="submit" kind={kind} isBusy={action.isBusy}>
          {submit}
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>{label('cancel')}</Button>}
      </div>
    </form>
  );
}

function DoneNotice({ done }: { readonly done: string }) {
  const element = useScrollIntoView();
  return (
    <Notice mood="good" element={element}>
      {done}
    </Notice>
  );
}
