import type { Plugin } from 'vite';

/** After those it shares, as in its script: Vite puts shared styles that no script belongs to last. */
export function orderStylesheets(): Plugin {
  return {
    name: 'order-stylesheets',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { chunk }) {
        const lines = html.split('\n');
        const own = lines.filter((line) =>
          line.includes(`rel="stylesheet" crossorigin href="/assets/${chunk?.name}-`),
        );
        if (own.length !== 1)
          throw new Error(`expected one stylesheet of ${chunk?.name}, found ${own.length}`);
        const others = lines.filter((line) => !own.includes(line));
        const end = others.findIndex((line) => line.includes('</head>'));
        return others.toSpliced(end, 0, ...own).join('\n');
      },
    },
  };
}
