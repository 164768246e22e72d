import { useCallback } from 'preact/hooks';
import { Icon } from '../../parts/controls.tsx';
import { useDrop } from '../../parts/file-picker.tsx';
import * as icons from '../../parts/icons.ts';
import { useDocumentsText } from '../../parts/texts.tsx';
import { navigate } from '../router.ts';

/** The files that were dropped on a list, until the page of the new document takes them. */
let dropped: readonly File[] = [];

/** Returns each file once. */
export function takeDroppedFiles(): readonly File[] {
  const files = dropped;
  dropped = [];
  return files;
}

/**
 * Files can be dropped anywhere on a list, and begin a new document. Whoever does not drag chooses them on the page of
 * the new document, to which the header leads.
 */
export function DropToSend() {
  const text = useDocumentsText();
  const isOver = useDrop(
    useCallback((files: readonly File[]) => {
      if (files.length === 0) return;
      dropped = files;
      navigate('/new');
    }, []),
  );
  if (!isOver) return null;
  return (
    <div class="drop-veil" aria-hidden="true">
      <p>
        <Icon path={icons.file} />
        {text('dropHere')}
      </p>
    </div>
  );
}
