import '../styles/base.css';
import '../styles/controls.css';
import '../styles/forms.css';
import '../styles/screens.css';
import '../styles/dark.css';
import './styles/enter.css';
import { render } from 'preact';
import { readChosenLanguage } from '../parts/language.tsx';
import { App } from './app.tsx';

const root = document.getElementById('app');

if (root !== null)
  render(<App language={readChosenLanguage()} send={(url, init) => fetch(url, init)} />, root);
