import { useState } from 'preact/hooks';
import { Button, Icon, Notice } from '../../../parts/controls.tsx';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import { useAction } from '../../../parts/hooks.ts';
import * as icons from '../../../parts/icons.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import { useComposerContext } from '../use-composer.ts';

export function SaveStatus() {
  const text = useComposerText();
  const { saveState, inputProblems, kind } = useComposerContext();
  const { state, message } = saveState;
  if (state === 'conflict') return <Conflict />;
  if (state === 'closed') return <Closed />;
  if (state === 'refused')
    return (
      <div class="composer-banner">
        <Notice mood="problem">{text('saveRefused', { message: message ?? '' })}</Notice>
      </div>
    );
  return (
    <p class={`composer-save-state is-${state}`} role="status">
      {state === 'saved' && <Icon path={icons.check} />}
      {state === 'saved' && text(inputProblems.length > 0 ? 'savedPartly' : 'saved')}
      {state === 'waiting' && text(kind === 'draft' ? 'saving' : 'notSavedYet')}
      {state === 'saving' && text('saving')}
      {state === 'unreachable' && text(kind === 'draft' ? 'saveUnreachable' : 'templateUnreachable')}
    </p>
  );
}

/** The person decides which version counts. */
function Conflict() {
  const text = useComposerText();
  const { store, item, autosave, restart, forget } = useComposerContext();
  const action = useAction();
  const [isKept, setKept] = useState(false);
  const keepMine = () =>
    action.run(async () => {
      restart(await store.read(item.id));
      await autosave.flush();
      setKept(true);
    });
  const loadTheirs = () => {
    forget();
    location.reload();
  };
  if (isKept) return null;
  return (
    <div class="composer-banner">
      <Notice mood="problem">{text('conflict')}</Notice>
      <div class="form-actions">
        <Button onClick={loadTheirs}>{text('loadTheirs')}</Button>
        <Button onClick={keepMine} isBusy={action.isBusy}>
          {text('keepMine')}
        </Button>
      </div>
      {action.error !== undefined && <FailureNotice error={action.error} />}
    </div>
  );
}

function Closed() {
  const text = useComposerText();
  const { kind } = useComposerContext();
  return (
    <div class="composer-banner">
      <Notice mood="problem" action={<Button onClick={() => location.reload()}>{text('reload')}</Button>}>
        {text(kind === 'link' ? 'linkClosed' : 'draftClosed')}
      </Notice>
    </div>
  );
}
