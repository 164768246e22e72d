import type { Answer, Fact } from '@countersign/assistant';
import { DAY_MS, MINUTE_MS } from '@countersign/base/time';
import { type CountedLimit, countAll, uncount } from '../counted-limits.ts';
import type { SigningDeps } from '../deps.ts';
import { storeDecision } from '../documents/decision.ts';
import type { DocumentState } from '../documents/document.ts';
import { findByLink, findByLinkHash, type LinkTarget } from '../documents/find-by-link.ts';
import { requireCanSee } from '../documents/signing-access.ts';
import { SigningError } from '../errors.ts';
import type { Assistant, Question, ReadingSource } from '../ports/assistant.ts';
import { asClientError } from '../ports/pdf-toolkit.ts';
import { findOpenSession, type Visitor } from '../sessions/find-session.ts';
import type { SigningSession } from '../sessions/session.ts';
import { askModel } from './ask-model.ts';
import {
  type AnswerEvent,
  type AssistantAnswer,
  type AssistantFacts,
  type AssistantView,
  presentPassage,
} from './assistant.ts';
import { sourceOf } from './reading.ts';

export interface QuestionCommand {
  readonly question: string;
  /** That of the document's assistant if it is absent. */
  readonly language?: Question['language'] | undefined;
}

/** [D11-06] The limit counts for each link. */
const QUESTIONS_OF_LINK = { max: 20, windowMs: 10 * MINUTE_MS } as const;
/** [D11-06] The limit counts for each document. */
const QUESTIONS_OF_DOCUMENT = { max: 300, windowMs: DAY_MS } as const;

interface AssistedTarget extends LinkTarget {
  readonly session: SigningSession;
  readonly assistant: Assistant;
  readonly settings: NonNullable<DocumentState['aiAssistant']>;
  readonly source: ReadingSource;
}

/**
 * Throws what refuses the question; the events follow. Nothing of question and answer is stored or logged [D11-10].
 * Throws `assistant_not_found` and `question_limit_reached`.
 */
async function askQuestion(
  deps: SigningDeps,
  token: string,
  { question: text, language }: QuestionCommand,
  visitor: Visitor,
): Promise<AsyncGenerator<AnswerEvent, void>> {
  const target = await findAssisted(deps, token, visitor);
  const limits = limitsOf(target);
  const seconds = await countAll(deps, limits);
  if (seconds !== null) throw new SigningError('question_limit_reached', { seconds });
  return answerEvents(deps, target, limits, { text, language: language ?? target.settings.language });
}

function limitsOf({ linkHash, document }: LinkTarget): readonly CountedLimit[] {
  return [
    { key: `assistant/link/${linkHash}`, ...QUESTIONS_OF_LINK },
    { key: `assistant/document/${document.documentId}`, ...QUESTIONS_OF_DOCUMENT },
  ];
}

/** A question that fails does not count. */
async function* answerEvents(
  deps: SigningDeps,
  target: AssistedTarget,
  limits: readonly CountedLimit[],
  question: Question,
): AsyncGenerator<AnswerEvent, void> {
  try {
    // A browser that leaves, or a document that was closed, ends the work of the model.
    await using answering = answer(target, question);
    let isRecorded = false;
    for (;;) {
      const { value, done } = await answering.next();
      if (!isRecorded) await recordUse(deps, target);
      isRecorded = true;
      if (!done) {
        yield value;
        continue;
      }
      yield { name: 'done', data: { answerId: deps.ids.uuid(), ...value } };
      return;
    }
  } catch (error) {
    await uncount(deps, limits);
    throw asClientError(error);
  }
}

/** Yields quotes and sentences, and returns the whole. */
async function* answer(
  { assistant, source }: AssistedTarget,
  question: Question,
): AsyncGenerator<AnswerEvent, Omit<AssistantAnswer, 'answerId'>> {
  const fromModel = assistant.model && (yield* askModel(assistant, assistant.model, source, question));
  if (fromModel !== null) return fromModel;
  const answer = presentAnswer(await assistant.engine.answer(source, question));
  yield { name: 'quotes', data: answer.quotes };
  for (const sentence of answer.sentences) yield { name: 'sentence', data: sentence };
  return answer;
}

function presentAnswer({ sentences, quotes, found }: Answer): Omit<AssistantAnswer, 'answerId'> {
  return {
    sentences: sentences.map(({ text, quotes: named }) => ({ text, quotes: [...named] })),
    quotes: quotes.map(presentPassage),
    found,
  };
}

/** Once for each session. Throws if the document was closed meanwhile: no answer is given then. */
async function recordUse(deps: SigningDeps, { linkHash, session }: AssistedTarget): Promise<void> {
  if (session.assistantUsedAt !== undefined) return;
  await deps.database.transact(async (stores) => {
    const { documentId } = session;
    if ((await stores.documents.lock(documentId)) === null) throw new SigningError('link_not_found');
    const { document, signee } = await findByLinkHash(stores, linkHash);
    const now = deps.clock.now();
    requireCanSee(document, signee, now);
    const current = await stores.sessions.find(session.idHash);
    if (current === null) throw new SigningError('session_required');
    if (current.assistantUsedAt !== undefined) return;
    const used = {
      document,
      entries: [{ type: 'document.assistant_used' as const, details: { signeeId: signee.signeeId } }],
      jobs: [],
      session: { ...current, assistantUsedAt: now },
    };
    await storeDecision(stores, document, used, deps);
  });
}

/** [D11-07] */
async function listFacts(deps: SigningDeps, token: string, visitor: Visitor): Promise<AssistantFacts> {
  const { assistant, source } = await findAssisted(deps, token, visitor);
  try {
    return { facts: (await assistant.engine.listFacts(source)).map(presentFact) };
  } catch (error) {
    throw asClientError(error);
  }
}

function presentFact(fact: Fact): AssistantFacts['facts'][number] {
  return { kind: fact.kind, ...presentPassage(fact) };
}

/** Throws `session_required` for a browser without a session, and whatever keeps it from the document. */
async function findAssisted(deps: SigningDeps, token: string, visitor: Visitor): Promise<AssistedTarget> {
  const { database, clock, assistant } = deps;
  const target = await findByLink(database.read, token);
  const now = clock.now();
  requireCanSee(target.document, target.signee, now);
  const session = await findOpenSession(database.read, target, visitor, now);
  if (session === null) throw new SigningError('session_required');
  const { aiAssistant: settings, reading, accountId } = target.document;
  if (assistant === null || settings === undefined || reading?.status !== 'ready')
    throw new SigningError('assistant_not_found');
  return {
    ...target,
    session,
    assistant,
    settings,
    source: sourceOf(deps, assistant, accountId, reading.blobId),
  };
}

/** Has no member if the signee cannot ask. */
export function describeAssistant(
  { assistant }: Pick<SigningDeps, 'assistant'>,
  { aiAssistant, reading }: DocumentState,
): { readonly assistant?: AssistantView } {
  if (assistant === null || aiAssistant === undefined || reading?.status !== 'ready') return {};
  const { model } = assistant;
  return {
    assistant: {
      language: aiAssistant.language,
      textToSpeech: aiAssistant.textToSpeech,
      ...(model === null ? { provider: 'built-in' } : { provider: 'external', host: model.host }),
      documentLanguage: reading.language,
      suggestions: [...reading.suggestions],
    },
  };
}

export const assistantOperations = { ask: askQuestion, listFacts };
