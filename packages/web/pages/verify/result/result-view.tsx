import type { FileVerification } from '@countersign/signing';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { useVerifyText } from '../text/verify-context.ts';
import { FactList } from './fact-list.tsx';
import { OriginView } from './origin-view.tsx';
import { SignatureView } from './signature-view.tsx';
import { moodOf, verdictOf } from './verdict-of.ts';

interface ResultViewProps {
  readonly fileName: string;
  readonly verification: FileVerification;
}

/** The heading takes the focus for screen readers. */
export function ResultView({ fileName, verification }: ResultViewProps) {
  const text = useVerifyText();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), [verification]);
  const verdict = verdictOf(verification);
  const { origin, claimedDocumentId } = verification;
  const mood = moodOf(verdict, claimedDocumentId !== null);
  return (
    <div class="result">
      <div class={`verdict is-${mood}`}>
        <span class={`message-icon is-${mood}`}>
          <Icon name={mood === 'good' ? 'check' : mood === 'calm' ? 'file' : 'warning'} />
        </span>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {text(`${verdict}_title`)}
          </h1>
          <p>{text(`${verdict}_text`)}</p>
          {claimedDocumentId !== null && <p>{text('claim', { documentId: claimedDocumentId })}</p>}
        </div>
      </div>
      {origin !== null && <OriginView origin={origin} />}
      {verification.signatures.length > 0 && <SignatureList signatures={verification.signatures} />}
      <FileFacts fileName={fileName} verification={verification} />
    </div>
  );
}

function SignatureList({ signatures }: Pick<FileVerification, 'signatures'>) {
  const text = useVerifyText();
  const headingId = useId();
  return (
    <section class="result-part" aria-labelledby={headingId}>
      <h2 id={headingId}>{text('signaturesHeading', { count: signatures.length })}</h2>
      <ul class="signatures">
        {signatures.map((signature, index) => (
          <SignatureView key={index} signature={signature} />
        ))}
      </ul>
      <p class="note">{text('trustNote')}</p>
    </section>
  );
}

function FileFacts({ fileName, verification: { size, sha256 } }: ResultViewProps) {
  const text = useVerifyText();
  const headingId = useId();
  return (
    <section class="result-part" aria-labelledby={headingId}>
      <h2 id={headingId}>{text('fileHeading')}</h2>
      <FactList
        facts={[
          [text('fileName'), fileName],
          [text('fileSize'), text('bytes', { size: String(size) })],
          ['SHA-256', sha256],
        ]}
      />
    </section>
  );
}
