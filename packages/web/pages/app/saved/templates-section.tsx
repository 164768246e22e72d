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
import { type RowAction, SavedRow } from './saved-row.tsx';
import { type Sharing, SharingBadge, sharingAction } from './sharing.tsx';

interface TemplateSummary {
  readonly templateId: string;
  readonly name: string;
  readonly userId: string;
  readonly updatedAt: string;
  readonly sharingSetting: Sharing;
}

/** `/templates` */
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
    <div class="documents">
      <PageHeading title={text('templatesTitle')} />
      <WatchedRows<TemplateSummary>
        path="/v1/templates"
        member="templates"
        label={text('templatesTitle')}
        empty={
          <EmptyState icon="template" title={text('noTemplates')}>
            <p>{text('noTemplatesText')}</p>
            <a class="button button-primary" href="/new">
              <Icon name="plus" />
              {text('newDocument')}
            </a>
          </EmptyState>
        }
        renderRow={(template, reload) => (
          <TemplateRow key={template.templateId} template={template} onChanged={reload} />
        )}
      />
    </div>
  );
}

interface TemplateRowProps {
  readonly template: TemplateSummary;
  readonly onChanged: () => Promise<void>;
}

function TemplateRow({ template, onChanged }: TemplateRowProps) {
  const text = useDocumentsText();
  const { language } = usePageLanguage();
  const { api, user } = useApp();
  const { templateId, name, updatedAt, sharingSetting } = template;
  const path = `/v1/templates/${templateId}`;
  const use: RowAction = {
    label: text('useTemplate'),
    icon: 'send',
    run: async () => navigate(`/new?template=${templateId}`),
  };
  const copy: RowAction = {
    label: text('duplicate'),
    icon: 'copy',
    run: async () => {
      await api.post(`${path}/duplicate`, {});
      await onChanged();
    },
  };
  const remove: RowAction = {
    label: text('delete'),
    icon: 'trash',
    run: async () => {
      await api.delete(path);
      await onChanged();
    },
    question: { title: text('deleteNamed', { name }), text: text('deleteTemplateText') },
  };
  const isOwn = template.userId === user.userId;
  const share = sharingAction(text, sharingSetting, async (next) => {
    await api.put(path, { ...(await api.get<object>(path)), sharingSetting: next });
    await onChanged();
  });
  return (
    <SavedRow
      title={name}
      {...(isOwn && { href: `/templates/${templateId}` })}
      badge={<SharingBadge setting={sharingSetting} isOwn={isOwn} />}
      facts={<span>{text('changedAt', { date: formatDay(language, updatedAt) })}</span>}
      actions={isOwn ? [use, copy, share, remove] : [use, copy]}
    />
  );
}
