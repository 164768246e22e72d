import type { FormField, TemplateConfiguration } from '@countersign/signing';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { WebError } from '../../../errors.ts';
import { listBoxes } from './boxes/boxes-of.ts';
import type { CopiedBoxes } from './boxes/clipboard.ts';
import { keepExisting, NOTHING_SELECTED, type Selection } from './boxes/selection.ts';
import type { Composition } from './model/composition.ts';
import { fromDraft } from './model/from-draft.ts';
import { endGroup, record, redo, startHistory, undo } from './model/history.ts';
import { type PlacedProblem, placeProblems } from './model/server-problems.ts';
import {
  editedMembers,
  findInputProblems,
  type InputProblem,
  toConfiguration,
} from './model/to-configuration.ts';
import { Autosave, type SaveState } from './saving/autosave.ts';
import type { Capabilities, ComposerClient, Draft } from './saving/composer-client.ts';
import { forgetUnsaved, keepUnsaved, readUnsaved, type TabStorage } from './saving/unsaved.ts';

/** A draft with what the composer needs besides. */
export interface OpenedDraft {
  readonly draft: Draft;
  readonly etag: string;
  readonly template: TemplateConfiguration | null;
  readonly capabilities: Capabilities;
  readonly fields: readonly FormField[];
}

/** Changes with the same group are undone together. */
type Change = (edit: (before: Composition) => Composition, group?: string) => void;

export interface Composer extends ReturnType<typeof useComposer> {}

/** Everything that is edited, and that it is saved. */
export function useComposer(opened: OpenedDraft, client: ComposerClient, storage: TabStorage | null) {
  const { draftId } = opened.draft;
  const [draft, setDraft] = useState(opened.draft);
  const [history, setHistory] = useState(() => startHistory(openComposition(opened, storage)));
  const [selection, setSelection] = useState<Selection>(NOTHING_SELECTED);
  const [copied, setCopied] = useState<CopiedBoxes>([]);
  const [currentPage, setCurrentPage] = useState(0);
  const [fields, setFields] = useState(opened.fields);
  const composition = history.present;

  const latest = useRef(composition);
  latest.current = composition;
  const { autosave, saveState, found } = useAutosave(opened, client, latest, setDraft);

  const savedName = useRef(draft.name);
  savedName.current = draft.name;
  useEffect(() => {
    const configuration = toConfiguration(composition, new Date());
    autosave.change({ ...configuration, name: configuration.name ?? savedName.current });
  }, [composition, autosave]);
  useEffect(() => {
    if (saveState.state !== 'saved' || hasUnsavable(composition))
      keepUnsaved(storage, draftId, autosave.etag, composition);
    else forgetUnsaved(storage, draftId);
  }, [composition, autosave, saveState, storage, draftId]);

  const boxes = useMemo(() => listBoxes(composition), [composition]);
  useEffect(
    () => setSelection((before) => keepExisting(before, new Set(boxes.map(({ id }) => id)))),
    [boxes],
  );

  const change: Change = useCallback(
    (edit, group) => setHistory((before) => record(before, edit(before.present), group ?? null)),
    [],
  );
  return {
    client,
    capabilities: opened.capabilities,
    draft,
    fields,
    composition,
    boxes,
    change,
    endChange: useCallback(() => setHistory(endGroup), []),
    undo: useCallback(() => setHistory(undo), []),
    redo: useCallback(() => setHistory(redo), []),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    selection,
    setSelection,
    copied,
    setCopied,
    currentPage,
    setCurrentPage,
    autosave,
    saveState,
    inputProblems: useMemo(() => findInputProblems(composition, new Date()), [composition]),
    serverProblems: useMemo(() => placeProblems(found.problems, found.about), [found]),
    /** Values of fields that the new file does not have are dropped; boxes stay. */
    async replaceFile(fileId: string) {
      if (!(await autosave.flush())) throw new WebError('request_refused', saveState.message ?? '');
      const found = await client.readFields({ fileId });
      const names = new Set(found.map(({ name }) => name));
      const kept = Object.entries(composition.fields).filter(([name]) => names.has(name));
      await client.changeFile(draftId, fileId, autosave.etag);
      const { body, etag } = await client.readDraft(draftId);
      setFields(found);
      setHistory((before) => record(before, { ...before.present, fields: Object.fromEntries(kept) }));
      setDraft(body);
      autosave.restart(editedMembers(body), etag);
    },
    /** After it was sent or removed, nothing of it stays in the tab. */
    forget: () => {
      autosave.stop();
      forgetUnsaved(storage, draftId);
    },
  };
}

function hasUnsavable(composition: Composition): boolean {
  return findInputProblems(composition, new Date()).length > 0;
}

function openComposition({ draft, etag, template }: OpenedDraft, storage: TabStorage | null): Composition {
  return readUnsaved(storage, draft.draftId, etag) ?? fromDraft(draft, template ?? {});
}

/** What the service found, and in which composition. */
interface Found {
  readonly problems: Draft['problems'];
  readonly about: Composition;
}

function useAutosave(
  opened: OpenedDraft,
  client: ComposerClient,
  latest: { readonly current: Composition },
  onDraft: (draft: Draft) => void,
) {
  const { draft, etag } = opened;
  const [saveState, setSaveState] = useState<{ state: SaveState; message?: string | undefined }>({
    state: 'saved',
  });
  const [found, setFound] = useState<Found>({ problems: draft.problems, about: latest.current });
  const sent = useRef(latest.current);
  const [autosave] = useState(
    () =>
      new Autosave<Draft>(
        {
          send(patch, condition) {
            sent.current = latest.current;
            return client.save(draft.draftId, patch, condition);
          },
          schedule(ms, run) {
            const timer = setTimeout(run, ms);
            return () => clearTimeout(timer);
          },
          onState: (state, message) =>
            setSaveState((before) =>
              before.state === state && before.message === message ? before : { state, message },
            ),
          onAnswer(answer) {
            onDraft(answer);
            setFound({ problems: answer.problems, about: sent.current });
          },
        },
        editedMembers(draft),
        etag,
      ),
  );
  useEffect(() => {
    // The tab may not come back.
    const saveNow = () => void (document.visibilityState === 'hidden' && autosave.flush());
    document.addEventListener('visibilitychange', saveNow);
    return () => {
      document.removeEventListener('visibilitychange', saveNow);
      void autosave.flush();
    };
  }, [autosave]);
  return { autosave, saveState, found };
}

/** Problems of a signee, or of the document, with some members or all (null). */
export function problemsAt(
  { inputProblems, serverProblems }: Pick<Composer, 'inputProblems' | 'serverProblems'>,
  signeeKey: string | undefined,
  members: readonly string[] | null,
): { readonly inputs: readonly InputProblem[]; readonly found: readonly PlacedProblem[] } {
  const isWanted = (member: string) => members === null || members.includes(member.split('.')[0] ?? '');
  const inputs = inputProblems.filter((one) => one.signeeKey === signeeKey && isWanted(one.member));
  const found = serverProblems.filter(({ place }) =>
    signeeKey === undefined
      ? place.kind === 'document' && isWanted(place.member)
      : place.kind === 'signee' && place.key === signeeKey && isWanted(place.member),
  );
  return { inputs, found };
}
