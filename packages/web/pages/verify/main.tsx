import '../sign/styles/base.css';
import '../sign/styles/controls.css';
import '../sign/styles/screens.css';
import './styles/verify.css';
import { render } from 'preact';
import { shellLanguage } from '../sign/text/shell-language.ts';
import { App } from './app.tsx';
import { createVerificationClient } from './session/verification-client.ts';

const root = document.getElementById('app');
const language = shellLanguage(document.documentElement.lang);
const client = createVerificationClient(location.pathname, language, (url, init) => fetch(url, init));

if (root !== null) render(<App client={client} language={language} />, root);
