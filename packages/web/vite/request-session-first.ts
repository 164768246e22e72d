import type { Plugin } from 'vite';

/** A file of its own. */
export const SESSION_SCRIPT = {
  name: 'request-session',
  test: /\/pages\/sign\/session\/request-session\.ts$/,
};

const PRELOAD = /<link rel="modulepreload" crossorigin href="(\/assets\/request-session-[^"]+)">/;

/** Before the page's other scripts. */
export function requestSessionFirst(): Plugin {
  return {
    name: 'request-session-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path }) {
        const link = PRELOAD.exec(html);
        if (!path.endsWith('/pages/sign/index.html')) return html;
        if (link === null) throw new Error(`expected a link to the script ${SESSION_SCRIPT.name}`);
        const script = `<script type="module" async crossorigin src="${link[1]}"></script>`;
        return html.replace(link[0], '').replace('<script', () => `${script}\n    <script`);
      },
    },
  };
}
