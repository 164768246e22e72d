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

/** Colors of packages/web. */
const STYLE = `:root{color-scheme:light dark;--desk:light-dark(#eef1f5,#10161e);--paper:light-dark(#fff,#1b232d);--text:light-dark(#17212e,#e8edf3);--soft:light-dark(#4c5a6b,#a9b6c5);--line:light-dark(#d5dbe3,#334150);--link:light-dark(#164c8c,#a8cbf5)}
body{font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere;max-width:46rem;margin:0 auto;padding:1.5rem 1rem 4rem;background:var(--desk);color:var(--text)}
a{color:var(--link);text-underline-offset:3px}header a{font-weight:650}h1{margin:1.5rem 0 0;line-height:1.25}h2{margin:0;font-size:1.1rem}.soft{margin:.25rem 0 1rem;color:var(--soft);font-size:.94rem}
article{margin:1rem 0;padding:1.25rem;border:1px solid var(--line);border-radius:14px;background:var(--paper)}pre{margin:0;font:inherit;white-space:pre-wrap}`;

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

/** After escaping: an address ends at white space or a quote. */
function linkAddresses(text: string): string {
  return escapeHtml(text).replaceAll(/https?:\/\/[^\s&]+/g, (url) => `<a href="${url}">${url}</a>`);
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
