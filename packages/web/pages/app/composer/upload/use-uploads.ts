import { toVisibleLine } from '@countersign/identity/text';
import { toMegabytes } from '@countersign/signing/limits';
import { useCallback, useReducer } from 'preact/hooks';
import { failureMessage } from '../../../parts/failure-notice.tsx';
import { useLabels } from '../../../parts/labels.ts';
import type { ComposerClient } from '../saving/composer-client.ts';
import { useComposerText } from '../text.ts';
import { changeUploads, type UploadItem } from './upload-list.ts';

/** One after another. */
export function useUploads(client: ComposerClient, maxBytes: number) {
  const text = useComposerText();
  const label = useLabels();
  const [items, dispatch] = useReducer(changeUploads, [] as readonly UploadItem[]);
  const add = useCallback(
    async (files: readonly File[]) => {
      // The service refuses hidden characters, and a person can neither see nor remove them.
      const keyed = files.map((file) => ({
        file,
        key: crypto.randomUUID(),
        name: toVisibleLine(file.name),
      }));
      for (const { key, file, name } of keyed) dispatch({ type: 'add', key, name, size: file.size });
      for (const { key, file, name } of keyed) {
        if (file.size > maxBytes) {
          const message = text('fileTooLarge', { megabytes: toMegabytes(maxBytes) });
          dispatch({ type: 'refuse', key, message });
          continue;
        }
        try {
          const accepted = await client.upload(file, name, (share) =>
            dispatch({ type: 'progress', key, share }),
          );
          dispatch({ type: 'accept', key, file: accepted });
        } catch (error) {
          dispatch({ type: 'refuse', key, message: failureMessage(error, label) });
        }
      }
    },
    [client, maxBytes, text, label],
  );
  return { items, dispatch, add };
}

export type Uploads = ReturnType<typeof useUploads>;
