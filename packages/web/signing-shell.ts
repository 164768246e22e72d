import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebError } from './errors.ts';

/** Where `vite build packages/web` puts its result; all of it but the HTML is served at /assets. Absolute, no slash at the end. */
export const webDistDir: string = join(import.meta.dirname, 'dist');

const SHELL_PATH = join(webDistDir, 'pages/sign/index.html');

/** Shown until the script has the session; the script sets the document's own name. */
const TITLES: Readonly<Record<string, string>> = {
  en: 'Sign document',
  sv: 'Signera dokument',
  es: 'Firmar documento',
};

let shell: string | undefined;

function readShell(): string {
  try {
    return readFileSync(SHELL_PATH, 'utf8');
  } catch (cause) {
    throw new WebError('web_not_built', 'The pages are not built: run `npm run build:web`.', {}, cause);
  }
}

/**
 * The HTML to answer at GET /sign/:token. The same for every token: the script reads the token from its own address
 * and asks `/sign/:token/session`. `language` is en, sv or es (else en) and holds until the session tells the document's.
 *
 * Serve it with `Cache-Control: no-store`, `Referrer-Policy: no-referrer` and a policy at least as wide as
 * `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self' data:;
 * connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`.
 *
 * @throws {WebError} web_not_built
 */
export function renderSigningPage(language: string): string {
  shell ??= readShell();
  const known = Object.hasOwn(TITLES, language) ? language : 'en';
  return shell
    .replace('<html lang="en">', `<html lang="${known}">`)
    .replace('<title>Sign document</title>', `<title>${TITLES[known]}</title>`);
}
