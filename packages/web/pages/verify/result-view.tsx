import type { FileVerification, SealedOrigin, VerifiedSignee } from '@countersign/signing';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../parts/controls.tsx';
import * as icons from '../parts/icons.ts';
import { FactList, SignatureView } from './signature-view.tsx';
import { formatMomentOrNull, useVerifyText } from './verification.ts';

function OriginView({ origin }: { readonly origin: SealedOrigin }) {
  const text = useVerifyText();
  const headingId = useId();
  const { name, documentId, sealedAt, signees, trail } = origin;
  const trailWords =
    trail && text(trail.isWhole ? 'trail_whole' : 'trail_broken', { sequence: trail.sequence });
  return (
    <section class="result-part" aria-labelledby={headingId}>
      <h2 id={headingId}>{text('documentHeading')}</h2>
      <FactList
        facts={[
          [text('documentName'), name],
          [text('documentId'), documentId],
          [text('sealedAt'), formatMomentOrNull(sealedAt)],
          [text('trail'), trailWords],
        ]}
      />
      <h3>{text('signeesHeading')}</h3>
      <ul class="signees">
        {signees.map((signee, index) => (
          <SigneeLine key={index} signee={signee} />
        ))}
      </ul>
    </section>
  );
}

function SigneeLine({ signee }: { readonly signee: VerifiedSignee }) {
  const text = useVerifyText();
  const { fullName, signedAt, signatureType, ink, identification } = signee;
  const provider = identification?.provider ?? 'none';
  const isSandbox = identification?.isSandbox ?? false;
  const how = { type: signatureType ?? 'none', ink: ink ?? 'none', provider, sandbox: String(isSandbox) };
  const method = text('signedAs', how);
  const name = identification && !isSandbox && text('identifiedAs', { fullName: identification.fullName });
  return (
    <li>
      <strong>{fullName}</strong>
      <span>{[formatMomentOrNull(signedAt), method, name].filter(Boolean).join(' · ')}</span>
    </li>
  );
}

/** The verdicts are keys of sentences. */
export type Verdict =
  | 'own_whole'
  | 'own_extended'
  | 'own_changed'
  | 'other_intact'
  | 'other_changed'
  | 'unsigned';

type Findings = Pick<FileVerification, 'state'> & {
  readonly origin: Pick<NonNullable<FileVerification['origin']>, 'match'> | null;
};

/** A file without an intact seal does not count as sealed by this service, whatever the database has. */
export function verdictOf({ origin, state }: Findings): Verdict {
  if (origin !== null && state !== 'intact') return 'own_changed';
  if (origin !== null) return origin.match === 'whole' ? 'own_whole' : 'own_extended';
  if (state === 'unsigned') return 'unsigned';
  return state === 'intact' ? 'other_intact' : 'other_changed';
}

/** Most files have no signature. A file that says it was sealed should have one. */
export function moodOf(verdict: Verdict, claimsSeal: boolean): 'good' | 'calm' | 'problem' {
  if (verdict === 'own_whole' || verdict === 'own_extended') return 'good';
  if (verdict === 'unsigned') return claimsSeal ? 'problem' : 'calm';
  return verdict === 'other_intact' ? 'calm' : 'problem';
}

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
          <Icon path={mood === 'good' ? icons.check : mood === 'calm' ? icons.file : icons.warning} />
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
