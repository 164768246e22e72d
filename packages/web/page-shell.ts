import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebError } from './errors.ts';

/** Where `vite build packages/web` puts its result; all of it but the HTML is served at /assets. Absolute, no slash at the end. */
export const webDistDir: string = join(import.meta.dirname, 'dist');

/** Shown until the script sets a title of its own; English as the built page has it. */
const SIGNING = {
  path: 'pages/sign/index.html',
  titles: { en: 'Sign document', sv: 'Signera dokument', es: 'Firmar documento' },
};
const VERIFICATION = {
  path: 'pages/verify/index.html',
  titles: { en: 'Check a document', sv: 'Kontrollera ett dokument', es: 'Comprobar un documento' },
};

type Shell = typeof SIGNING;

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
  const known = Object.hasOwn(titles, language) ? (language as keyof Shell['titles']) : 'en';
  return readShell(path)
    .replace('<html lang="en">', `<html lang="${known}">`)
    .replace(`<title>${titles.en}</title>`, `<title>${titles[known]}</title>`);
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
  return renderShell(SIGNING, language);
}

/**
 * The HTML to answer at GET /verify, where anybody drops a PDF; the script posts it to the same address. Served as the
 * signing page is.
 *
 * @throws {WebError} web_not_built
 */
export function renderVerificationPage(language: string): string {
  return renderShell(VERIFICATION, language);
}
