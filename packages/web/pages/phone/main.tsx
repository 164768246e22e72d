import '../styles/base.css';
import '../styles/dark.css';
import '../styles/controls.css';
import '../styles/screens.css';
import './phone.css';
import { render } from 'preact';
import { shellLanguage } from '../parts/language.tsx';
import { takeProviderReturn } from '../sign/session/provider-return.ts';
import { App, createPhoneClient } from './app.tsx';

const root = document.getElementById('app');
const language = shellLanguage(document.documentElement.lang);
const client = createPhoneClient(location.pathname, language, (url, init) => fetch(url, init));
const returned = takeProviderReturn(location, history);
const code = location.hash.slice(1);

// Phones may open the next code in the tab of the one before: only the fragment differs, and no page is loaded.
addEventListener('hashchange', () => location.reload());

if (root !== null) {
  // A code works once.
  const onClaimed = () => history.replaceState(null, '', location.pathname);
  render(<App {...{ client, code, returned, language, onClaimed }} />, root);
}
