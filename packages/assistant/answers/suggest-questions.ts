import type { AssistantLanguage } from '../language/languages.ts';
import type { AssistantIndex } from '../search/create-index.ts';
import { answerQuestion } from './answer-question.ts';

const MAX_SUGGESTIONS = 4;

/** English, Swedish and Spanish were written by people who speak them. */
const QUESTIONS: Readonly<Partial<Record<AssistantLanguage, readonly string[]>>> = {
  en: [
    'How long is the notice period?',
    'How much is to be paid?',
    'How can the agreement be terminated?',
    'How long does the agreement apply?',
    'What must be kept confidential?',
    'Who is liable for damage?',
    'Which law applies?',
  ],
  sv: [
    'Hur lång är uppsägningstiden?',
    'Hur mycket ska betalas?',
    'Hur sägs avtalet upp?',
    'Hur länge gäller avtalet?',
    'Vad omfattas av sekretess?',
    'Vem ansvarar för skada?',
    'Vilken lag tillämpas?',
  ],
  es: [
    '¿Cuál es el plazo de preaviso?',
    '¿Cuánto hay que pagar?',
    '¿Cómo se puede rescindir el contrato?',
    '¿Cuál es la duración del contrato?',
    '¿Qué es confidencial?',
    '¿Quién responde de los daños?',
    '¿Qué ley se aplica?',
  ],
};

/** Returns questions in a language that the document answers, at most four [D11-05]. */
export function suggestQuestions(index: AssistantIndex, language: string): string[] {
  const questions = QUESTIONS[language as AssistantLanguage] ?? QUESTIONS.en ?? [];
  return questions
    .filter((question) => answerQuestion(index, question, { language }).found)
    .slice(0, MAX_SUGGESTIONS);
}
