import { Notice } from '../parts/notice.tsx';
import { EntryFrame } from './entry-frame.tsx';
import { useEnterText } from './text.ts';

/** Of an authorization request without a trusted redirect. The message is the service's. */
export function ProblemScreen({ message }: { readonly message: string }) {
  const text = useEnterText();
  return (
    <EntryFrame title={text('problemTitle')}>
      <Notice mood="problem">{message}</Notice>
      <p class="soft">{text('problemAdvice')}</p>
      <a class="text-link" href="/">
        {text('toStart')}
      </a>
    </EntryFrame>
  );
}
