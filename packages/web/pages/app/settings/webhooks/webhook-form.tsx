import type { WebhookBody } from '@countersign/api/bodies';
import type { SettingsKey } from '@countersign/i18n/settings';
import { useState } from 'preact/hooks';
import { CheckField, TextField } from '../../../parts/field.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { useSettingsText } from '../text.ts';

type EventType = WebhookBody['eventTypes'][number];
type WebhookInput = Pick<WebhookBody, 'name' | 'webhookUrl' | 'eventTypes'>;

const EVENTS: Readonly<Record<EventType, SettingsKey>> = {
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
  /** Absent: a new one. */
  readonly webhook?: WebhookBody;
  readonly onSubmit: (input: WebhookInput) => Promise<void>;
  readonly onCancel?: () => void;
}

export function WebhookForm({ submit, webhook, onSubmit, onCancel }: WebhookFormProps) {
  const text = useSettingsText();
  const [name, setName] = useState(webhook?.name ?? '');
  const [webhookUrl, setWebhookUrl] = useState(webhook?.webhookUrl ?? '');
  const [eventTypes, setEventTypes] = useState<readonly EventType[]>(webhook?.eventTypes ?? EVENT_TYPES);
  const toggle = (type: EventType) => (isChecked: boolean) =>
    setEventTypes(EVENT_TYPES.filter((one) => (one === type ? isChecked : eventTypes.includes(one))));
  return (
    <SettingsForm
      submit={submit}
      {...(onCancel && { onCancel })}
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
