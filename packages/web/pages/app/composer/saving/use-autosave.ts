import type { FormField, TemplateConfiguration } from '@countersign/signing';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TemplateDefaults } from '../configuration.ts';
import type { Draft } from '../draft.ts';
import { Autosave, type SaveState } from './autosave.ts';
import { alreadySaved, type Capabilities, type ItemStore, type SavedItem } from './item-store.ts';

export interface OpenedItem {
  readonly item: SavedItem;
  readonly etag: string;
  /** The template of a draft that was made of one. */
  readonly template: TemplateConfiguration | null;
  readonly capabilities: Capabilities;
  readonly fields: readonly FormField[];
}

interface Found {
  readonly problems: SavedItem['problems'];
  readonly about: Draft;
}

/** Saves the draft by itself, and what the service has found in it. */
export function useAutosave(
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
