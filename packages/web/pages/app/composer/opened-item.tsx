import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useApp } from '../app-context.ts';
import { ComposerView } from './composer.tsx';
import { ComposerContext } from './composer-context.ts';
import type { ComposerClient } from './saving/composer-client.ts';
import type { ItemStore } from './saving/item-store.ts';
import { useComposerText } from './text.ts';
import './styles/composer.css';
import { FileWarnings } from './upload/file-warnings.tsx';
import { keepWarnings, recentWarnings } from './upload/recent-warnings.ts';
import { type OpenedItem as Opened, useComposer } from './use-composer.ts';

interface OpenedItemProps {
  readonly opened: Opened;
  readonly store: ItemStore;
  readonly client: ComposerClient;
}

export function OpenedItem({ opened, store, client }: OpenedItemProps) {
  const text = useComposerText();
  const { account } = useApp();
  const composer = useComposer(opened, store, client, tabStorage(), account.language);
  const { id } = opened.item;
  const [warnings, setWarnings] = useState(() => recentWarnings(id));
  const dismiss = () => {
    keepWarnings(id, []);
    setWarnings([]);
  };
  return (
    <ComposerContext.Provider value={composer}>
      {warnings.length > 0 && (
        <div class="composer-banner">
          <Notice mood="calm" action={<Button onClick={dismiss}>{text('understood')}</Button>}>
            {text('fileChanged')}
          </Notice>
          <FileWarnings warnings={warnings} />
        </div>
      )}
      <ComposerView fileId={composer.item.fileId ?? null} />
    </ComposerContext.Provider>
  );
}

function tabStorage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
