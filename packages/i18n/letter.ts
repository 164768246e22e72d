import { escapeHtml } from './escape-html.ts';

/** A message to a person, before it becomes text and HTML. Plain text everywhere. */
export interface Letter {
  readonly language: string;
  readonly greeting: string;
  readonly intro: string;
  /** Words of the sender, set off from ours. */
  readonly quote: { readonly heading: string; readonly text: string } | null;
  readonly action: { readonly label: string; readonly url: string };
  readonly closing: string;
}

/** Also what an SMS says, so the address stands alone on its line. */
export function letterText({ greeting, intro, quote, action, closing }: Letter): string {
  const quoted = quote === null ? [] : [`${quote.heading}\n${quote.text}`];
  return [greeting, intro, ...quoted, `${action.label}:\n${action.url}`, closing].join('\n\n');
}

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif;font-size:16px;line-height:1.5';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:6px;background:#14532d;color:#ffffff;text-decoration:none';
const QUOTE = 'margin:0;padding:4px 16px;border-left:3px solid #d4d4d4;white-space:pre-line';

/** A whole HTML document with inline styles only: mail programs drop the rest. Every text is escaped. */
export function letterHtml(letter: Letter): string {
  const url = escapeHtml(letter.action.url);
  return [
    `<!doctype html><html lang="${letter.language}"><head><meta charset="utf-8"></head>`,
    `<body style="margin:0;padding:24px;color:#171717;background:#ffffff;${FONT}">`,
    paragraph(letter.greeting),
    paragraph(letter.intro),
    quoteHtml(letter.quote),
    `<p><a href="${url}" style="${BUTTON}">${escapeHtml(letter.action.label)}</a></p>`,
    `<p style="font-size:13px;color:#525252;word-break:break-all">${url}</p>`,
    `<p style="font-size:13px;color:#525252">${escapeHtml(letter.closing)}</p>`,
    '</body></html>',
  ].join('\n');
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

function quoteHtml(quote: Letter['quote']): string {
  if (quote === null) return '';
  return `${paragraph(quote.heading)}\n<blockquote style="${QUOTE}">${escapeHtml(quote.text)}</blockquote>`;
}
