import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Icon } from '../../parts/controls.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import * as icons from '../../parts/icons.ts';
import { useComposerText } from '../../parts/texts.tsx';
import { START } from '../../requests/navigation.ts';
import { navigate } from '../router.ts';
import { type ComposerDialog, useComposerContext } from './use-composer.ts';

const PANEL_ID = 'composer-more-panel';

export function MoreMenu({ onChoose }: { readonly onChoose: (dialog: ComposerDialog) => void }) {
  const text = useComposerText();
  const { capabilities, store, item, forget } = useComposerContext();
  const [isOpen, setOpen] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const close = ({ target }: Event) => {
      if (target instanceof Node && root.current?.contains(target) !== true) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, [isOpen]);
  const choose = (dialog: ComposerDialog) => () => {
    setOpen(false);
    onChoose(dialog);
  };
  const hasFile = item.fileId !== undefined;
  const mayLink = capabilities.publicLinks === true && capabilities.publicLinksCreate === true;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes from everywhere inside.
    <div
      class="composer-menu"
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        class="icon-button"
        aria-label={text('more')}
        aria-expanded={isOpen}
        aria-controls={PANEL_ID}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon path={icons.more} />
      </button>
      <div id={PANEL_ID} class="composer-menu-panel" hidden={!isOpen}>
        <Button kind="quiet" icon={icons.file} onClick={choose('replace')}>
          {text('replaceFile')}
        </Button>
        {hasFile && capabilities.templates === true && (
          <Button kind="quiet" icon={icons.template} onClick={choose('template')}>
            {text('saveAs_template')}
          </Button>
        )}
        {hasFile && mayLink && (
          <Button kind="quiet" icon={icons.link} onClick={choose('link')}>
            {text('saveAs_link')}
          </Button>
        )}
        <Button
          kind="quiet"
          icon={icons.trash}
          onClick={() => {
            setOpen(false);
            setRemoving(true);
          }}
        >
          {text('removeDraft')}
        </Button>
      </div>
      {isRemoving && (
        <ConfirmDialog
          title={text('removeDraftTitle')}
          confirm={text('removeDraft')}
          onConfirm={async () => {
            await store.remove(item.id);
            forget();
            navigate(START, { replace: true });
          }}
          onClose={() => setRemoving(false)}
        >
          <p>{text('removeDraftText')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
