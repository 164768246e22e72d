import type { ListedDocumentBody } from '@countersign/api/bodies';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Notice } from '../../parts/controls.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { failureMessage } from '../../parts/failure-notice.tsx';
import * as icons from '../../parts/icons.ts';
import { useLabels } from '../../parts/language.tsx';
import { useDocumentsText } from '../../parts/texts.tsx';
import { useApp } from '../router.ts';
import { type BulkAction, type BulkOutcome, runOnAll } from './document-actions.ts';
import { LabelDialog } from './label-dialog.tsx';

interface BulkBarProps {
  readonly documents: readonly ListedDocumentBody[];
  readonly onDone: (outcome: BulkOutcome) => void;
  /** Is called after a change of labels, which is undone from a toast. */
  readonly onChanged: () => void;
  readonly onClear: () => void;
}

const TITLES = { remind: 'bulkRemindTitle', revoke: 'bulkRevokeTitle', delete: 'bulkDeleteTitle' } as const;
const TEXTS = { remind: 'bulkRemindText', revoke: 'bulkRevokeText', delete: 'bulkDeleteText' } as const;
const CONFIRM = { remind: 'remind', revoke: 'revoke', delete: 'delete' } as const;
export const BULK_DONE = { remind: 'bulkReminded', revoke: 'bulkRevoked', delete: 'bulkDeleted' } as const;

/** Each action is asked about first. */
export function BulkBar({ documents, onDone, onChanged, onClear }: BulkBarProps) {
  const text = useDocumentsText();
  const { api } = useApp();
  const [isLabelling, setLabelling] = useState(false);
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const [finished, setFinished] = useState<number | null>(null);
  const stop = useRef(new AbortController());
  const count = documents.length;
  return (
    <section class="bulk-bar" aria-label={text('selectedLabel')}>
      <p role="status">{text('selectedCount', { count })}</p>
      <div class="form-actions">
        <Button icon={icons.bell} onClick={() => setAsked('remind')}>
          {text('remind')}
        </Button>
        <Button icon={icons.tag} onClick={() => setLabelling(true)}>
          {text('labelsTitle')}
        </Button>
        <Button icon={icons.undo} onClick={() => setAsked('revoke')}>
          {text('revoke')}
        </Button>
        <Button icon={icons.trash} onClick={() => setAsked('delete')}>
          {text('delete')}
        </Button>
        <Button kind="quiet" onClick={onClear}>
          {text('clearSelection')}
        </Button>
      </div>
      {isLabelling && (
        <LabelDialog documents={documents} onDone={onChanged} onClose={() => setLabelling(false)} />
      )}
      {asked !== null && (
        <ConfirmDialog
          title={text(TITLES[asked], { count })}
          confirm={text(CONFIRM[asked])}
          kind={asked === 'remind' ? 'primary' : 'danger'}
          onConfirm={async () => {
            setFinished(0);
            stop.current = new AbortController();
            onDone(await runOnAll(api, asked, documents, setFinished, stop.current.signal));
            setFinished(null);
          }}
          onClose={() => {
            stop.current.abort();
            setAsked(null);
          }}
        >
          <p>{text(TEXTS[asked])}</p>
          {finished !== null && count > 1 && (
            <p role="status" class="bulk-progress">
              <progress max={count} value={finished} aria-hidden="true" />
              {text('bulkProgress', { finished, count })}
            </p>
          )}
        </ConfirmDialog>
      )}
    </section>
  );
}

interface BulkReportProps {
  readonly outcome: BulkOutcome;
  readonly onClose: () => void;
}

export function BulkReport({ outcome, onClose }: BulkReportProps) {
  const text = useDocumentsText();
  const label = useLabels();
  const { action, done, failed } = outcome;
  const report = useRef<HTMLDivElement>(null);
  useEffect(() => report.current?.scrollIntoView({ block: 'nearest' }), [outcome]);
  return (
    <div ref={report} class="bulk-report">
      <Notice
        mood={failed.length === 0 ? 'good' : 'calm'}
        action={
          <Button kind="quiet" onClick={onClose}>
            {label('close')}
          </Button>
        }
      >
        {text(BULK_DONE[action], { count: done })}
      </Notice>
      {failed.length > 0 && (
        <ul class="bulk-failures">
          {failed.map(({ document, error }) => (
            <li key={document.documentId}>
              <strong>{document.name}</strong>: {failureMessage(error, label)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
