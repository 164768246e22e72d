import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderSigningPage, renderVerificationPage, webDistDir } from './page-shell.ts';

const isBuilt = existsSync(join(webDistDir, 'pages/sign/index.html'));

describe.skipIf(!isBuilt)('the shell of a page (needs the built pages)', () => {
  it.each([
    ['sv', '<html lang="sv">', 'Signera dokument'],
    ['es', '<html lang="es">', 'Firmar documento'],
    ['en', '<html lang="en">', 'Sign document'],
    ['constructor', '<html lang="en">', 'Sign document'],
  ])('speaks %s', (language, tag, title) => {
    expect(renderSigningPage(language)).toContain(tag);
    expect(renderSigningPage(language)).toContain(`<title>${title}</title>`);
  });

  it('of the verification page speaks the same languages', () => {
    expect(renderVerificationPage('sv')).toContain('<html lang="sv">');
    expect(renderVerificationPage('es')).toContain('<title>Comprobar un documento</title>');
    expect(renderVerificationPage('de')).toContain('<title>Check a document</title>');
  });

  it.each([renderSigningPage, renderVerificationPage])(
    'holds no inline script or style, so that the content policy may forbid them',
    (render) => {
      const html = render('en');
      expect(html).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son\w+=/);
    },
  );

  it.each([renderSigningPage, renderVerificationPage])(
    'takes every script and style from /assets/',
    (render) => {
      const addresses = [...render('en').matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]);
      expect(addresses.length).toBeGreaterThan(1);
      expect(addresses.every((address) => address?.startsWith('/assets/'))).toBe(true);
    },
  );
});
