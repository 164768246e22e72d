import { useState } from 'preact/hooks';
import { Button } from './button.tsx';

interface CopyButtonProps {
  readonly value: string;
  readonly label: string;
  /** After it was copied. */
  readonly done: string;
}

export function CopyButton({ value, label, done }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
  };
  return (
    <>
      <Button icon={isCopied ? 'check' : 'copy'} onClick={copy}>
        {isCopied ? done : label}
      </Button>
      {/* Not in the button, whose name browsers do not take from a live region. */}
      <span class="visually-hidden" role="status">
        {isCopied ? done : ''}
      </span>
    </>
  );
}
