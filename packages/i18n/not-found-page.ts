import type { Language } from '@countersign/base/locale';
import { escapeHtml } from './format.ts';

interface NotFoundText {
  readonly title: string;
  readonly text: string;
  readonly advice: string;
  readonly link: string;
}

const TEXTS: Readonly<Record<Language, NotFoundText>> = {
  en: {
    title: 'There is no page here',
    text: 'The address may have been copied incompletely, or the page was removed.',
    advice: 'If you came by a link in a message, open the message again and use the link there.',
    link: 'Go to the start page',
  },
  sv: {
    title: 'Här finns ingen sida',
    text: 'Adressen kan ha kopierats ofullständigt, eller så har sidan tagits bort.',
    advice: 'Om du kom hit via en länk i ett meddelande, öppna meddelandet igen och använd länken där.',
    link: 'Gå till startsidan',
  },
  es: {
    title: 'Aquí no hay ninguna página',
    text: 'Es posible que la dirección se haya copiado incompleta o que la página se haya eliminado.',
    advice: 'Si llegó por un enlace de un mensaje, abra el mensaje de nuevo y use ese enlace.',
    link: 'Ir a la página de inicio',
  },
};

/** These are the colors of packages/web. */
export const NOT_FOUND_STYLE = `:root{color-scheme:light dark;--desk:light-dark(#f5f6f8,#0d1219);--paper:light-dark(#fff,#151c26);--text:light-dark(#141b26,#e9eef5);--soft:light-dark(#505c6c,#a8b4c4);--link:light-dark(#2256c4,#8bb3ff)}
body{font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere;max-width:34rem;margin:0 auto;padding:12vh 1rem 3rem;background:var(--desk);color:var(--text)}
main{padding:clamp(1.25rem,5vw,2rem);border-radius:16px;background:var(--paper)}h1{margin:0 0 .75rem;font-size:1.375rem;font-weight:600;line-height:1.25}p{margin:0 0 1rem}.soft{color:var(--soft)}a{color:var(--link);text-underline-offset:3px;display:inline-block;padding-block:4px}`;

/** The page has no scripts. Its only style element is `NOT_FOUND_STYLE`. */
export function renderNotFoundPage(language: Language): string {
  const { title, text, advice, link } = TEXTS[language];
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>
<style>${NOT_FOUND_STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><p class="soft">${escapeHtml(advice)}</p><a href="/">${escapeHtml(link)}</a></main></body></html>`;
}
