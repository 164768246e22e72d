import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@countersign/base/locale';
import { escapeHtml } from '@countersign/i18n';
import { WebError } from './errors.ts';

/**
 * `vite build packages/web` writes here. All but the HTML is served at /assets. The path is absolute, without a
 * trailing slash.
 */
export const webDistDir: string = join(import.meta.dirname, 'dist');

interface Shell {
  readonly path: string;
  /** The titles are shown until the script replaces them. */
  readonly titles: Readonly<Record<Language, string>>;
}

const SIGNING: Shell = {
  path: 'pages/sign/index.html',
  titles: { en: 'Sign document', sv: 'Signera dokument', es: 'Firmar documento' },
};
const VERIFICATION: Shell = {
  path: 'pages/verify/index.html',
  titles: { en: 'Check a document', sv: 'Kontrollera ett dokument', es: 'Comprobar un documento' },
};
const PHONE: Shell = {
  path: 'pages/phone/index.html',
  titles: { en: 'Go on here', sv: 'Fortsätt här', es: 'Continuar aquí' },
};

const BRAND: Shell['titles'] = { en: 'Countersign', sv: 'Countersign', es: 'Countersign' };
const APPLICATION: Shell = { path: 'pages/app/index.html', titles: BRAND };
const ENTRY: Shell = { path: 'pages/enter/index.html', titles: BRAND };

/** This is shown while the page stays empty because the scripts did not load, or do not run. */
const EMPTY: Readonly<Record<Language, string>> = {
  en: 'This page could not be shown. Check your connection and load it again. It needs JavaScript; if that is turned off, turn it on or use another browser.',
  sv: 'Sidan kunde inte visas. Kontrollera din anslutning och ladda om den. Den kräver JavaScript; slå på det om det är avstängt, eller använd en annan webbläsare.',
  es: 'No se pudo mostrar esta página. Compruebe su conexión y vuelva a cargarla. Necesita JavaScript; si está desactivado, actívelo o use otro navegador.',
};
/** A page loads the sentences of its language ahead, and not those of the others. */
const SENTENCES = / *<link [^>]*data-language="(\w+)"[^>]*>\n/g;
const ROOT = '<div id="app"></div>';

const built = new Map<string, string>();

function readShell(path: string): string {
  const known = built.get(path);
  if (known !== undefined) return known;
  try {
    const shell = readFileSync(join(webDistDir, path), 'utf8');
    built.set(path, shell);
    return shell;
  } catch (cause) {
    throw new WebError('web_not_built', 'The pages are not built: run `npm run build:web`.', {}, cause);
  }
}

function renderShell({ path, titles }: Shell, language: string): string {
  const known = Object.hasOwn(titles, language) ? (language as Language) : 'en';
  return readShell(path)
    .replace('<html lang="en">', `<html lang="${known}">`)
    .replace(`<title>${titles.en}</title>`, `<title>${titles[known]}</title>`)
    .replaceAll(SENTENCES, (link, language) => (language === known ? link : ''))
    .replace(ROOT, `${ROOT}\n    <p class="empty-page">${EMPTY[known]}</p>`);
}

/**
 * Returns the HTML for GET /sign/:token, the same for every token: the script reads the token from its address and requests
 * `/sign/:token/session`. `language` is en (default), sv or es, until the session has the document's language.
 *
 * Its script sends events to the `embeddingOrigins`, if one of them shows it in a frame.
 *
 * Serve it with `Cache-Control: no-store`, `Referrer-Policy: no-referrer` and a policy at least as wide as `default-src
 * 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src
 * 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types pdf-worker`, and scripts
 * with one that lets workers connect to `'self'`.
 * Throws `web_not_built`.
 */
export function renderSigningPage(language: string, embeddingOrigins: readonly string[] = []): string {
  const shell = renderShell(SIGNING, language);
  if (embeddingOrigins.length === 0) return shell;
  return shell.replace(
    '<html ',
    () => `<html data-embedding-origins="${escapeHtml(embeddingOrigins.join(' '))}" `,
  );
}

/**
 * Returns the page of GET /verify, whose script posts a PDF to the same address. Serve it like the signing page.
 * Throws `web_not_built`.
 */
export function renderVerificationPage(language: string): string {
  return renderShell(VERIFICATION, language);
}

/**
 * Returns the page of GET /phone, whose script posts the code of its address to `/phone/session`. Serve it like the
 * signing page. Throws `web_not_built`.
 */
export function renderPhonePage(language: string): string {
  return renderShell(PHONE, language);
}

/**
 * Returns the page for the addresses of people who send documents. The policy of the signing page, without inline
 * styles, is enough. Throws `web_not_built`.
 */
export function renderApplicationPage(
  language: string,
  { isDevelopment }: { readonly isDevelopment: boolean },
): string {
  return markDevelopment(renderShell(APPLICATION, language), isDevelopment);
}

/**
 * Returns the page for `/`, signing in, invitations, password resets and consent. It needs only scripts, styles,
 * images and connections of its own origin. Throws `web_not_built`.
 */
export function renderEntryPage(
  language: string,
  { isDevelopment, problem, signOnName }: EntryPageFacts,
): string {
  const shown = describeData('problem', problem) + describeData('sign-on', signOnName);
  const html = renderShell(ENTRY, language).replace('<html ', () => `<html${shown} `);
  return markDevelopment(html, isDevelopment);
}

interface EntryPageFacts {
  readonly isDevelopment: boolean;
  readonly problem?: string;
  /** The name of the operator's single sign-on; undefined without one. */
  readonly signOnName?: string | undefined;
}

function describeData(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` data-${name}="${escapeHtml(value)}"`;
}

/** The page shows a link to the outbox in development. */
function markDevelopment(html: string, isDevelopment: boolean): string {
  return isDevelopment ? html.replace('<html ', '<html data-development ') : html;
}
