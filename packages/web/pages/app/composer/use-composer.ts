import type { Language } from '@countersign/base/locale';
import type { FormField, TemplateConfiguration } from '@countersign/signing';
import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { WebError } from '../../../errors.ts';
import type { Tagged } from '../../requests/page-api.ts';
import {
  type CopiedBoxes,
  keepExisting,
  listBoxes,
  NOTHING_SELECTED,
  type Selection,
} from './boxes/boxes.ts';
import { type TemplateDefaults, toDraft } from './configuration.ts';
import { type Draft, endGroup, record, redo, startHistory, undo } from './draft.ts';
import { findInputProblems, type InputProblem } from './input-problems.ts';
import {
  Autosave,
  forgetUnsaved,
  keepUnsaved,
  readUnsaved,
  type SaveState,
  type TabStorage,
} from './saving/autosave.ts';
import {
  alreadySaved,
  type Capabilities,
  type ComposerClient,
  type ItemStore,
  type SavedItem,
  toSave,
} from './saving/item-store.ts';
import { type PlacedProblem, placeProblems } from './server-problems.ts';

export interface OpenedItem {
  readonly item: SavedItem;
  readonly etag: string;
  /** The template of a draft that was made of one. */
  readonly template: TemplateConfiguration | null;
  readonly capabilities: Capabilities;
  readonly fields: readonly FormField[];
}

/** Changes of one group are undone together. */
type Change = (edit: (before: Draft) => Draft, group?: string) => void;

export interface Composer extends ReturnType<typeof useComposer> {}

export function useComposer(
  opened: OpenedItem,
  store: ItemStore,
  client: ComposerClient,
  storage: TabStorage | null,
  language: Language,
) {
  const { kind } = store;
  const { id } = opened.item;
  const [item, setItem] = useState(opened.item);
  const [defaults, setDefaults] = useState<TemplateDefaults>({ language, ...opened.template });
  const history = useHistory(() => readUnsaved(storage, id, opened.etag) ?? toDraft(opened.item, defaults));
  const { draft, change } = history;
  const [copied, setCopied] = useState<CopiedBoxes>([]);
  const [currentPage, setCurrentPage] = useState(0);
  const [arePagesOpen, setPagesOpen] = useState(false);
  const [isDragging, setDragging] = useState(false);
  const [isSendTried, setSendTried] = useState(false);
  const [fields, setFields] = useState(opened.fields);

  const latest = useRef(draft);
  latest.current = draft;
  const { autosave, saveState, found, setFound } = useAutosave(opened, defaults, store, latest, setItem);

  const savedName = useRef(item.name);
  savedName.current = item.name;
  // This is a layout effect, so that nothing counts as saved too early.
  useLayoutEffect(
    () => autosave.change(toSave(draft, kind, savedName.current, new Date())),
    [draft, autosave, kind],
  );
  useEffect(() => {
    if (saveState.state !== 'saved' || hasUnsavable(draft)) keepUnsaved(storage, id, autosave.etag, draft);
    else forgetUnsaved(storage, id);
  }, [draft, autosave, saveState, storage, id]);

  /** Starts from what the service has now, and saves what differs. */
  const restart = ({ body, etag }: Tagged<SavedItem>, fallBack = defaults): void => {
    setDefaults(fallBack);
    autosave.restart(alreadySaved(body, kind, fallBack), etag);
  };

  return {
    ...history,
    ...useBoxes(draft),
    client,
    store,
    kind,
    capabilities: opened.capabilities,
    item,
    fields,
    copied,
    setCopied,
    currentPage,
    setCurrentPage,
    /** Boxes can be placed once the pages are open. */
    arePagesOpen,
    setPagesOpen,
    /** Nothing that would move the pages may appear meanwhile. */
    isDragging,
    setDragging,
    /** Until a first attempt a missing contact is not shown, because templates and public links need none. */
    isSendTried,
    setSendTried,
    autosave,
    saveState,
    inputProblems: useMemo(() => findInputProblems(draft, new Date()), [draft]),
    serverProblems: useMemo(() => placeProblems(found.problems, found.about), [found]),
    restart,
    /** Values of missing fields are dropped, and boxes stay. */
    async replaceFile(fileId: string) {
      if (!(await autosave.flush())) throw new WebError('request_refused', saveState.message ?? '');
      const found = await client.readFields({ fileId });
      const names = new Set(found.map(({ name }) => name));
      const kept = Object.entries(draft.fields).filter(([name]) => names.has(name));
      await client.changeFile(id, fileId, autosave.etag);
      const { body, etag } = await store.read(id);
      setFields(found);
      change((before) => ({ ...before, fields: Object.fromEntries(kept) }));
      setItem(body);
      setFound({ problems: body.problems, about: latest.current });
      // The new file takes the place of the template.
      restart({ body, etag }, { language });
    },
    /** Leaves nothing in the tab. */
    forget: () => {
      autosave.stop();
      forgetUnsaved(storage, id);
    },
  };
}

function useHistory(start: () => Draft) {
  const [history, setHistory] = useState(() => startHistory(start()));
  const change: Change = useCallback(
    (edit, group) => setHistory((before) => record(before, edit(before.present), group ?? null)),
    [],
  );
  return {
    draft: history.present,
    change,
    endChange: useCallback(() => setHistory(endGroup), []),
    undo: useCallback(() => setHistory(undo), []),
    redo: useCallback(() => setHistory(redo), []),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  };
}

/** Boxes that no longer exist are no longer selected. */
function useBoxes(draft: Draft) {
  const [selection, setSelection] = useState<Selection>(NOTHING_SELECTED);
  const boxes = useMemo(() => listBoxes(draft), [draft]);
  useEffect(
    () => setSelection((before) => keepExisting(before, new Set(boxes.map(({ id }) => id)))),
    [boxes],
  );
  return { boxes, selection, setSelection };
}

function hasUnsavable(draft: Draft): boolean {
  return findInputProblems(draft, new Date()).length > 0;
}

interface Found {
  readonly problems: SavedItem['problems'];
  readonly about: Draft;
}

function useAutosave(
  { item, etag }: OpenedItem,
  defaults: TemplateDefaults,
  store: ItemStore,
  latest: { readonly current: Draft },
  onItem: (item: SavedItem) => void,
) {
  const { kind } = store;
  const [saveState, setSaveState] = useState<{ state: SaveState; message?: string | undefined }>({
    state: 'saved',
  });
  const [found, setFound] = useState<Found>({ problems: item.problems, about: latest.current });
  const sent = useRef(latest.current);
  const [autosave] = useState(
    () =>
      new Autosave<SavedItem>(
        {
          send(patch, condition) {
            sent.current = latest.current;
            return store.save(item.id, patch, condition);
          },
          schedule(ms, run) {
            if (kind !== 'draft') return () => undefined;
            const timer = setTimeout(run, ms);
            return () => clearTimeout(timer);
          },
          onState: (state, message) =>
            setSaveState((before) =>
              before.state === state && before.message === message ? before : { state, message },
            ),
          onAnswer(answer) {
            onItem(answer);
            setFound({ problems: answer.problems, about: sent.current });
          },
        },
        alreadySaved(item, kind, defaults),
        etag,
      ),
  );
  useEffect(() => {
    if (kind !== 'draft') return;
    // The tab may not come back.
    const saveNow = () => void (document.visibilityState === 'hidden' && autosave.flush());
    document.addEventListener('visibilitychange', saveNow);
    return () => {
      document.removeEventListener('visibilitychange', saveNow);
      void autosave.flush();
    };
  }, [autosave, kind]);
  return { autosave, saveState, found, setFound };
}

/** Returns problems of some members, or of all (null). */
export function problemsAt(
  {
    inputProblems,
    serverProblems,
    isSendTried,
  }: Pick<Composer, 'inputProblems' | 'serverProblems' | 'isSendTried'>,
  signeeKey: string | undefined,
  members: readonly string[] | null,
): { readonly inputs: readonly InputProblem[]; readonly found: readonly PlacedProblem[] } {
  const isWanted = (member: string) => members === null || members.includes(member.split('.')[0] ?? '');
  const inputs = inputProblems.filter((one) => one.signeeKey === signeeKey && isWanted(one.member));
  const due = serverProblems.filter(({ code }) => isSendTried || code !== 'contact_required');
  const found = due.filter(({ place }) =>
    signeeKey === undefined
      ? place.kind === 'document' && isWanted(place.member)
      : place.kind === 'signee' && place.key === signeeKey && isWanted(place.member),
  );
  return { inputs, found };
}

export const ComposerContext = createContext<Composer | null>(null);

export function useComposerContext(): Composer {
  const composer = useContext(ComposerContext);
  if (composer === null) throw new Error('used outside of the composer');
  return composer;
}

export type ComposerDialog = 'send' | 'preview' | 'template' | 'link' | 'replace';
