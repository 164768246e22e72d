import '../styles/base.css';
import '../styles/dark.css';
import '../styles/controls.css';
import '../styles/dialog.css';
import '../styles/screens.css';
import './styles/document.css';
import './styles/dialogs.css';
import './styles/tasks.css';
import './styles/visit.css';
import './styles/signature-fonts.css';
import { render } from 'preact';
import { shellLanguage } from '../parts/language.tsx';
import { App } from './app.tsx';
import { isFramed } from './embedding.tsx';
import { openTabStorage } from './session/kept-input.ts';
import { fetchWithSession, signingPath } from './session/request-session.ts';
import { createSigningClient } from './session/signing-client.ts';

const root = document.getElementById('app');
const storage = openTabStorage();

async function start(): Promise<void> {
  // Few pages are in a frame.
  const framed = isFramed ? await import('./embedding-events.ts') : null;
  const send = framed === null ? fetchWithSession : framed.createFramedFetch(fetchWithSession, storage);
  const client = createSigningClient(signingPath, send);
  const language = shellLanguage(document.documentElement.lang);
  if (root !== null) render(<App client={client} storage={storage} language={language} />, root);
}

void start();
