import type { FileVerification, SealedOrigin, VerifiedSignee } from '@countersign/signing';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../parts/controls.tsx';
import * as icons from '../parts/icons.ts';
import { FactList, Fingerprint, SignatureView } from './signature-view.tsx';
import { formatMomentOrNull, useVerifyText } from './verification.ts';

/** The people come first after the verdict, because they are what was asked for. */
function PeopleView({ origin: { signees, trail } }: { readonly origin: SealedOrigin }) {
  const text = useVerifyText();
  const headingId = useId();
  return (
    <section class="card result-people" aria-labelledby={headingId}>
      <h2 id={headingId}>{text('signeesHeading')}</h2>
      <ul class="rows">
        {signees.map((signee, index) => (
          <SigneeLine key={index} signee={signee} />
        ))}
      </ul>
      {trail !== null && (
        <p class={`result-trail ${trail.isWhole ? 'is-good' : 'is-problem'}`}>
          <Icon path={trail.isWhole ? icons.check : icons.warning} />
          {text(trail.isWhole ? 'trail_whole' : 'trail_broken')}
        </p>
      )}
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
    <li class="row">
      <span class="result-mark" aria-hidden="true">
        <Icon path={icons.check} />
      </span>
      <span class="row-main">
        <strong class="row-title">{fullName}</strong>
        <span class="row-facts">
          {[formatMomentOrNull(signedAt), method, name].filter(Boolean).join(' · ')}
        </span>
      </span>
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
  /** Is shown with the file, for the next one. */
  readonly children: ComponentChildren;
}

/** The heading takes the focus for screen readers. */
export function ResultView({ fileName, verification, children }: ResultViewProps) {
  const text = useVerifyText();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), [verification]);
  const verdict = verdictOf(verification);
  const { origin, claimedDocumentId, signatures } = verification;
  const mood = moodOf(verdict, claimedDocumentId !== null);
  return (
    <div class="result">
      <div class="result-main">
        <div class={`card verdict is-${mood}`}>
          <span class={`message-icon is-${mood}`}>
            <Icon path={mood === 'good' ? icons.check : mood === 'calm' ? icons.file : icons.warning} />
          </span>
          <div>
            <h1 ref={heading} tabIndex={-1}>
              {text(`${verdict}_title`)}
            </h1>
            <p>{text(`${verdict}_text`)}</p>
            {claimedDocumentId !== null && <p>{text('claim', { documentId: claimedDocumentId })}</p>}
            <Problems signatures={signatures} />
          </div>
        </div>
        {origin !== null && <PeopleView origin={origin} />}
        <TechnicalDetails verification={verification} />
      </div>
      <FileCard fileName={fileName} verification={verification}>
        {children}
      </FileCard>
    </div>
  );
}

/** What a person must know of a file that is not as it was signed is not behind a press. */
function Problems({ signatures }: Pick<FileVerification, 'signatures'>) {
  const text = useVerifyText();
  const messages = signatures
    .filter(({ changesAllowed }) => !changesAllowed)
    .flatMap(({ problems, changes }) => [...problems, ...changes]);
  if (messages.length === 0) return null;
  return (
    <div class="verdict-problems">
      <h2>{text('problems')}</h2>
      <ul>
        {messages.map(({ message }, index) => (
          <li key={index}>{message}</li>
        ))}
      </ul>
    </div>
  );
}

function TechnicalDetails({ verification: { origin, signatures } }: Pick<ResultViewProps, 'verification'>) {
  const text = useVerifyText();
  if (origin === null && signatures.length === 0) return null;
  return (
    <details class="card technical">
      <summary>
        <Icon path={icons.next} />
        {text('technicalDetails')}
      </summary>
      {origin !== null && (
        <FactList
          facts={[
            [text('documentName'), origin.name],
            [text('documentId'), origin.documentId],
            [text('sealedAt'), formatMomentOrNull(origin.sealedAt)],
          ]}
        />
      )}
      {signatures.length > 0 && (
        <>
          <h2>{text('signaturesHeading', { count: signatures.length })}</h2>
          <ul class="signatures">
            {signatures.map((signature, index) => (
              <SignatureView key={index} signature={signature} />
            ))}
          </ul>
          <p class="note">{text('trustNote')}</p>
        </>
      )}
    </details>
  );
}

function FileCard({ fileName, verification: { size, sha256 }, children }: ResultViewProps) {
  const text = useVerifyText();
  const headingId = useId();
  return (
    <section class="card file-card" aria-labelledby={headingId}>
      <h2 id={headingId}>{text('fileHeading')}</h2>
      <FactList
        facts={[
          [text('fileName'), fileName],
          [text('fileSize'), text('bytes', { size })],
          [text('fingerprint'), <Fingerprint key="fingerprint" value={sha256} />],
        ]}
      />
      {children}
    </section>
  );
}
