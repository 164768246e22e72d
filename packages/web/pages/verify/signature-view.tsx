import { toVisibleLine } from '@countersign/base/text';
import type { FileVerification } from '@countersign/signing';
import type { ComponentChild } from 'preact';
import { Icon } from '../parts/controls.tsx';
import * as icons from '../parts/icons.ts';
import { formatMomentOrNull, useVerifyText } from './verification.ts';

/** A fact without a value is left out. */
export type Fact = readonly [label: string, value: ComponentChild];

/** Long values may break anywhere. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <dl class="facts">
      {known.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{typeof value === 'string' ? toVisibleLine(value) : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A person compares so many characters at a time. */
const GROUP = /.{1,8}/g;

/** The space between the groups is none of its characters, so that a copy has the value as it is. */
export function Fingerprint({ value }: { readonly value: string }) {
  return (
    <code class="fingerprint">
      {value.match(GROUP)?.map((group, index) => (
        <span key={index}>{group}</span>
      ))}
    </code>
  );
}

type Signature = FileVerification['signatures'][number];

export function SignatureView({ signature }: { readonly signature: Signature }) {
  const text = useVerifyText();
  const { valid, problems, remarks, changes, changesAllowed } = signature;
  return (
    <li class="signature">
      <details>
        <summary>
          <Icon path={icons.next} />
          <span class="signature-name">{useKind(signature)}</span>
          <span class={`badge ${changesAllowed ? 'is-good' : 'is-problem'}`}>
            {text(
              !valid ? 'signature_wrong' : changesAllowed ? 'signature_valid' : 'signature_changed_after',
            )}
          </span>
        </summary>
        <MessageList title={text('problems')} messages={problems} />
        <MessageList title={text('remarks')} messages={remarks} />
        <MessageList title={text('changes')} messages={changes} />
        <SignatureFacts signature={signature} />
      </details>
    </li>
  );
}

/** Names of form fields say nothing to people. */
function useKind({ subFilter, ownCertificate, signerName }: Signature): string {
  const text = useVerifyText();
  if (subFilter === 'ETSI.RFC3161') return text('kind_timestamp');
  if (ownCertificate) return text('kind_own_seal');
  return signerName ? text('kind_signature_of', { signer: toVisibleLine(signerName) }) : text('kind_seal');
}

interface MessageListProps {
  readonly title: string;
  readonly messages: readonly { readonly message: string }[];
}

function MessageList({ title, messages }: MessageListProps) {
  if (messages.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="problems">
        {messages.map(({ message }, index) => (
          <li key={index}>{message}</li>
        ))}
      </ul>
    </>
  );
}

function SignatureFacts({ signature }: { readonly signature: Signature }) {
  const text = useVerifyText();
  const { valid, signerName, certificates, signedAt, timestamp, revision, level, digest, laterChanges } =
    signature;
  const [own] = certificates;
  // Root certificates are self-signed.
  const issuers = [...new Set(certificates.map(({ issuerName }) => issuerName))];
  const period = own && {
    from: formatMomentOrNull(own.validFrom) ?? '',
    to: formatMomentOrNull(own.validTo) ?? '',
  };
  const stamped = timestamp && {
    time: formatMomentOrNull(timestamp.time) ?? '',
    authority: timestamp.authority,
  };
  const facts: readonly Fact[] = [
    [text('signer'), signerName],
    [text('ownCertificate'), text(signature.ownCertificate ? 'ownCertificate_yes' : 'ownCertificate_no')],
    [text('issuer'), issuers.join(', ')],
    [text('certificateValidity'), period && text('period', period)],
    [text('statedTime'), formatMomentOrNull(signedAt)],
    [text('timestamp'), stamped && text('timestampValue', stamped)],
    [text('level'), level && `PAdES ${level}`],
    [text('revision'), revision === null ? null : String(revision)],
    [text('coverage'), useCoverage(signature)],
    // Later changes of an invalid signature are unknown.
    [text('laterChanges'), valid ? text(`later_${laterChanges}`) : null],
    [
      text('digest', { algorithm: digest?.algorithm ?? '' }),
      digest && <Fingerprint key="digest" value={digest.value} />,
    ],
  ];
  return <FactList facts={facts} />;
}

function useCoverage({ coversWholeDocument, coveredBytes }: Signature): string | null {
  const text = useVerifyText();
  if (coversWholeDocument) return text('covers_all');
  return coveredBytes === 0 ? null : text('covers_beginning', { bytes: String(coveredBytes) });
}
