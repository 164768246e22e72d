import type { SigningView } from '@countersign/signing';
import { Icon } from '../../parts/icon.tsx';
import { useText } from '../text/text-context.ts';

interface PeopleProps {
  readonly signees: SigningView['signees'];
}

/** Not shown for one person. */
export function People({ signees }: PeopleProps) {
  const text = useText();
  if (signees.length < 2) return null;
  const signed = signees.filter(({ signatureStatus }) => signatureStatus === 'signed').length;
  return (
    <details class="people">
      <summary>{text('peopleSigned', { signed, count: signees.length })}</summary>
      <ul>
        {signees.map(({ fullName, signatureStatus, isSelf }, index) => {
          const hasSigned = signatureStatus === 'signed';
          const name = fullName === '' ? text('personUnnamed') : fullName;
          return (
            <li key={index} class={hasSigned ? 'is-signed' : ''}>
              <Icon name={hasSigned ? 'check' : 'clock'} />
              <span class="people-name">{isSelf ? text('personSelf', { name }) : name}</span>
              <span class="people-state">{text(hasSigned ? 'personSigned' : 'personWaiting')}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
