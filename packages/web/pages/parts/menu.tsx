import './menu.css';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Button, Icon, type IconPath } from './controls.tsx';
import * as icons from './icons.ts';

export interface MenuItem {
  readonly icon: IconPath;
  readonly text: string;
  /** The label names the item of a row too, for people who do not see the row. */
  readonly label?: string | undefined;
  /** Is true if the item ends or removes something. */
  readonly isDanger?: boolean | undefined;
  readonly onChoose: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** While this is true, the button shows that something which was chosen goes on. */
  readonly isBusy?: boolean | undefined;
}

/** A button with the less frequent actions of a page or row. The focus is on the button again when one is chosen. */
export function Menu({ label, items, isBusy = false }: MenuProps) {
  const panelId = useId();
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    root.current?.querySelector<HTMLElement>('.menu-panel button')?.focus();
    const onElsewhere = ({ target }: Event) => {
      if (target instanceof Node && root.current?.contains(target) !== true) setOpen(false);
    };
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    return () => {
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
    };
  }, [isOpen]);
  if (items.length === 0) return null;
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowDown') moveFocus(root.current, 1);
    else if (event.key === 'ArrowUp') moveFocus(root.current, -1);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys work everywhere inside.
    <div class="menu" ref={root} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        class="menu-button"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-disabled={isBusy}
        onClick={() => setOpen(!isOpen && !isBusy)}
      >
        {isBusy ? <span class="spinner" aria-hidden="true" /> : <Icon path={icons.more} />}
      </button>
      <div id={panelId} class="menu-panel" hidden={!isOpen}>
        {isOpen &&
          items.map((item) => (
            <MenuButton
              key={item.text}
              item={item}
              onChoose={() => {
                // A dialog gives the focus back to what had it.
                close();
                item.onChoose();
              }}
            />
          ))}
      </div>
    </div>
  );
}

interface MenuButtonProps {
  readonly item: MenuItem;
  readonly onChoose: () => void;
}

function MenuButton({ item: { icon, text, label, isDanger = false }, onChoose }: MenuButtonProps) {
  return (
    <span class={isDanger ? 'menu-danger' : undefined}>
      <Button kind="quiet" icon={icon} aria-label={label} onClick={onChoose}>
        {text}
      </Button>
    </span>
  );
}

/** The first item follows the last one. */
function moveFocus(root: HTMLElement | null, by: number): void {
  const buttons = [...(root?.querySelectorAll<HTMLElement>('.menu-panel button') ?? [])];
  const index = buttons.indexOf(document.activeElement as HTMLElement);
  buttons.at((index + by) % buttons.length)?.focus();
}
