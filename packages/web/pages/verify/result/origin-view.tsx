import type { SealedOrigin, VerifiedSignee } from '@countersign/signing';
import { useId } from 'preact/hooks';
import { useVerifyText } from '../text/verify-context.ts';
import { FactList } from './fact-list.tsx';
import { formatMomentOrNull } from './format-moment.ts';

export function OriginView({ origin }: { readonly origin: SealedOrigin }) {
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
