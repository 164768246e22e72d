import { type ProofText, proofText } from '@countersign/i18n/proof-text';
import type { ProofView } from '@countersign/signing';
import { toMegabytes } from '@countersign/signing/limits';
import { useRef, useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { usePageLanguage } from '../../parts/language.tsx';
import type { ProofDialogProps } from './proof-frame.tsx';
import { useCalls } from './use-proof.ts';

const KILOBYTE = 1000;

export function ProofDialog({ check, label, client, onChanged, onClose }: ProofDialogProps) {
  const { language } = usePageLanguage();
  const text = proofText(language);
  const { isBusy, problem, run } = useCalls(text);
  const [news, setNews] = useState('');
  const files = check.proofs.filter(({ status }) => status === 'succeeded');
  const maxBytes = Number(check.introduction.maxBytes);

  const attach = (file: File) =>
    run(async () => {
      setNews('');
      const { proofId } = await client.start(check.kind, check.field);
      const { details } = await client.sendFile(proofId, file, { name: file.name });
      await onChanged();
      setNews(text('attachmentAdded', { name: nameOf({ details }) }));
    });
  const remove = (proof: ProofView) =>
    run(async () => {
      setNews('');
      await client.cancel(proof.proofId);
      await onChanged();
    });

  return (
    <Dialog
      title={label === '' ? text('attachmentTitle') : label}
      shape="window"
      onClose={onClose}
      footer={
        <button type="button" class="button button-primary" aria-disabled={isBusy} onClick={onClose}>
          {text('done')}
        </button>
      }
    >
      <p>{text('attachmentIntro', { megabytes: toMegabytes(maxBytes) })}</p>
      {files.length > 0 && <AttachmentList {...{ files, isBusy, text }} onRemove={remove} />}
      {files.length < Number(check.introduction.maxFiles) && (
        <FileButton
          isBusy={isBusy}
          label={text('attachmentChoose')}
          accept={String(check.introduction.mediaTypes)}
          onFile={attach}
        />
      )}
      <p class="field-hint" role="status">
        {isBusy ? text('attachmentSending') : news}
      </p>
      <p class="field-problem" role="alert">
        {problem}
      </p>
    </Dialog>
  );
}

interface AttachmentListProps {
  readonly files: readonly ProofView[];
  readonly isBusy: boolean;
  readonly text: ProofText;
  readonly onRemove: (file: ProofView) => void;
}

function AttachmentList({ files, isBusy, text, onRemove }: AttachmentListProps) {
  return (
    <ul class="attachment-list" aria-label={text('attachmentList')}>
      {files.map((file) => (
        <li key={file.proofId}>
          <span>
            {text('attachmentSize', {
              name: nameOf(file),
              kilobytes: Math.ceil(Number(file.details.size ?? 0) / KILOBYTE),
            })}
          </span>
          <button type="button" class="link-button" aria-disabled={isBusy} onClick={() => onRemove(file)}>
            {text('attachmentRemove', { name: nameOf(file) })}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface FileButtonProps {
  readonly label: string;
  /** These are media types. */
  readonly accept: string;
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
}

function FileButton({ label, accept, isBusy, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        class="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-hidden="true"
        accept={accept}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) onFile(file);
          // The same file may be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <button
        type="button"
        class="button button-large"
        autofocus
        aria-disabled={isBusy}
        onClick={() => {
          if (!isBusy) input.current?.click();
        }}
      >
        {label}
      </button>
    </>
  );
}

function nameOf({ details }: Pick<ProofView, 'details'>): string {
  return String(details.name ?? '');
}
