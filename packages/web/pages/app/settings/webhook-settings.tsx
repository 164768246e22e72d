import type { WebhookBody } from '@countersign/api/bodies';
import type { SettingsKey } from '@countersign/i18n/texts';
import { useRef, useState } from 'preact/hooks';
import { EmptyState, Notice } from '../../parts/controls.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { CheckField, TextField } from '../../parts/field.tsx';
import * as icons from '../../parts/icons.ts';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { useSettingsText } from '../../parts/texts.tsx';
import { useApp } from '../router.ts';
import { ShownSecret } from './api-key-settings.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { LoadedView, RemoveDialog, SettingsForm, useList } from './list-card.tsx';

type EventType = WebhookBody['eventTypes'][number];
type WebhookInput = Pick<WebhookBody, 'name' | 'webhookUrl' | 'eventTypes'>;

/** Names of the events that a webhook gets. */
export const EVENTS: Readonly<Record<EventType, SettingsKey>> = {
  'document.created': 'eventCreated',
  'document.opened': 'eventOpened',
  'document.signed': 'eventSigned',
  'document.completed': 'eventCompleted',
  'document.declined': 'eventDeclined',
  'document.revoked': 'eventRevoked',
  'document.deleted': 'eventDeleted',
};
const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

interface WebhookFormProps {
  readonly submit: string;
  /** It is undefined for a new webhook. */
  readonly webhook?: WebhookBody | undefined;
  readonly onSubmit: (input: WebhookInput) => Promise<void>;
  readonly onCancel?: (() => void) | undefined;
}

function WebhookForm({ submit, webhook, onSubmit, onCancel }: WebhookFormProps) {
  const text = useSettingsText();
  const [name, setName] = useState(webhook?.name ?? '');
  const [webhookUrl, setWebhookUrl] = useState(webhook?.webhookUrl ?? '');
  const [eventTypes, setEventTypes] = useState<readonly EventType[]>(webhook?.eventTypes ?? EVENT_TYPES);
  const toggle = (type: EventType) => (isChecked: boolean) =>
    setEventTypes(EVENT_TYPES.filter((one) => (one === type ? isChecked : eventTypes.includes(one))));
  return (
    <SettingsForm
      submit={submit}
      kind={webhook === undefined ? 'primary' : 'plain'}
      onCancel={onCancel}
      onSubmit={async () => {
        await onSubmit({ name, webhookUrl, eventTypes: [...eventTypes] });
        if (webhook !== undefined) return;
        setName('');
        setWebhookUrl('');
      }}
    >
      {(problemAt) => (
        <>
          <div class="two-fields">
            <TextField
              label={text('name')}
              value={name}
              onValue={setName}
              problem={problemAt('name', text('name'))}
              autocomplete="off"
              required
            />
            <TextField
              label={text('webhookUrl')}
              hint={text('webhookUrlHint')}
              type="url"
              value={webhookUrl}
              onValue={setWebhookUrl}
              problem={problemAt('webhookUrl', text('webhookUrl'))}
              autocomplete="off"
              required
            />
          </div>
          <fieldset class="check-list">
            <legend>{text('webhookEvents')}</legend>
            {EVENT_TYPES.map((type) => (
              <CheckField
                key={type}
                label={text(EVENTS[type])}
                isChecked={eventTypes.includes(type)}
                onChange={toggle(type)}
              />
            ))}
            <EventProblem message={problemAt('eventTypes', text('webhookEvents'))} />
          </fieldset>
        </>
      )}
    </SettingsForm>
  );
}

function EventProblem({ message }: { readonly message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p class="field-problem" role="alert">
      {message}
    </p>
  );
}

const WEBHOOKS = '/v1/webhooks';

export function WebhookSettings() {
  const text = useSettingsText();
  const { api } = useApp();
  const { state, reload } = useList<WebhookBody>(WEBHOOKS, 'webhooks');
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <LoadedView state={state} onRetry={reload}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <section class="card">
              <EmptyState icon={icons.webhook} title={text('noWebhooks')} />
            </section>
          ) : (
            webhooks.map((webhook) => (
              <WebhookCard key={webhook.webhookId} webhook={webhook} onChange={reload} />
            ))
          )
        }
      </LoadedView>
      <section class="card" aria-labelledby="new-webhook">
        <h2 id="new-webhook">{text('newWebhook')}</h2>
        <p class="soft">{text('webhooksIntro')}</p>
        <WebhookForm
          submit={text('createWebhook')}
          onSubmit={async (input) => {
            const made = await api.post<{ signingSecret: string }>(WEBHOOKS, input);
            setSecret(made.signingSecret);
            await reload();
          }}
        />
        {secret !== null && <ShownSecret secret={secret} notice={text('clientSecretOnce')} />}
      </section>
    </>
  );
}

interface WebhookCardProps {
  readonly webhook: WebhookBody;
  readonly onChange: () => Promise<void>;
}

type Question = 'delete' | 'rotate';

function WebhookCard({ webhook, onChange }: WebhookCardProps) {
  const text = useSettingsText();
  const { api } = useApp();
  const [isEditing, setEditing] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [isSaved, setSaved] = useState(false);
  const { webhookId, name, webhookUrl, disabledAt } = webhook;
  const headingId = `webhook-${webhookId}`;
  const menu = useRef<HTMLSpanElement>(null);
  const endEditing = () => {
    // The focus moves before the form is removed, or it would be lost.
    menu.current?.querySelector('button')?.focus();
    setEditing(false);
  };
  const edit = () => {
    setSaved(false);
    setEditing(true);
  };
  const items: MenuItem[] = [
    { icon: icons.edit, text: text('change'), onChoose: edit },
    { icon: icons.key, text: text('rotateSecret'), onChoose: () => setQuestion('rotate') },
    { icon: icons.trash, text: text('delete'), isDanger: true, onChoose: () => setQuestion('delete') },
  ];
  return (
    <section class="card" aria-labelledby={headingId}>
      <div class="card-head">
        <h2 id={headingId}>{name}</h2>
        <span class={`badge ${disabledAt === null ? 'is-good' : 'is-problem'}`}>
          {text(disabledAt === null ? 'webhookActive' : 'webhookDisabled')}
        </span>
        <span ref={menu} class="card-menu">
          <Menu label={text('moreFor', { name })} items={items} />
        </span>
      </div>
      <p class="soft">{webhookUrl}</p>
      {secret !== null && <ShownSecret secret={secret} notice={text('webhookSecretRotated')} />}
      {isSaved && <Notice mood="good">{text('saved')}</Notice>}
      {isEditing && (
        <WebhookForm
          submit={text('save')}
          webhook={webhook}
          onSubmit={async (input) => {
            await api.put(addressOf(webhook), input);
            endEditing();
            setSaved(true);
            await onChange();
          }}
          onCancel={endEditing}
        />
      )}
      <DeliveryLog webhook={webhook} />
      {question !== null && (
        <QuestionDialog
          {...{ webhook, question, onChange }}
          onSecret={setSecret}
          onClose={() => setQuestion(null)}
        />
      )}
    </section>
  );
}

interface QuestionDialogProps extends WebhookCardProps {
  readonly question: Question;
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}

function QuestionDialog({ webhook, question, onChange, onSecret, onClose }: QuestionDialogProps) {
  const text = useSettingsText();
  const { api } = useApp();
  if (question === 'delete') {
    return (
      <RemoveDialog
        title={text('deleteWebhookTitle', { name: webhook.name })}
        confirm={text('delete')}
        text={text('deleteWebhookText')}
        path={addressOf(webhook)}
        onRemoved={onChange}
        onClose={onClose}
      />
    );
  }
  const onConfirm = async () => {
    const made = await api.post<{ signingSecret: string }>(`${addressOf(webhook)}/rotate-secret`);
    onSecret(made.signingSecret);
  };
  return (
    <ConfirmDialog title={text('rotateSecret')} confirm={text('rotateSecret')} {...{ onConfirm, onClose }}>
      <p>{text('rotateSecretText')}</p>
    </ConfirmDialog>
  );
}

function addressOf({ webhookId }: WebhookBody): string {
  return `${WEBHOOKS}/${webhookId}`;
}
