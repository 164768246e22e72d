import { isEmailAddress, isPhoneNumber } from '@countersign/forms/attributes';
import type { VisitorView } from '@countersign/signing';
import { useId, useRef, useState } from 'preact/hooks';
import { useText } from '../parts.tsx';
import type { DraftStorage } from '../session/kept-input.ts';

/** The code is sent by this channel. */
export type CodeChannel = 'email' | 'sms';

/** The details are kept as they were typed. */
export interface VisitDetails {
  readonly fullName: string;
  readonly channel: CodeChannel;
  readonly emailAddress: string;
  readonly phoneNumber: string;
}

export const NO_DETAILS: VisitDetails = { fullName: '', channel: 'email', emailAddress: '', phoneNumber: '' };

type ContactProblem = 'problem_required' | 'problem_not_email' | 'problem_not_phone';
export type VisitProblems = Readonly<Partial<Record<'fullName' | 'contact', ContactProblem>>>;

/** The problems are in the order of the form. */
export function findVisitProblems(details: VisitDetails): VisitProblems {
  const { channel, emailAddress, phoneNumber } = details;
  const contact = findContactProblem(channel, channel === 'email' ? emailAddress : phoneNumber);
  return {
    ...(details.fullName.trim() === '' && { fullName: 'problem_required' }),
    ...(contact !== null && { contact }),
  };
}

/** Returns null if the contact has no problem. */
export function findContactProblem(channel: CodeChannel, typed: string): ContactProblem | null {
  const contact = typed.trim();
  if (contact === '') return 'problem_required';
  if (channel === 'email') return isEmailAddress(contact) ? null : 'problem_not_email';
  return isPhoneNumber(contact) ? null : 'problem_not_phone';
}

/** Only the contact of the code is sent. */
export function visitBody({ fullName, channel, emailAddress, phoneNumber }: VisitDetails) {
  const contact =
    channel === 'email' ? { emailAddress: emailAddress.trim() } : { phoneNumber: phoneNumber.trim() };
  return { fullName: fullName.trim(), ...contact };
}

/** The key belongs to one link, because another one asks again. */
function keyOf(linkPath: string): string {
  return `countersign:${linkPath}:visitor`;
}

/** Reads what was typed before a reload of this tab. */
export function readDetails(
  storage: DraftStorage | null,
  linkPath: string,
  channels: VisitorView['channels'],
): VisitDetails {
  try {
    const stored = Object(JSON.parse(storage?.getItem(keyOf(linkPath)) ?? '{}')) as Record<string, unknown>;
    const typed = (name: 'fullName' | 'emailAddress' | 'phoneNumber'): string =>
      typeof stored[name] === 'string' ? stored[name] : '';
    return {
      fullName: typed('fullName'),
      channel: stored.channel === 'sms' && channels.includes('sms') ? 'sms' : NO_DETAILS.channel,
      emailAddress: typed('emailAddress'),
      phoneNumber: typed('phoneNumber'),
    };
  } catch {
    return NO_DETAILS;
  }
}

/** Writes the details if there is space. */
export function writeDetails(storage: DraftStorage | null, linkPath: string, details: VisitDetails): void {
  try {
    storage?.setItem(keyOf(linkPath), JSON.stringify(details));
  } catch {
    forgetDetails(storage, linkPath);
  }
}

/** The next person at this device does not see them. */
export function forgetDetails(storage: DraftStorage | null, linkPath: string): void {
  storage?.removeItem(keyOf(linkPath));
}

interface VisitFormProps {
  readonly details: VisitDetails;
  readonly channels: VisitorView['channels'];
  readonly isBusy: boolean;
  /** The service has refused with this sentence. */
  readonly refusal: string | null;
  readonly onChange: (details: VisitDetails) => void;
  readonly onSubmit: () => void;
}

const CHANNEL_LABELS = { email: 'visitByEmail', sms: 'visitBySms' } as const;

/** Problems are shown after the first attempt. */
export function VisitForm({ details, channels, isBusy, refusal, onChange, onSubmit }: VisitFormProps) {
  const text = useText();
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setIsTried] = useState(false);
  const problems = isTried ? findVisitProblems(details) : {};
  const byEmail = details.channel === 'email';
  const contact = byEmail
    ? ({
        label: 'visitEmail',
        inputMode: 'email',
        autocomplete: 'email',
        value: details.emailAddress,
      } as const)
    : ({ label: 'visitPhone', inputMode: 'tel', autocomplete: 'tel', value: details.phoneNumber } as const);

  const submit = (event: Event): void => {
    event.preventDefault();
    if (isBusy) return;
    setIsTried(true);
    const found = findVisitProblems(details);
    const [wrong] = Object.keys(found);
    if (wrong === undefined) onSubmit();
    else form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
  };

  return (
    <form ref={form} class="visit-form" noValidate onSubmit={submit}>
      <LabelledInput
        name="fullName"
        label={text('yourName')}
        inputMode="text"
        autocomplete="name"
        value={details.fullName}
        problem={problems.fullName && text(problems.fullName)}
        onValue={(fullName) => onChange({ ...details, fullName })}
      />
      {channels.includes('sms') && (
        <ChannelChoice channel={details.channel} onChannel={(channel) => onChange({ ...details, channel })} />
      )}
      <LabelledInput
        key={details.channel}
        name="contact"
        label={text(contact.label)}
        inputMode={contact.inputMode}
        autocomplete={contact.autocomplete}
        value={contact.value}
        problem={problems.contact && text(problems.contact)}
        onValue={(value) =>
          onChange({ ...details, ...(byEmail ? { emailAddress: value } : { phoneNumber: value }) })
        }
      />
      <p class="field-problem" role="alert">
        {refusal}
      </p>
      <button type="submit" class="button button-primary button-large" aria-disabled={isBusy}>
        {isBusy && <span class="spinner spinner-light" aria-hidden="true" />}
        {text('visitContinue')}
      </button>
    </form>
  );
}

interface ChannelChoiceProps {
  readonly channel: CodeChannel;
  readonly onChannel: (channel: CodeChannel) => void;
}

function ChannelChoice({ channel, onChannel }: ChannelChoiceProps) {
  const text = useText();
  return (
    <fieldset class="visit-channels">
      <legend>{text('visitChannel')}</legend>
      {(['email', 'sms'] as const satisfies readonly CodeChannel[]).map((each) => (
        <label key={each} class="mark-row">
          <input type="radio" name="channel" checked={channel === each} onChange={() => onChannel(each)} />
          {text(CHANNEL_LABELS[each])}
        </label>
      ))}
    </fieldset>
  );
}

interface LabelledInputProps {
  readonly name: string;
  readonly label: string;
  readonly inputMode: 'text' | 'email' | 'tel';
  readonly autocomplete: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onValue: (value: string) => void;
}

function LabelledInput({
  name,
  label,
  inputMode,
  autocomplete,
  value,
  problem,
  onValue,
}: LabelledInputProps) {
  const id = useId();
  return (
    <div class="field-control">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        class="text-input"
        type="text"
        inputMode={inputMode}
        autocomplete={autocomplete}
        required
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      {problem !== undefined && (
        <p id={`${id}-problem`} class="field-problem">
          {problem}
        </p>
      )}
    </div>
  );
}
