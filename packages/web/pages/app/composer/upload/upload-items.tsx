import type { ComposerKey } from '@countersign/i18n/texts';
import { MEBIBYTE } from '@countersign/signing/limits';
import { useId } from 'preact/hooks';
import { Icon } from '../../../parts/controls.tsx';
import { useDrop } from '../../../parts/file-picker.tsx';
import { useMediaQuery } from '../../../parts/hooks.ts';
import * as icons from '../../../parts/icons.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import type { Warning } from '../saving/item-store.ts';
import type { UploadItem, Uploads } from './uploads.ts';

interface FileDropProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly isLarge: boolean;
}

/** Files can be dropped anywhere on the page. */
export function FileDrop({ onFiles, isLarge }: FileDropProps) {
  const text = useComposerText();
  const id = useId();
  const isOver = useDrop(onFiles);
  // Nothing can be dropped by finger.
  const canDrop = useMediaQuery('(any-pointer: fine)');
  return (
    <div class={`composer-drop${isOver ? ' is-over' : ''}${isLarge ? ' is-large' : ''}`}>
      {isLarge && <Icon path={icons.file} />}
      {isLarge && canDrop && <p class="composer-drop-title">{text('dropTitle')}</p>}
      <span class="file-picker">
        <input
          id={id}
          class="visually-hidden"
          type="file"
          accept="application/pdf,.pdf"
          multiple
          onChange={({ currentTarget }) => {
            const files = Array.from(currentTarget.files ?? []);
            // The same file can be chosen again.
            currentTarget.value = '';
            if (files.length > 0) onFiles(files);
          }}
        />
        <label for={id} class={`button${isLarge ? ' button-primary button-large' : ''}`}>
          <Icon path={isLarge ? icons.file : icons.plus} />
          {isLarge ? text(canDrop ? 'chooseFiles' : 'choosePdf') : text('addFiles')}
        </label>
      </span>
    </div>
  );
}

const SENTENCES = {
  signatures_removed: 'warning_signatures_removed',
  signature_fields_removed: 'warning_signature_fields_removed',
  active_content_removed: 'warning_active_content_removed',
  fields_listed: 'warning_fields_listed',
  hidden_layers: 'warning_hidden_layers',
  unprinted_layers: 'warning_unprinted_layers',
  hidden_annotations: 'warning_hidden_annotations',
  invisible_text: 'warning_invisible_text',
  fields_redrawn: 'warning_fields_redrawn',
  annotations_drawn: 'warning_annotations_drawn',
  file_repaired: 'warning_file_repaired',
  encryption_removed: 'warning_encryption_removed',
  certification_removed: 'warning_certification_removed',
  signature_remains_removed: 'warning_signature_remains_removed',
  conformance_claim_ends: 'warning_conformance_claim_ends',
  conformance_claim_changes: 'warning_conformance_claim_changes',
  field_renamed: 'warning_field_renamed',
  more_fields_renamed: 'warning_more_fields_renamed',
} as const satisfies Readonly<Record<string, ComposerKey>>;

function isKnown(code: string): code is keyof typeof SENTENCES {
  return Object.hasOwn(SENTENCES, code);
}

export function FileWarnings({ warnings }: { readonly warnings: readonly Warning[] }) {
  const text = useComposerText();
  const known = warnings.filter(({ code }) => isKnown(code));
  if (known.length === 0) return null;
  return (
    <ul class="composer-warnings">
      {known.map(({ code, path = '', params = {} }, index) =>
        isKnown(code) ? <li key={`${code}-${path}-${index}`}>{text(SENTENCES[code], params)}</li> : null,
      )}
    </ul>
  );
}

/** Keeps the warnings of files that this page has just uploaded. */
const warningsByDraft = new Map<string, readonly Warning[]>();

export function keepWarnings(draftId: string, warnings: readonly Warning[]): void {
  warningsByDraft.set(draftId, warnings);
}

export function recentWarnings(draftId: string): readonly Warning[] {
  return warningsByDraft.get(draftId) ?? [];
}

/** Files are listed in the order in which they are joined. */
export function UploadItems({ items, dispatch }: Pick<Uploads, 'items' | 'dispatch'>) {
  const text = useComposerText();
  if (items.length === 0) return null;
  return (
    <ol class="composer-uploads">
      {items.map((item, index) => (
        <li key={item.key} class={`composer-upload is-${item.state.kind}`}>
          <Icon path={item.state.kind === 'refused' ? icons.warning : icons.file} />
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
                <Icon path={icons.up} />
              </button>
            )}
            {index < items.length - 1 && (
              <button
                type="button"
                class="icon-button"
                aria-label={text('moveDown', { name: item.name })}
                onClick={() => dispatch({ type: 'move', key: item.key, by: 1 })}
              >
                <Icon path={icons.down} />
              </button>
            )}
            <button
              type="button"
              class="icon-button"
              aria-label={text('removeFile', { name: item.name })}
              onClick={() => dispatch({ type: 'remove', key: item.key })}
            >
              <Icon path={icons.trash} />
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
