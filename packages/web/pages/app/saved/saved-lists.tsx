import '../documents/documents.css';
import '../documents/list.css';
import type { PublicLinkBody } from '@countersign/api/bodies';
import { Icon } from '../../parts/controls.tsx';
import { EmptyList } from '../../parts/drawings.tsx';
import * as icons from '../../parts/icons.ts';

import { DocumentsTextProvider, useDocumentsText } from '../../parts/texts.tsx';
import { DayTime } from '../../parts/times.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { DropToSend } from '../documents/drop-to-send.tsx';
import { WatchedRows } from '../documents/watched-documents.tsx';
import { PageHeading } from '../page-heading.tsx';
import { navigate, useApp } from '../router.ts';
import { LinkBadge, linkActions } from './link-section.tsx';
import {
  type RowAction,
  SavedHead,
  SavedRow,
  type Sharing,
  SharingBadge,
  sharingAction,
} from './saved-row.tsx';

/** Shows `/links`. */
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
    <div class="documents list-page">
      <PageHeading title={text('linksTitle')} />
      <WatchedRows<PublicLinkBody>
        path="/v1/links"
        member="links"
        label={text('linksTitle')}
        look="saved-table"
        renderHead={() => (
          <SavedHead
            columns={(['columnDocument', 'linkOpened', 'linkStarted', 'linkSigned', 'linkMade'] as const).map(
              (key) => text(key),
            )}
          />
        )}
        empty={
          <EmptyList drawing="link" title={text('noLinks')}>
            <p>{text('noLinksText')}</p>
            <a class="button button-primary" href="/new">
              <Icon path={icons.plus} />
              {text('newDocument')}
            </a>
          </EmptyList>
        }
        renderRow={(link, reload) => <LinkRow key={link.linkId} link={link} onChanged={reload} />}
      />
      <DropToSend />
    </div>
  );
}

interface LinkRowProps {
  readonly link: PublicLinkBody;
  readonly onChanged: () => Promise<void>;
}

function LinkRow({ link, onChanged }: LinkRowProps) {
  const text = useDocumentsText();
  const { api, user, account } = useApp();
  const { linkId, name, counts, createdAt, updatedAt, sharingSetting } = link;
  return (
    <SavedRow
      title={name}
      href={`/links/${linkId}`}
      badge={
        <>
          <LinkBadge link={link} />
          <SharingBadge setting={sharingSetting} isOwn={link.userId === user.userId} />
        </>
      }
      path={`/v1/links/${linkId}`}
      updatedAt={updatedAt}
      facts={[
        { name: text('linkOpened'), value: text('countShown', { count: counts.opened }) },
        { name: text('linkStarted'), value: text('countShown', { count: counts.started }) },
        { name: text('linkSigned'), value: text('countShown', { count: counts.completed }) },
        { name: text('linkMade'), value: <DayTime moment={createdAt} timeZone={account.timeZone} /> },
      ]}
      actions={linkActions({
        text,
        api,
        link,
        user,
        onChanged,
        onCopied: (copyId) => navigate(`/links/${copyId}`),
      })}
    />
  );
}

function NewTemplate() {
  const text = useDocumentsText();
  return (
    <a class="button button-primary" href="/new?as=template">
      <Icon path={icons.plus} />
      {text('newTemplate')}
    </a>
  );
}

interface TemplateSummary {
  readonly templateId: string;
  readonly name: string;
  readonly userId: string;
  readonly updatedAt: string;
  readonly sharingSetting: Sharing;
}

/** Shows `/templates`. */
export function TemplatesSection() {
  return (
    <DocumentsTextProvider>
      <Templates />
    </DocumentsTextProvider>
  );
}

function Templates() {
  const text = useDocumentsText();
  return (
    <div class="documents list-page">
      <PageHeading title={text('templatesTitle')}>
        <NewTemplate />
      </PageHeading>
      <WatchedRows<TemplateSummary>
        path="/v1/templates"
        member="templates"
        label={text('templatesTitle')}
        look="saved-table"
        renderHead={() => <SavedHead columns={[text('columnTemplate'), text('lastChanged')]} />}
        empty={
          <EmptyList drawing="template" title={text('noTemplates')}>
            <p>{text('noTemplatesText')}</p>
            <NewTemplate />
          </EmptyList>
        }
        renderRow={(template, reload) => (
          <TemplateRow key={template.templateId} template={template} onChanged={reload} />
        )}
      />
      <DropToSend />
    </div>
  );
}

interface TemplateRowProps {
  readonly template: TemplateSummary;
  readonly onChanged: () => Promise<void>;
}

function TemplateRow({ template, onChanged }: TemplateRowProps) {
  const text = useDocumentsText();
  const { api, user, account } = useApp();
  const toast = useToast();
  const { templateId, name, updatedAt, sharingSetting } = template;
  const path = `/v1/templates/${templateId}`;
  const use: RowAction = {
    label: text('useTemplate'),
    icon: icons.send,
    run: async () => navigate(`/new?template=${templateId}`),
  };
  const copy: RowAction = {
    label: text('duplicate'),
    icon: icons.copy,
    run: async () => {
      const copied = await api.post<{ templateId: string }>(`${path}/duplicate`, {});
      const undo = async () => {
        await api.delete(`/v1/templates/${copied.templateId}`);
        await onChanged();
      };
      toast({ text: text('copied', { name }), undo: { label: text('undo'), run: undo } });
      await onChanged();
    },
  };
  const remove: RowAction = {
    label: text('delete'),
    icon: icons.trash,
    run: async () => {
      await api.delete(path);
      await onChanged();
    },
    question: { title: text('deleteNamed', { name }), text: text('deleteTemplateText') },
  };
  const isOwn = template.userId === user.userId;
  const setSharing = async (next: Sharing) => {
    await api.put(path, { ...(await api.get<object>(path)), sharingSetting: next });
    await onChanged();
  };
  const share = sharingAction(text, sharingSetting, async (next) => {
    await setSharing(next);
    const undo = { label: text('undo'), run: () => setSharing(sharingSetting) };
    toast({ text: text(next === 'shared' ? 'nowShared' : 'nowPrivate', { name }), undo });
  });
  return (
    <SavedRow
      title={name}
      href={isOwn ? `/templates/${templateId}` : undefined}
      badge={<SharingBadge setting={sharingSetting} isOwn={isOwn} />}
      path={path}
      updatedAt={updatedAt}
      facts={[
        {
          name: text('lastChanged'),
          value: <DayTime moment={updatedAt} timeZone={account.timeZone} />,
        },
      ]}
      main={use}
      actions={isOwn ? [copy, share, remove] : [copy]}
    />
  );
}
