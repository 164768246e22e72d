import type { PublicLinkBody } from '@countersign/api/bodies';
import '../documents/documents.css';
import { EmptyState } from '../../parts/empty-state.tsx';
import { formatDay } from '../../parts/format-date.ts';
import { Icon } from '../../parts/icon.tsx';
import { usePageLanguage } from '../../parts/language.ts';
import { useApp } from '../app-context.ts';
import { DocumentsTextProvider, useDocumentsText } from '../documents/text.ts';
import { WatchedRows } from '../documents/watched-rows.tsx';
import { PageHeading } from '../page-heading.tsx';
import { navigate } from '../router.ts';
import { LinkCounts, linkActions } from './public-link.tsx';
import { SavedRow } from './saved-row.tsx';
import { SharingBadge } from './sharing.tsx';

/** `/links` */
export function LinksSection() {
  return (
    <DocumentsTextProvider>
      <Links />
    </DocumentsTextProvider>
  );
}

function Links() {
  const text = useDocumentsText();
  return (
    <div class="documents">
      <PageHeading title={text('linksTitle')} />
      <WatchedRows<PublicLinkBody>
        path="/v1/links"
        member="links"
        label={text('linksTitle')}
        empty={
          <EmptyState icon="link" title={text('noLinks')}>
            <p>{text('noLinksText')}</p>
            <a class="button button-primary" href="/new">
              <Icon name="plus" />
              {text('newDocument')}
            </a>
          </EmptyState>
        }
        renderRow={(link, reload) => <LinkRow key={link.linkId} link={link} onChanged={reload} />}
      />
    </div>
  );
}

interface LinkRowProps {
  readonly link: PublicLinkBody;
  readonly onChanged: () => Promise<void>;
}

function LinkRow({ link, onChanged }: LinkRowProps) {
  const text = useDocumentsText();
  const { language } = usePageLanguage();
  const { api, user } = useApp();
  const { linkId, name, status, createdAt, sharingSetting } = link;
  return (
    <SavedRow
      title={name}
      href={`/links/${linkId}`}
      badge={
        <>
          <span class={`badge ${status === 'active' ? 'is-good' : ''}`}>{text(`link_${status}`)}</span>
          <SharingBadge setting={sharingSetting} isOwn={link.userId === user.userId} />
        </>
      }
      facts={
        <>
          <span>{formatDay(language, createdAt)}</span>
          <LinkCounts link={link} />
        </>
      }
      actions={linkActions({
        ...{ text, api, link, user },
        onChanged,
        onCopied: (copyId) => navigate(`/links/${copyId}`),
      })}
    />
  );
}
