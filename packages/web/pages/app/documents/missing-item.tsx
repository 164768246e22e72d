import { EmptyState } from '../../parts/empty-state.tsx';
import { RequestRefused } from '../../requests/request-json.ts';
import { PageHeading } from '../page-heading.tsx';
import { useDocumentsText } from './text.ts';

/** Unknown, deleted, or private to a colleague. */
export function isMissing(error: unknown): boolean {
  return error instanceof RequestRefused && [400, 403, 404, 410].includes(error.status);
}

/** One page, so that it does not say which. */
export function MissingItem() {
  const text = useDocumentsText();
  return (
    <>
      <PageHeading title={text('missingTitle')} />
      <EmptyState icon="search" title={text('missingText')}>
        <p>{text('missingHint')}</p>
        <a class="button button-primary" href="/documents">
          {text('toDocuments')}
        </a>
      </EmptyState>
    </>
  );
}
