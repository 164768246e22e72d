import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  renderApplicationPage,
  renderEntryPage,
  renderPhonePage,
  renderSigningPage,
  renderVerificationPage,
  webDistDir,
} from './page-shell.ts';

const PAGES = [
  renderSigningPage,
  renderVerificationPage,
  renderPhonePage,
  (language: string) => renderApplicationPage(language, { isDevelopment: true }),
  (language: string) => renderEntryPage(language, { isDevelopment: true, problem: 'It is <wrong> "here"' }),
];

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

  it.each(['en', 'sv', 'es'])('says in %s what to do while it stays empty', (language) => {
    const [, sentence = ''] = /<p class="empty-page">([^<]+)<\/p>/.exec(renderSigningPage(language)) ?? [];
    expect(sentence).toContain('JavaScript');
    for (const render of PAGES) expect(render(language)).toContain(sentence);
  });

  it.each(PAGES)('holds no inline script or style, so that the content policy may forbid them', (render) => {
    const html = render('en');
    expect(html).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son\w+=/);
  });

  it.each(PAGES)('takes every script and style from /assets/', (render) => {
    const addresses = [...render('en').matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]);
    expect(addresses.length).toBeGreaterThan(1);
    expect(addresses.every((address) => address?.startsWith('/assets/'))).toBe(true);
  });

  it('of an error shows it as text', () => {
    const html = renderEntryPage('es', { isDevelopment: false, problem: `"><script>alert('1')</script>` });
    expect(html).toContain(
      '<html data-problem="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;" lang="es">',
    );
    expect(html).not.toContain('data-development');
  });

  it('of the pages for entering loads less than 30 kB of scripts, with one language', () => {
    const scripts = renderEntryPage('en', { isDevelopment: false }).match(/[\w-]+\.js/g) ?? [];
    const own = scripts.find((name) => name.startsWith('enter-'));
    const languages = readdirSync(webDistDir).filter((name) => /^enter-.*\.js$/.test(name) && name !== own);
    const sizes = languages.map(compressedSize);
    expect(sizes).toHaveLength(3);
    const total = scripts.map(compressedSize).reduce((sum, size) => sum + size, Math.max(...sizes));
    expect(total).toBeLessThan(30_000);
  });

  it('of the signing page loads less than 41 KB of scripts with one language, and names pdf.js', () => {
    const links = renderSigningPage('en').match(/<(?:script|link)[^>]*\.js"[^>]*>/g) ?? [];
    const namesOf = (tags: readonly string[]) => tags.flatMap((tag) => tag.match(/[\w-]+\.js/) ?? []);
    // The page fetches it ahead, or after a picture of the document (`prefetchPdfjs`).
    const isAhead = (tag: string) => tag.includes('rel="later"');
    expect(namesOf(links.filter(isAhead)).map((name) => name.replace(/-[\w-]{8}\.js$/, ''))).toEqual([
      'open-pdf',
      'pdf-worker',
    ]);
    const scripts = namesOf(links.filter((tag) => !isAhead(tag)));
    expect(scripts[0], 'requests the session').toMatch(/^request-session-/);
    expect(scripts.map(compressedSize).reduce((sum, size) => sum + size, 0)).toBeLessThan(41 * 1024);
  });
});

/** Bytes on the way to a browser. */
function compressedSize(name: string): number {
  const path = join(webDistDir, name);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}
