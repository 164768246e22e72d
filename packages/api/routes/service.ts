import { BUSY, MESSAGE_CHANNELS, type OutboxReader, SigningError } from '@countersign/signing';
import { z } from 'zod';
import { sendAsset } from '../assets.ts';
import { ApiError } from '../errors/error-table.ts';
import { refuseForeignHost } from '../request/client-address.ts';
import { defineRoute } from '../route.ts';
import { sendPage } from '../send-page.ts';

const getAsset = defineRoute({
  method: 'GET',
  path: '/assets/*',
  source: 'ours',
  scope: 'public',
  summary: 'Scripts, styles and fonts of the pages',
  status: 200,
  hidden: true,
  head: true,
  unlimited: true,
  schemas: { params: z.object({ '*': z.string() }) },
  errors: ['route_not_found'],
  handler: async ({ params, reply }) => sendAsset(params['*'], reply),
});

/** Browsers request it for what names no icon of its own, such as a PDF in a tab. */
const showFavicon = defineRoute({
  method: 'GET',
  path: '/favicon.ico',
  source: 'ours',
  scope: 'public',
  summary: 'The icon of the pages',
  status: 200,
  hidden: true,
  unlimited: true,
  schemas: {},
  errors: ['route_not_found'],
  handler: async ({ reply }) => sendAsset('favicon.ico', reply),
});

const getHealth = defineRoute({
  method: 'GET',
  path: '/healthz',
  source: 'ours',
  scope: 'public',
  summary: 'The process is alive',
  status: 200,
  unlimited: true,
  schemas: { answer: z.object({ status: z.literal('ok') }) },
  errors: [],
  async handler() {
    return { status: 'ok' as const };
  },
});

const getOpenApi = defineRoute({
  method: 'GET',
  path: '/openapi.json',
  source: 'ours',
  scope: 'public',
  summary: 'This description, OpenAPI 3.1, made from the schemas that check requests',
  status: 200,
  hidden: true,
  schemas: {},
  errors: [],
  async handler({ deps, reply }) {
    return reply.type('application/json; charset=utf-8').send(deps.describe());
  },
});

const warningSchema = z.object({ code: z.string(), message: z.string() });

const getReadiness = defineRoute({
  method: 'GET',
  path: '/readyz',
  source: 'ours',
  scope: 'public',
  summary: 'This node can do its work, as far as the parts do theirs that all nodes share',
  status: 200,
  unlimited: true,
  schemas: { answer: z.object({ status: z.enum(['ready', 'degraded']), warnings: z.array(warningSchema) }) },
  errors: BUSY,
  async handler({ deps }) {
    try {
      const { status, warnings } = await deps.checkReadiness();
      return { status, warnings: [...warnings] };
    } catch (error) {
      throw error instanceof SigningError ? error : new SigningError('service_busy', {}, { cause: error });
    }
  },
});

const listOutboxMessages = defineRoute({
  method: 'GET',
  path: '/outbox/messages',
  source: 'ours',
  scope: 'public',
  summary: 'Messages kept instead of sent, newest first; development only',
  status: 200,
  hidden: true,
  schemas: {
    query: z.object({ to: z.string().optional() }),
    answer: z.array(
      z.object({
        id: z.string(),
        channel: z.enum(MESSAGE_CHANNELS),
        to: z.string(),
        senderName: z.string(),
        replyTo: z.string().nullable(),
        subject: z.string(),
        text: z.string(),
        html: z.string(),
        attachment: z.string().nullable(),
        createdAt: z.string(),
      }),
    ),
  },
  errors: ['route_not_found'],
  async handler({ deps, query, request }) {
    if (deps.outbox === undefined) throw new ApiError('route_not_found');
    refuseForeignHost(request, deps.settings.baseUrl);
    return [...(await deps.outbox.list(query.to))];
  },
});

type Message = Awaited<ReturnType<OutboxReader['list']>>[number];

const showOutbox = defineRoute({
  method: 'GET',
  path: '/outbox',
  source: 'ours',
  scope: 'public',
  summary: 'Messages kept instead of sent, as a page; development only',
  status: 200,
  hidden: true,
  schemas: { query: z.object({ to: z.string().optional() }) },
  errors: ['route_not_found'],
  async handler({ deps, query, request, reply }) {
    if (deps.outbox === undefined) throw new ApiError('route_not_found');
    refuseForeignHost(request, deps.settings.baseUrl);
    return sendPage(reply, renderOutbox(await deps.outbox.list(query.to)), { style: STYLE });
  },
});

/** The colors are those of packages/web. */
const STYLE = `:root{color-scheme:light dark;--desk:light-dark(#f5f6f8,#0d1219);--paper:light-dark(#fff,#151c26);--text:light-dark(#141b26,#e9eef5);--soft:light-dark(#505c6c,#a8b4c4);--line:light-dark(#e1e5eb,#2b3646);--link:light-dark(#2256c4,#8bb3ff)}
body{font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere;max-width:46rem;margin:0 auto;padding:1.5rem 1rem 4rem;background:var(--desk);color:var(--text)}
a{color:var(--link);text-underline-offset:3px}header a,h1,h2{font-weight:600}h1{margin:1.5rem 0 0;font-size:1.75rem;line-height:1.25}h2{margin:0;font-size:1.125rem}.soft{margin:.25rem 0 1rem;color:var(--soft);font-size:.875rem}
article{margin:1rem 0;padding:1.25rem;border:1px solid var(--line);border-radius:12px;background:var(--paper)}pre{margin:0;font:inherit;white-space:pre-wrap}`;

function renderOutbox(messages: readonly Message[]): string {
  const content = messages.length === 0 ? '<p>No messages yet.</p>' : messages.map(renderMessage).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Outbox</title>
<style>${STYLE}</style></head>
<body><header><a href="/">Countersign</a></header><h1>Outbox</h1><p class="soft">Messages of this development service. None of them was sent.</p>${content}</body></html>`;
}

function renderMessage({ channel, to, senderName, subject, text, attachment, createdAt }: Message): string {
  const from = senderName === '' ? '' : ` from ${senderName}`;
  const file = attachment === null ? '' : `, with ${attachment}`;
  const sentAt = createdAt.slice(0, 16).replace('T', ' ');
  const about = `${channel}${from} to ${to}, ${sentAt} UTC${file}`;
  return `<article><h2>${escapeHtml(subject)}</h2><p class="soft">${escapeHtml(about)}</p><pre>${linkAddresses(text)}</pre></article>`;
}

/** Runs after escaping: an address ends at white space or a quote. */
function linkAddresses(text: string): string {
  return escapeHtml(text).replaceAll(/https?:\/\/[^\s&]+/g, (url) => `<a href="${url}">${url}</a>`);
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

export const serviceRoutes = {
  showOutbox,
  listOutboxMessages,
  getAsset,
  showFavicon,
  getHealth,
  getReadiness,
  getOpenApi,
};
