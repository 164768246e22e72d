import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { SigningClient } from '../session/signing-client.ts';
import { useText } from '../text/text-context.ts';
import { isFramed } from './use-embedding.ts';

interface FileLinkProps {
  readonly client: SigningClient;
  readonly href: string;
  /** Without `.pdf`. */
  readonly name: string;
  readonly class: string;
  /** Instead of saving it. */
  readonly opensTab?: boolean;
  readonly children: ComponentChildren;
}

/** In a frame the browser would load it without the session, so the script saves it. */
export function FileLink({ client, href, name, opensTab = false, children, ...rest }: FileLinkProps) {
  const text = useText();
  const [isFailed, setIsFailed] = useState(false);
  const target = opensTab ? { target: '_blank', rel: 'noreferrer' } : { download: true };
  const save = (event: Event): void => {
    event.preventDefault();
    setIsFailed(false);
    saveFile(client, href, `${name}.pdf`).catch(() => setIsFailed(true));
  };
  return (
    <>
      <a class={rest.class} href={href} {...target} onClick={isFramed ? save : undefined}>
        {children}
      </a>
      {isFailed && (
        <p class="notice notice-problem" role="alert">
          {text('documentFailed')}
        </p>
      )}
    </>
  );
}

async function saveFile(client: SigningClient, href: string, name: string): Promise<void> {
  const response = await client.send(href);
  if (!response.ok) throw new Error(`status ${response.status}`);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
