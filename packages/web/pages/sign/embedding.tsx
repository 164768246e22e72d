import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useText } from './parts.tsx';
import type { SessionState } from './session/session-state.ts';
import type { SigningClient } from './session/signing-client.ts';

/** The content policy decides which pages may frame this one. */
export const isFramed: boolean = window.parent !== window;

/** Sends events to the named origins only. */
export function useEmbedding(session: SessionState): void {
  const before = useRef<SessionState>({ kind: 'loading' });
  useEffect(() => {
    const earlier = before.current;
    // A session that is loaded again continues.
    if (session.kind !== 'loading') before.current = session;
    if (isFramed) void postEvents(earlier, session);
  }, [session]);
}

/** The page has loaded the module before it was shown, so events keep their order. */
async function postEvents(before: SessionState, after: SessionState): Promise<void> {
  const { listEvents } = await import('./embedding-events.ts');
  for (const event of listEvents(before, after))
    for (const origin of parentOrigins()) window.parent.postMessage(event, origin);
}

/** Returns all that are allowed, if the browser does not know the parent's. */
function parentOrigins(): readonly string[] {
  const allowed = (document.documentElement.dataset.embeddingOrigins ?? '').split(' ').filter(Boolean);
  const [parent] = location.ancestorOrigins ?? [];
  return parent === undefined ? allowed : allowed.filter((origin) => origin === parent);
}

interface FileLinkProps {
  readonly client: SigningClient;
  readonly href: string;
  /** The name has no `.pdf`. */
  readonly name: string;
  readonly class: string;
  /** The file is opened and not saved. */
  readonly opensTab?: boolean | undefined;
  readonly children: ComponentChildren;
}

/** In a frame the browser would load the file without the session, so the script saves it. */
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
