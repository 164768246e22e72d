import type { Language } from '@countersign/base/locale';
import type { FormField } from '@countersign/signing';
import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { WebError } from '../../../errors.ts';
import type { Tagged } from '../../requests/page-api.ts';
import { forgetAnchors, type TextMatch } from './anchors/find-text.ts';
import { type TemplateDefaults, toDraft } from './configuration.ts';
import { amend, type Draft, endGroup, record, redo, startHistory, undo } from './draft.ts';
import { findInputProblems, type InputProblem } from './input-problems.ts';
import type { Kind } from './marks/kinds.ts';
import type { Mark } from './marks/mark.ts';
import { listPlaced } from './marks/marks.ts';
import { fileFieldName, keepExisting, NOTHING_SELECTED, type Selection } from './marks/selection.ts';
import { forgetUnsaved, keepUnsaved, readUnsaved, type TabStorage } from './saving/autosave.ts';
import {
  alreadySaved,
  type ComposerClient,
  type ItemStore,
  type SavedItem,
  toSave,
} from './saving/item-store.ts';
import { type OpenedItem, useAutosave } from './saving/use-autosave.ts';
import { type PlacedProblem, placeProblems } from './server-problems.ts';

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
  const [copied, setCopied] = useState<readonly Mark[]>([]);
  const [currentPage, setCurrentPage] = useState(0);
  const [arePagesOpen, setPagesOpen] = useState(false);
  const [isDragging, setDragging] = useState(false);
  const [part, setPart] = useState<Part>('document');
  const [openPerson, setOpenPerson] = useState<string | null>(() => onlyPerson(draft));
  const [matches, setMatches] = useState<readonly TextMatch[]>([]);
  const [isSendTried, setSendTried] = useState(false);
  const [fields, setFields] = useState(opened.fields);

  const latest = useRef(draft);
  latest.current = draft;
  const { autosave, saveState, found, setFound } = useAutosave(opened, defaults, store, latest, setItem);

  const savedName = useRef(item.name);
  savedName.current = item.name;
  // This is a layout effect, so that nothing counts as saved too early. What is dragged is saved when it is released.
  useLayoutEffect(() => {
    if (!isDragging) autosave.change(toSave(draft, kind, savedName.current, new Date()));
  }, [draft, autosave, kind, isDragging]);
  useEffect(() => {
    if (isDragging) return;
    if (saveState.state !== 'saved' || hasUnsavable(draft)) keepUnsaved(storage, id, autosave.etag, draft);
    else forgetUnsaved(storage, id);
  }, [draft, autosave, saveState, storage, id, isDragging]);

  /** Starts from what the service has now, and saves what differs. */
  const restart = ({ body, etag }: Tagged<SavedItem>, fallBack = defaults): void => {
    setDefaults(fallBack);
    autosave.restart(alreadySaved(body, kind, fallBack), etag);
  };

  return {
    ...history,
    ...useMarks(draft, fields),
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
    /** Marks can be placed once the pages are open. */
    arePagesOpen,
    setPagesOpen,
    /** Nothing that would move the pages may appear meanwhile. */
    isDragging,
    setDragging,
    /** What the search for a text has found; the pages mark it. */
    matches,
    setMatches,
    /** The part of the properties that is shown; on small screens the sheet below the pages, if any. */
    part,
    setPart,
    /** The person whose details are shown. */
    openPerson,
    setOpenPerson,
    /** Until a first attempt a missing contact is not shown, because templates and public links need none. */
    isSendTried,
    setSendTried,
    autosave,
    saveState,
    inputProblems: useMemo(() => findInputProblems(draft, new Date()), [draft]),
    serverProblems: useMemo(() => placeProblems(found.problems, found.about), [found]),
    restart,
    /** Values and owners of missing fields are dropped, and marks stay. */
    async replaceFile(fileId: string) {
      if (!(await autosave.flush())) throw new WebError('request_refused', saveState.message ?? '');
      const found = await client.readFields({ fileId });
      const names = new Set(found.map(({ name }) => name));
      const made = new Set(draft.marks.flatMap((mark) => (mark.kind === 'field' ? [mark.name] : [])));
      const values = Object.entries(draft.fields).filter(([name]) => names.has(name) || made.has(name));
      const owners = Object.entries(draft.fieldOwners).filter(([name]) => names.has(name));
      await client.changeFile(id, fileId, autosave.etag);
      const { body, etag } = await store.read(id);
      setFields(found);
      change((before) => ({
        ...forgetAnchors(before),
        fields: Object.fromEntries(values),
        fieldOwners: Object.fromEntries(owners),
      }));
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

export type Part = 'people' | 'field' | 'document' | 'anchor' | null;

function onlyPerson({ signees }: Draft): string | null {
  return signees.length === 1 ? (signees[0]?.key ?? null) : null;
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
    /** Changes the draft without a step that could be undone. */
    amend: useCallback((edit: (before: Draft) => Draft) => setHistory((before) => amend(before, edit)), []),
    endChange: useCallback(() => setHistory(endGroup), []),
    undo: useCallback(() => setHistory(undo), []),
    redo: useCallback(() => setHistory(redo), []),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  };
}

/** What no longer exists is no longer selected. */
function useMarks(draft: Draft, fields: readonly FormField[]) {
  const [selection, setSelection] = useState<Selection>(NOTHING_SELECTED);
  const [personKey, setPerson] = useState('');
  const [tool, setTool] = useState<Kind | null>(null);
  const { signees, marks } = draft;
  const placed = useMemo(() => listPlaced({ signees, marks }), [signees, marks]);
  useEffect(() => {
    const ids = new Set(placed.map(({ id }) => id));
    const isThere = (id: string) => {
      const name = fileFieldName(id);
      return name === null ? ids.has(id) : fields.some((field) => field.name === name);
    };
    setSelection((before) => keepExisting(before, isThere));
  }, [placed, fields]);
  const person = signees.find(({ key }) => key === personKey) ?? signees[0] ?? null;
  return {
    placed,
    selection,
    setSelection,
    /** What is placed next belongs to this person. */
    person,
    setPerson,
    /** What the next press on a page places. */
    tool,
    setTool,
  };
}

function hasUnsavable(draft: Draft): boolean {
  return findInputProblems(draft, new Date()).length > 0;
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
