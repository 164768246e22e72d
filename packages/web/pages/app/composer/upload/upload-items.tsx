import { MEBIBYTE } from '@countersign/signing/limits';
import { Icon } from '../../../parts/icon.tsx';
import { useComposerText } from '../text.ts';
import { FileWarnings } from './file-warnings.tsx';
import type { UploadItem } from './upload-list.ts';
import type { Uploads } from './use-uploads.ts';

/** In the order in which they are joined. */
export function UploadItems({ items, dispatch }: Pick<Uploads, 'items' | 'dispatch'>) {
  const text = useComposerText();
  if (items.length === 0) return null;
  return (
    <ol class="composer-uploads">
      {items.map((item, index) => (
        <li key={item.key} class={`composer-upload is-${item.state.kind}`}>
          <Icon name={item.state.kind === 'refused' ? 'warning' : 'file'} />
          <div class="composer-upload-main">
            <strong>{item.name}</strong>
            <UploadState item={item} />
          </div>
          <span class="composer-signee-actions">
            {index > 0 && (
              <button
                type="button"
                class="icon-button"
                aria-label={text('moveUp', { name: item.name })}
                onClick={() => dispatch({ type: 'move', key: item.key, by: -1 })}
              >
                <Icon name="up" />
              </button>
            )}
            {index < items.length - 1 && (
              <button
                type="button"
                class="icon-button"
                aria-label={text('moveDown', { name: item.name })}
                onClick={() => dispatch({ type: 'move', key: item.key, by: 1 })}
              >
                <Icon name="down" />
              </button>
            )}
            <button
              type="button"
              class="icon-button"
              aria-label={text('removeFile', { name: item.name })}
              onClick={() => dispatch({ type: 'remove', key: item.key })}
            >
              <Icon name="trash" />
            </button>
          </span>
        </li>
      ))}
    </ol>
  );
}

function UploadState({ item: { state, size, name } }: { readonly item: UploadItem }) {
  const text = useComposerText();
  switch (state.kind) {
    case 'sending':
      return (
        <progress
          class="composer-progress"
          max={1}
          value={state.share}
          aria-label={text('uploading', { name })}
        />
      );
    case 'checking':
      return <span class="soft">{text('checkingFile')}</span>;
    case 'refused':
      return (
        <span class="field-problem" role="alert">
          {state.message}
        </span>
      );
    case 'accepted':
      return (
        <>
          <span class="soft">
            {text('fileSize', { megabytes: Math.max(Math.round((size / MEBIBYTE) * 10) / 10, 0.1) })}
          </span>
          <FileWarnings warnings={state.warnings} />
        </>
      );
  }
}
