import { toVisibleLine } from '@countersign/base/text';
import type { FileVerification } from '@countersign/signing';
import { formatMomentOrNull, useVerifyText } from './verification.ts';

/** A fact without a value is left out. */
export type Fact = readonly [label: string, value: string | null | undefined];

/** Long values such as hashes may break anywhere. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <dl class="facts">
      {known.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{toVisibleLine(value ?? '')}</dd>
        </div>
      ))}
    </dl>
  );
}

type Signature = FileVerification['signatures'][number];

export function SignatureView({ signature }: { readonly signature: Signature }) {
  const text = useVerifyText();
  const { valid, subFilter, fieldName, problems, remarks, changes, changesAllowed } = signature;
  const kind = subFilter === 'ETSI.RFC3161' ? 'kind_timestamp' : 'kind_seal';
  return (
    <li class="signature">
      <details open={!changesAllowed}>
        <summary>
          <span class="signature-name">{text(kind, { field: fieldName })}</span>
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
    [text('digest', { algorithm: digest?.algorithm ?? '' }), digest?.value],
  ];
  return <FactList facts={facts} />;
}

function useCoverage({ coversWholeDocument, coveredBytes }: Signature): string | null {
  const text = useVerifyText();
  if (coversWholeDocument) return text('covers_all');
  return coveredBytes === 0 ? null : text('covers_beginning', { bytes: String(coveredBytes) });
}
