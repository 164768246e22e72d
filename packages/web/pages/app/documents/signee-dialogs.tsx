import type { DocumentBody, SigneeBody } from '@countersign/api/bodies';
import { isEmailAddress, isPhoneNumber } from '@countersign/forms/attributes';
import { MAX_REMINDER_DAYS } from '@countersign/signing/limits';
import { useState } from 'preact/hooks';
import { Button, Spinner } from '../../parts/controls.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { CheckField, TextField } from '../../parts/field.tsx';
import { useAction, useLoaded } from '../../parts/hooks.ts';
import { useLabels } from '../../parts/language.tsx';
import { useDocumentsText } from '../../parts/texts.tsx';
import { useApp } from '../router.ts';
import { listRecipients } from './document-actions.ts';
import { nameOf } from './model.tsx';
import { LinkCard } from './timeline-card.tsx';

interface ContactDialogProps {
  readonly documentId: string;
  readonly signee: SigneeBody;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

/** Contact details cannot be added [D5-23]. */
export function ContactDialog({ documentId, signee, onChanged, onClose }: ContactDialogProps) {
  const text = useDocumentsText();
  const label = useLabels();
  const { api } = useApp();
  const action = useAction();
  const [isTried, setIsTried] = useState(false);
  const [fullName, setFullName] = useState(signee.fullName);
  const [emailAddress, setEmailAddress] = useState(signee.emailAddress ?? '');
  const [phoneNumber, setPhoneNumber] = useState(signee.phoneNumber ?? '');
  const hasEmail = signee.emailAddress !== null;
  const hasPhone = signee.phoneNumber !== null;
  const contact = {
    fullName: fullName.trim(),
    emailAddress: emailAddress.trim(),
    phoneNumber: phoneNumber.trim(),
  };
  const problems = findContactProblems(signee, contact, text);
  const save = async () => {
    setIsTried(true);
    if (Object.values(problems).some((problem) => problem !== undefined)) return;
    const change = async () => {
      await api.patch(`/v1/docs/${documentId}/signature-field`, [changeOf(signee, contact)]);
      await onChanged();
    };
    if (await action.run(change)) onClose();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{label('cancel')}</Button>
      <Button kind="primary" type="submit" form="contact-form" isBusy={action.isBusy}>
        {text('save')}
      </Button>
    </>
  );
  return (
    <Dialog title={text('changeContactTitle')} shape="window" onClose={onClose} footer={footer}>
      <form
        id="contact-form"
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p>{text('changeContactText')}</p>
        <TextField
          autofocus
          label={text('fullName')}
          value={fullName}
          problem={isTried ? problems.fullName : undefined}
          onValue={setFullName}
        />
        {hasEmail && (
          <TextField
            type="email"
            label={text('emailAddress')}
            value={emailAddress}
            problem={isTried ? problems.email : undefined}
            onValue={setEmailAddress}
          />
        )}
        {hasPhone && (
          <TextField
            type="tel"
            label={text('phoneNumber')}
            value={phoneNumber}
            problem={isTried ? problems.phone : undefined}
            onValue={setPhoneNumber}
          />
        )}
        {action.error !== undefined && <FailureNotice error={action.error} />}
      </form>
    </Dialog>
  );
}

interface Contact {
  readonly fullName: string;
  readonly emailAddress: string;
  readonly phoneNumber: string;
}

function findContactProblems(
  signee: SigneeBody,
  { fullName, emailAddress, phoneNumber }: Contact,
  text: ReturnType<typeof useDocumentsText>,
) {
  const { emailAddress: email, phoneNumber: phone } = signee;
  return {
    fullName: signee.fullName !== '' && fullName === '' ? text('problemRequired') : undefined,
    email: email !== null && !isEmailAddress(emailAddress) ? text('problemEmail') : undefined,
    phone: phone !== null && !isPhoneNumber(phoneNumber) ? text('problemPhone') : undefined,
  };
}

function changeOf(signee: SigneeBody, { fullName, emailAddress, phoneNumber }: Contact) {
  return {
    signeeId: signee.signeeId,
    fullName: fullName || undefined,
    emailAddress: signee.emailAddress === null ? undefined : emailAddress,
    phoneNumber: signee.phoneNumber === null ? undefined : phoneNumber,
  };
}

interface RecipientLinksDialogProps {
  readonly documentId: string;
  /** Without it, the links of all people are shown. */
  readonly signeeId?: string | undefined;
  readonly onClose: () => void;
}

/** Each link opens with a code that is sent to its signee [4.4-71]. */
export function RecipientLinksDialog({ documentId, signeeId, onClose }: RecipientLinksDialogProps) {
  const text = useDocumentsText();
  const label = useLabels();
  const { api } = useApp();
  const { state, reload } = useLoaded(async () => {
    const recipients = await listRecipients(api, documentId);
    return recipients.filter((recipient) => signeeId === undefined || recipient.signeeId === signeeId);
  }, documentId);
  return (
    <Dialog
      title={text('signingLinks')}
      shape="window"
      onClose={onClose}
      footer={
        <Button kind="primary" autofocus onClick={onClose}>
          {label('close')}
        </Button>
      }
    >
      <p>{text('signingLinksText')}</p>
      {state.kind === 'loading' && <Spinner label={text('loadingDocuments')} />}
      {state.kind === 'failed' && <FailureNotice error={state.error} onRetry={reload} />}
      {state.kind === 'ready' && state.value.length === 0 && <p>{text('noSigningLinks')}</p>}
      {state.kind === 'ready' &&
        state.value.map((recipient) => (
          <LinkCard
            heading="h3"
            key={recipient.signingUrl}
            title={text('linkOf', { name: nameOf(recipient), channel: recipient.verificationChannel })}
            url={recipient.signingUrl}
          />
        ))}
    </Dialog>
  );
}

interface RemindersDialogProps {
  readonly document: DocumentBody;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

/** The person may change this suggestion. */
const DEFAULT_DAYS = '3';

export function RemindersDialog({ document, onChanged, onClose }: RemindersDialogProps) {
  const text = useDocumentsText();
  const label = useLabels();
  const { api } = useApp();
  const action = useAction();
  const current = document.automaticReminders;
  const [isOn, setOn] = useState(current !== null);
  const [afterDays, setAfterDays] = useState(String(current?.afterDays ?? DEFAULT_DAYS));
  const [everyDays, setEveryDays] = useState(String(current?.everyDays ?? ''));
  const path = `/v1/docs/${document.documentId}/automatic-reminders`;
  const problemOf = (days: string) => (isDays(days) ? undefined : text('problemDays'));
  const problems = {
    after: problemOf(afterDays),
    every: everyDays === '' ? undefined : problemOf(everyDays),
  };

  const save = async () => {
    if (isOn && (problems.after ?? problems.every) !== undefined) return;
    const repeated = everyDays === '' ? {} : { everyDays: Number(everyDays) };
    const change = async () => {
      if (isOn) await api.put(path, { afterDays: Number(afterDays), ...repeated });
      else await api.delete(path);
      await onChanged();
    };
    if (await action.run(change)) onClose();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{label('cancel')}</Button>
      <Button kind="primary" type="submit" form="reminders-form" isBusy={action.isBusy}>
        {text('save')}
      </Button>
    </>
  );
  return (
    <Dialog title={text('changeReminders')} shape="window" onClose={onClose} footer={footer}>
      <form
        id="reminders-form"
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p>{text('remindersText')}</p>
        <CheckField label={text('remindersOn')} isChecked={isOn} onChange={setOn} />
        {isOn && (
          <>
            <TextField
              inputMode="numeric"
              label={text('afterDays')}
              value={afterDays}
              problem={problems.after}
              onValue={setAfterDays}
            />
            <TextField
              inputMode="numeric"
              label={text('everyDays')}
              value={everyDays}
              problem={problems.every}
              onValue={setEveryDays}
            />
          </>
        )}
        {action.error !== undefined && <FailureNotice error={action.error} />}
      </form>
    </Dialog>
  );
}

function isDays(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_REMINDER_DAYS;
}
