import { RequestRefused } from '../requests/request-json.ts';
import { EntryFrame } from './entry-frame.tsx';
import { useEnterText } from './text.ts';

const ENDED: readonly string[] = ['invitation_expired', 'invitation_not_found', 'password_reset_not_found'];

/** Trying again would not help. */
export function isEndedLink(error: unknown): boolean {
  return error instanceof RequestRefused && ENDED.includes(error.errorCode);
}

interface EndedLinkProps {
  readonly advice: string;
  readonly action: string;
  readonly href: string;
}

/** Of a mail. */
export function EndedLink({ advice, action, href }: EndedLinkProps) {
  const text = useEnterText();
  return (
    <EntryFrame title={text('linkEndedTitle')}>
      <p class="soft">{advice}</p>
      <a class="button button-primary button-large" href={href}>
        {action}
      </a>
    </EntryFrame>
  );
}
