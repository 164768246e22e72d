import { LANGUAGES } from '@countersign/base/locale';
import { MAX_NAME_LENGTH } from '@countersign/base/text';
import { MAX_REMINDER_DAYS } from '@countersign/signing/limits';
import { Button, Icon } from '../../../parts/controls.tsx';
import { CheckField, SelectField, TextField } from '../../../parts/field.tsx';
import * as icons from '../../../parts/icons.ts';
import { LANGUAGE_NAMES } from '../../../parts/language.tsx';
import { useComposerText } from '../../../parts/texts.tsx';
import type { DraftCopy } from '../draft.ts';
import { isCompleteCopy, localDate } from '../input-problems.ts';
import { problemsAt, useComposerContext } from '../use-composer.ts';

/** Returns a function that finds the problem of some members of the document. */
export function useDocumentProblem(): (...members: string[]) => string | undefined {
  const text = useComposerText();
  const composer = useComposerContext();
  return (...members) => {
    const { inputs, found } = problemsAt(composer, undefined, members);
    const [input] = inputs;
    return input === undefined ? found[0]?.message : text(`problem_${input.fault}`);
  };
}

export function FollowUp() {
  const text = useComposerText();
  const { draft, change } = useComposerContext();
  const problemOf = useDocumentProblem();
  return (
    <>
      <TextField
        label={text('expiryDate')}
        hint={text('expiryHint')}
        type="date"
        min={localDate(new Date())}
        value={draft.expiryDate}
        problem={problemOf('expiryDate')}
        onValue={(expiryDate) => change((before) => ({ ...before, expiryDate }), 'expiry')}
      />
      <Reminders />
      <CheckField
        label={text('notifyOwner')}
        isChecked={draft.notifyOwner}
        onChange={(notifyOwner) => change((before) => ({ ...before, notifyOwner }), 'notify')}
      />
    </>
  );
}

function Reminders() {
  const text = useComposerText();
  const { draft, change } = useComposerContext();
  const problemOf = useDocumentProblem();
  return (
    <div class="composer-pair">
      <TextField
        label={text('remindAfter')}
        type="number"
        min={1}
        max={MAX_REMINDER_DAYS}
        value={draft.remindAfterDays}
        problem={problemOf('remindAfterDays', 'automaticReminders')}
        onValue={(remindAfterDays) => change((before) => ({ ...before, remindAfterDays }), 'remindAfter')}
      />
      <TextField
        label={text('remindEvery')}
        type="number"
        min={1}
        max={MAX_REMINDER_DAYS}
        value={draft.remindEveryDays}
        problem={problemOf('remindEveryDays')}
        onValue={(remindEveryDays) => change((before) => ({ ...before, remindEveryDays }), 'remindEvery')}
      />
    </div>
  );
}

/** Who gets the completed document, who gets the answers, and where signees go when they have signed. */
export function Afterwards() {
  const text = useComposerText();
  const { draft, change, endChange } = useComposerContext();
  const problemOf = useDocumentProblem();
  return (
    <>
      <Copies />
      <TextField
        label={text('replyTo')}
        hint={text('replyToHint')}
        type="email"
        inputMode="email"
        autocomplete="off"
        value={draft.replyTo}
        problem={problemOf('replyTo')}
        onValue={(replyTo) => change((before) => ({ ...before, replyTo: replyTo.trim() }), 'replyTo')}
        onBlur={endChange}
      />
      <TextField
        label={text('redirectUrl')}
        hint={text('redirectUrlHint')}
        type="url"
        autocomplete="off"
        value={draft.redirectUrl}
        problem={problemOf('redirectUrl')}
        onValue={(redirectUrl) =>
          change((before) => ({ ...before, redirectUrl: redirectUrl.trim() }), 'redirectUrl')
        }
        onBlur={endChange}
      />
    </>
  );
}

/** The limit of the service [D10-14]. */
const MAX_COPIES = 20;
const NEW_COPY: DraftCopy = { fullName: '', emailAddress: '', language: null };

function Copies() {
  const text = useComposerText();
  const { draft, change, endChange } = useComposerContext();
  const problemOf = useDocumentProblem();
  const { copies } = draft;
  const set = (next: readonly DraftCopy[], group?: string) =>
    change((before) => ({ ...before, copies: next }), group);
  const edit = (at: number, changed: Partial<DraftCopy>, member: string) =>
    set(
      copies.map((one, index) => (index === at ? { ...one, ...changed } : one)),
      `copies-${at}-${member}`,
    );
  const problem = problemOf('copies');
  return (
    <fieldset class="composer-copies">
      <legend>{text('copies')}</legend>
      <p class="field-hint">{text('copiesHint')}</p>
      {copies.map((copy, at) => (
        <fieldset key={at} class="composer-copy">
          <legend class="visually-hidden">{text('copyNumber', { number: at + 1 })}</legend>
          <TextField
            label={text('emailAddress')}
            type="email"
            inputMode="email"
            autocomplete="off"
            value={copy.emailAddress}
            problem={problem !== undefined && !isCompleteCopy(copy) ? problem : undefined}
            onValue={(emailAddress) => edit(at, { emailAddress: emailAddress.trim() }, 'emailAddress')}
            onBlur={endChange}
          />
          <TextField
            label={text('fullName')}
            autocomplete="off"
            value={copy.fullName}
            maxLength={MAX_NAME_LENGTH}
            onValue={(fullName) => edit(at, { fullName }, 'fullName')}
            onBlur={endChange}
          />
          <SelectField
            label={text('copyLanguage')}
            value={copy.language ?? ''}
            choices={[
              { value: '', label: text('copyLanguageSame') },
              ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
            ]}
            onValue={(value) =>
              edit(at, { language: LANGUAGES.find((one) => one === value) ?? null }, 'language')
            }
          />
          <button
            type="button"
            class="icon-button"
            aria-label={text('removeCopy', { name: copy.emailAddress })}
            onClick={() => set(copies.filter((_, index) => index !== at))}
          >
            <Icon path={icons.trash} />
          </button>
        </fieldset>
      ))}
      {problem !== undefined && copies.every(isCompleteCopy) && <p class="field-problem">{problem}</p>}
      {copies.length < MAX_COPIES && (
        <Button kind="quiet" icon={icons.plus} onClick={() => set([...copies, NEW_COPY])}>
          {text('addCopy')}
        </Button>
      )}
    </fieldset>
  );
}
