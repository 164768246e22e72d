import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../parts/controls.tsx';
import * as icons from '../parts/icons.ts';
import { useAppText } from '../parts/texts.tsx';

/** Resolves with whether it succeeded. Over plain http browsers have no clipboard, but the older command. */
async function copyText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return copyByCommand(value);
  }
}

function copyByCommand(value: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.className = 'visually-hidden';
  area.value = value;
  // The text is put into the open dialog, because nothing outside of it can be selected.
  (focused?.parentElement ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

interface CopyButtonProps {
  readonly value: string;
  readonly label: string;
  readonly kind?: 'primary' | undefined;
}

/** Shows the text selected if the browser does not let pages copy. */
export function CopyButton({ value, label, kind }: CopyButtonProps) {
  const text = useAppText();
  const [result, setResult] = useState<'copied' | 'refused' | null>(null);
  const isCopied = result === 'copied';
  return (
    <>
      <Button
        kind={kind}
        icon={isCopied ? icons.check : icons.copy}
        onClick={async () => setResult((await copyText(value)) ? 'copied' : 'refused')}
      >
        {isCopied ? text('copied') : label}
      </Button>
      {/* Not in the button, whose name browsers do not take from a live region. */}
      <span class="visually-hidden" role="status">
        {isCopied ? text('copied') : ''}
      </span>
      {result === 'refused' && <SelectedText value={value} />}
    </>
  );
}

function SelectedText({ value }: { readonly value: string }) {
  const text = useAppText();
  const input = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => input.current?.select(), []);
  return (
    <label class="copy-yourself">
      {text('copyYourself')}
      <textarea ref={input} class="text-input" rows={2} value={value} readOnly />
    </label>
  );
}
