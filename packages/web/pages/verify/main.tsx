import '../styles/base.css';
import '../styles/controls.css';
import '../styles/forms.css';
import '../styles/screens.css';
import '../styles/dark.css';
import './styles/verify.css';
import { loadVerifyText } from '@countersign/i18n';
import { loadPageText } from '@countersign/i18n/page-text';
import { render } from 'preact';
import { shellLanguage } from '../parts/language.tsx';
import { App } from './app.tsx';
import { createVerificationClient } from './verification.ts';

const root = document.getElementById('app');
const language = shellLanguage(document.documentElement.lang);
const client = createVerificationClient(location.pathname, language, (url, init) => fetch(url, init));

async function start(): Promise<void> {
  const [text, labels] = await Promise.all([loadVerifyText(language), loadPageText(language)]);
  if (root !== null) render(<App client={client} labels={labels} text={text} />, root);
}

void start();
