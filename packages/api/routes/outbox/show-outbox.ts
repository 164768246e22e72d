import type { OutboxReader } from '@countersign/signing';
import { z } from 'zod';
import { sendPage } from '../../answer/security-headers.ts';
import { ApiError } from '../../errors/api-error.ts';
import { refuseForeignHost } from '../../request/local-host.ts';
import { defineRoute } from '../../route.ts';

type Message = Awaited<ReturnType<OutboxReader['list']>>[number];

export const showOutbox = defineRoute({
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

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
article{border:1px solid #767676;border-radius:.5rem;padding:1rem;margin:1rem 0}
h2{font-size:1.1rem;margin:0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}`;

function renderOutbox(messages: readonly Message[]): string {
  const content = messages.length === 0 ? '<p>No messages yet.</p>' : messages.map(renderMessage).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Outbox</title>
<style>${STYLE}</style></head>
<body><p><a href="/">Countersign</a></p><h1>Outbox</h1><p>Messages of this development service. None of them was sent.</p>${content}</body></html>`;
}

function renderMessage({ channel, to, senderName, subject, text, attachment, createdAt }: Message): string {
  const from = senderName === '' ? '' : ` from ${senderName}`;
  const file = attachment === null ? '' : `, with ${attachment}`;
  const about = `${channel}${from} to ${to}, ${createdAt}${file}`;
  return `<article><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(about)}</p><pre>${linkAddresses(text)}</pre></article>`;
}

/** After escaping: an address ends at white space or a quote. */
function linkAddresses(text: string): string {
  return escapeHtml(text).replaceAll(/https?:\/\/[^\s&]+/g, (url) => `<a href="${url}">${url}</a>`);
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
