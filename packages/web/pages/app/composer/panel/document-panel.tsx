import { LANGUAGES } from '@countersign/base/locale';
import { MAX_NAME_LENGTH } from '@countersign/base/text';
import {
  MAX_EXTERNAL_ID_LENGTH,
  MAX_METADATA_KEY_LENGTH,
  MAX_METADATA_VALUE_LENGTH,
} from '@countersign/signing/limits';
import { Button, Icon } from '../../../parts/controls.tsx';
import { CheckField, Field, SelectField, TextField } from '../../../parts/field.tsx';
import * as icons from '../../../parts/icons.ts';
import { LANGUAGE_NAMES } from '../../../parts/language.tsx';
import { useComposerText } from '../../../parts/texts.tsx';
import type { Draft, ReadonlyMode } from '../draft.ts';
import { useComposerContext } from '../use-composer.ts';
import { AssistantSettings } from './assistant-setting.tsx';
import { Afterwards, FollowUp, useDocumentProblem } from './follow-up.tsx';

export function DocumentPanel() {
  const text = useComposerText();
  const { draft, change, endChange, capabilities, fields, kind } = useComposerContext();
  const isDraft = kind === 'draft';
  const problemOf = useDocumentProblem();
  const edit = (changed: Partial<Draft>, member: string) =>
    change((before) => ({ ...before, ...changed }), member);
  const { maxPersonalMessage } = capabilities.limits;
  const left = maxPersonalMessage - Array.from(draft.personalMessage).length;
  return (
    <section class="form composer-document" aria-label={text('tab_document')}>
      <TextField
        name="documentName"
        label={text('documentName')}
        value={draft.name}
        maxLength={MAX_NAME_LENGTH}
        problem={problemOf('name')}
        onValue={(name) => edit({ name }, 'name')}
        onBlur={endChange}
      />
      {kind !== 'link' && (
        <Field
          label={text('message')}
          hint={text('messageHint', { count: Math.max(left, 0) })}
          problem={left < 0 ? text('messageTooLong', { count: -left }) : problemOf('personalMessage')}
        >
          {(control) => (
            <textarea
              {...control}
              class="text-input composer-message"
              rows={4}
              value={draft.personalMessage}
              onInput={(event) => edit({ personalMessage: event.currentTarget.value }, 'message')}
              onBlur={endChange}
            />
          )}
        </Field>
      )}
      <SelectField
        label={text('language')}
        hint={text('languageHint')}
        value={draft.language}
        choices={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onValue={(value) => {
          const language = LANGUAGES.find((one) => one === value);
          if (language !== undefined) edit({ language }, 'language');
        }}
      />
      <Afterwards />
      <AssistantSettings problem={problemOf('aiAssistant')} />
      <details class="composer-more">
        <summary>{text(isDraft ? 'moreSettings' : 'moreTemplateSettings')}</summary>
        <div class="form">
          {isDraft && <FollowUp />}
          {kind === 'link' && (
            <CheckField
              label={text('mayPrint')}
              isChecked={!draft.disablePrinting}
              onChange={(mayPrint) => edit({ disablePrinting: !mayPrint }, 'printing')}
            />
          )}
          <SelectField
            label={text('sharing')}
            value={draft.sharingSetting ?? ''}
            choices={[
              ...(isDraft ? [{ value: '', label: text('sharing_default') }] : []),
              { value: 'private', label: text('sharing_private') },
              { value: 'shared', label: text('sharing_shared') },
            ]}
            onValue={(value) =>
              edit({ sharingSetting: value === 'private' || value === 'shared' ? value : null }, 'sharing')
            }
          />
          {fields.length > 0 && (
            <SelectField
              label={text('readonlyMode')}
              value={draft.fieldsReadonlyMode}
              choices={READONLY_MODES.map((value) => ({ value, label: text(`readonly_${value}`) }))}
              onValue={(value) => {
                const fieldsReadonlyMode = READONLY_MODES.find((mode) => mode === value);
                if (fieldsReadonlyMode !== undefined) edit({ fieldsReadonlyMode }, 'readonly');
              }}
            />
          )}
          <div>
            <CheckField
              label={text('textTags')}
              isChecked={draft.textTags}
              onChange={(textTags) => edit({ textTags }, 'textTags')}
            />
            <p class="field-hint">{text('textTagsHint', { example: '{{signature:1}}' })}</p>
          </div>
          {isDraft && <OwnNotes />}
        </div>
      </details>
    </section>
  );
}

const READONLY_MODES = ['keepOriginal', 'filled', 'all'] as const satisfies readonly ReadonlyMode[];

function OwnNotes() {
  const text = useComposerText();
  const { draft, change, endChange } = useComposerContext();
  const problemOf = useDocumentProblem();
  return (
    <>
      <TextField
        label={text('externalId')}
        hint={text('externalIdHint')}
        value={draft.externalId}
        maxLength={MAX_EXTERNAL_ID_LENGTH}
        problem={problemOf('externalId')}
        onValue={(externalId) => change((before) => ({ ...before, externalId }), 'externalId')}
        onBlur={endChange}
      />
      <Metadata />
    </>
  );
}

function Metadata() {
  const text = useComposerText();
  const { draft, change } = useComposerContext();
  const problemOf = useDocumentProblem();
  const { metadata } = draft;
  const set = (next: Draft['metadata'], group?: string) =>
    change((before) => ({ ...before, metadata: next }), group);
  const problem = problemOf('metadata');
  return (
    <fieldset class="composer-metadata">
      <legend>{text('metadata')}</legend>
      <p class="field-hint">{text('metadataHint')}</p>
      {metadata.map((entry, index) => {
        const edit = (changed: Partial<typeof entry>, member: string) =>
          set(
            metadata.map((one, at) => (at === index ? { ...one, ...changed } : one)),
            `metadata-${index}-${member}`,
          );
        return (
          <div key={index} class="composer-pair composer-metadata-entry">
            <TextField
              label={text('metadataName')}
              value={entry.name}
              maxLength={MAX_METADATA_KEY_LENGTH}
              onValue={(name) => edit({ name }, 'name')}
            />
            <TextField
              label={text('metadataValue')}
              value={entry.value}
              maxLength={MAX_METADATA_VALUE_LENGTH}
              onValue={(value) => edit({ value }, 'value')}
            />
            <button
              type="button"
              class="icon-button"
              aria-label={text('removeEntry', { name: entry.name })}
              onClick={() => set(metadata.filter((_, at) => at !== index))}
            >
              <Icon path={icons.trash} />
            </button>
          </div>
        );
      })}
      {problem !== undefined && <p class="field-problem">{problem}</p>}
      <Button kind="quiet" icon={icons.plus} onClick={() => set([...metadata, { name: '', value: '' }])}>
        {text('addEntry')}
      </Button>
    </fieldset>
  );
}
