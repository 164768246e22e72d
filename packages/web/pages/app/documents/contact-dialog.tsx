import type { SigneeBody } from '@countersign/api/bodies';
import { isEmailAddress, isPhoneNumber } from '@countersign/forms/attributes';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { useLabels } from '../../parts/labels.ts';
import { useAction } from '../../parts/use-action.ts';
import { useApp } from '../app-context.ts';
import { useDocumentsText } from './text.ts';

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
    ...(fullName === '' ? {} : { fullName }),
    ...(signee.emailAddress === null ? {} : { emailAddress }),
    ...(signee.phoneNumber === null ? {} : { phoneNumber }),
  };
}
