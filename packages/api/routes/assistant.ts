import { Readable } from 'node:stream';
import {
  type AnswerEvent,
  ASSISTANT_LANGUAGES,
  assistantAnswer,
  assistantFacts,
  BUSY,
  paragraphs,
} from '@countersign/signing';
import { MAX_QUESTION_LENGTH } from '@countersign/signing/limits';
import { z } from 'zod';
import { prefersMediaType } from '../request/client.ts';
import { defineRoute } from '../route.ts';
import { linkParams, visitorOf } from './signing-pages.ts';

const ACCESS_ERRORS = [
  ...BUSY,
  'link_not_found',
  'verification_required',
  'document_not_signable',
  'not_your_turn',
  'session_required',
  'assistant_not_found',
] as const;

const EVENT_STREAM = 'text/event-stream';

const askQuestion = defineRoute({
  method: 'POST',
  path: '/sign/:token/assistant/questions',
  source: 'ours',
  scope: 'public',
  summary: 'Ask the assistant about the document',
  status: 200,
  hidden: true,
  schemas: {
    params: linkParams,
    body: z.object({
      question: paragraphs({ min: 1, max: MAX_QUESTION_LENGTH }),
      language: z.enum(ASSISTANT_LANGUAGES).optional(),
    }),
    answer: assistantAnswer,
  },
  errors: [...ACCESS_ERRORS, 'question_limit_reached'],
  async handler(input) {
    const { deps, params, body, request, reply } = input;
    const events = await deps.signing.assistant.ask(params.token, body, visitorOf(input));
    if (!prefersMediaType(request, EVENT_STREAM)) return readAnswer(events);
    // What fails before the first event has a status of its own.
    const first = await events.next();
    reply.type(`${EVENT_STREAM}; charset=utf-8`).header('x-accel-buffering', 'no');
    return reply.send(Readable.from(writeEvents(first, events)));
  },
});

async function readAnswer(events: AsyncIterable<AnswerEvent>) {
  for await (const { name, data } of events) if (name === 'done') return data;
  throw new TypeError('an answer without an end');
}

async function* writeEvents(
  first: IteratorResult<AnswerEvent, void>,
  rest: AsyncIterable<AnswerEvent>,
): AsyncGenerator<string> {
  if (!first.done) yield writeEvent(first.value);
  for await (const event of rest) yield writeEvent(event);
}

/** JSON has no line breaks. */
function writeEvent({ name, data }: AnswerEvent): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

const listFacts = defineRoute({
  method: 'GET',
  path: '/sign/:token/assistant/facts',
  source: 'ours',
  scope: 'public',
  summary: 'Amounts, dates, periods and parties that the document names',
  status: 200,
  hidden: true,
  schemas: { params: linkParams, answer: assistantFacts },
  errors: ACCESS_ERRORS,
  handler: (input) => input.deps.signing.assistant.listFacts(input.params.token, visitorOf(input)),
});

export const assistantRoutes = { askQuestion, listFacts };
