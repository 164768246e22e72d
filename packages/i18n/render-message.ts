import { escapeHtml } from './format.ts';

/** The texts have no markup. */
export interface MessageContent {
  readonly language: string;
  /** The name is for programs that load no pictures. */
  readonly logo: { readonly url: string; readonly name: string } | null;
  /** Whose message it is; empty: the service. */
  readonly organisation: string;
  /** It may be empty. */
  readonly documentName: string;
  /** The color of the button, in place of the service's: `#rrggbb`, on which white can be read. */
  readonly color?: string | undefined;
  readonly subject: string;
  readonly preheader: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** The last moment to sign. */
  readonly deadline: string | null;
  /** The code is shown large. */
  readonly code: string | null;
  /** A person wrote this text. */
  readonly quote: { readonly heading: string; readonly text: string } | null;
  readonly action: { readonly label: string; readonly url: string; readonly addressHeading: string } | null;
  readonly smallPrint: string;
  readonly origin: string;
}

/** The address has a line of its own, so that programs link all of it. */
export function renderText(content: MessageContent): string {
  const { organisation, documentName, greeting, paragraphs, deadline } = content;
  const { code, quote, action, smallPrint, origin } = content;
  return [
    ...[organisation, documentName].filter((text) => text !== ''),
    greeting,
    ...paragraphs,
    ...(deadline === null ? [] : [deadline]),
    ...(code === null ? [] : [code]),
    ...(quote === null ? [] : [`${quote.heading}\n${quote.text}`]),
    ...(action === null ? [] : [`${action.label}:\n${action.url}`]),
    smallPrint,
    origin,
  ].join('\n\n');
}

const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const STYLES = {
  body: `margin:0;padding:0;background:#f5f6f8;color:#141b26;font-family:${FONT};font-size:16px;line-height:1.5;-webkit-text-size-adjust:100%`,
  preheader:
    'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all',
  outer: 'padding:24px 12px',
  card: 'max-width:560px;background:#ffffff;border:1px solid #e1e5eb;border-radius:12px',
  inner: 'padding:28px 24px;overflow-wrap:anywhere;word-break:break-word;text-align:start',
  logo: 'display:block;margin:0 0 20px;max-width:200px;max-height:60px;height:auto;border:0;padding:6px;border-radius:6px;background:#ffffff',
  organisation: 'margin:0 0 6px;font-size:14px;line-height:1.45;font-weight:600;color:#505c6c',
  title: 'margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600',
  paragraph: 'margin:0 0 16px',
  deadline: 'margin:0 0 20px;font-weight:600',
  code: 'margin:0 0 20px;padding:14px 16px;border-radius:8px;background:#f5f6f8;font-size:30px;line-height:1.2;font-weight:600;letter-spacing:6px;text-align:center;font-variant-numeric:tabular-nums',
  quoteHeading: 'margin:0 0 6px;font-size:14px;color:#505c6c',
  quote: 'margin:0 0 20px;padding:2px 0 2px 14px;border-left:3px solid #c3cbd6;white-space:pre-line',
  button:
    'display:inline-block;padding:13px 22px;border-radius:8px;background:#2256c4;color:#ffffff;font-weight:600;text-decoration:none',
  buttonLine: 'margin:8px 0 24px',
  small: 'margin:0 0 12px;font-size:14px;line-height:1.45;color:#505c6c',
  address: 'color:#2256c4;text-decoration:underline;word-break:break-all',
  rule: 'height:1px;margin:20px 0 16px;background:#e1e5eb;font-size:0;line-height:0',
  origin: 'margin:0;font-size:13px;line-height:1.45;color:#505c6c',
} as const;

/** Only mail programs that support style elements support dark mode. */
const DARK_MODE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0d1219 !important; color: #e9eef5 !important; }
  .card { background: #151c26 !important; border-color: #2b3646 !important; }
  .muted { color: #a8b4c4 !important; }
  .code { background: #0d1219 !important; color: #ffffff !important; }
  .quote { border-color: #74859a !important; }
  .rule { background: #2b3646 !important; }
  .button { background: #8bb3ff !important; color: #0b1524 !important; }
  .address { color: #8bb3ff !important; }
}`;

/**
 * Loads no external resources but the logo, whose address is the same in every mail. Styles are inline and the layout
 * is a table, because many mail programs support nothing else. All text is escaped.
 */
export function renderHtml(content: MessageContent): string {
  const { language, subject, preheader, paragraphs, deadline, code, quote, action } = content;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">',
    `<title>${escapeHtml(subject)}</title><style>${DARK_MODE}</style></head>`,
    `<body class="page" style="${STYLES.body}">`,
    `<div style="${STYLES.preheader}">${escapeHtml(preheader)}</div>`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="${STYLES.outer}">`,
    `<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="${STYLES.card}"><tr><td align="left" style="${STYLES.inner}"><main>`,
    ...renderLogo(content.logo),
    ...renderHead(content),
    ...paragraphs.map((text) => `<p style="${STYLES.paragraph}">${escapeHtml(text)}</p>`),
    ...(deadline === null ? [] : [`<p style="${STYLES.deadline}">${escapeHtml(deadline)}</p>`]),
    ...(code === null ? [] : [`<p class="code" style="${STYLES.code}">${escapeHtml(code)}</p>`]),
    ...renderQuote(quote),
    ...renderAction(action, content.color),
    `<p class="muted" style="${STYLES.small}">${escapeHtml(content.smallPrint)}</p>`,
    `<div class="rule" style="${STYLES.rule}"></div>`,
    `<p class="muted" style="${STYLES.origin}">${escapeHtml(content.origin)}</p>`,
    '</main></td></tr></table></td></tr></table></body></html>',
  ].join('\n');
}

function renderLogo(logo: MessageContent['logo']): readonly string[] {
  if (logo === null) return [];
  return [`<img src="${escapeHtml(logo.url)}" alt="${escapeHtml(logo.name)}" style="${STYLES.logo}">`];
}

/** The organisation comes first, then the document. */
function renderHead({ organisation, documentName, greeting }: MessageContent): readonly string[] {
  const title = documentName === '' ? greeting : documentName;
  return [
    ...(organisation === ''
      ? []
      : [`<p class="muted" style="${STYLES.organisation}">${escapeHtml(organisation)}</p>`]),
    `<h1 style="${STYLES.title}">${escapeHtml(title)}</h1>`,
    ...(documentName === '' ? [] : [`<p style="${STYLES.paragraph}">${escapeHtml(greeting)}</p>`]),
  ];
}

function renderQuote(quote: MessageContent['quote']): readonly string[] {
  if (quote === null) return [];
  return [
    `<p class="muted" style="${STYLES.quoteHeading}">${escapeHtml(quote.heading)}</p>`,
    `<blockquote class="quote" style="${STYLES.quote}">${escapeHtml(quote.text)}</blockquote>`,
  ];
}

function renderAction(action: MessageContent['action'], color: string | undefined): readonly string[] {
  if (action === null) return [];
  // White can be read on the color of the sender in both themes, so it stays in the dark one.
  const [name, style] =
    color === undefined ? ['button', STYLES.button] : ['own', `${STYLES.button};background:${color}`];
  const url = escapeHtml(action.url);
  return [
    `<p style="${STYLES.buttonLine}"><a class="${name}" href="${url}" style="${style}">${escapeHtml(action.label)}</a></p>`,
    `<p class="muted" style="${STYLES.small}">${escapeHtml(action.addressHeading)}<br><a class="address" href="${url}" style="${STYLES.address}">${url}</a></p>`,
  ];
}
