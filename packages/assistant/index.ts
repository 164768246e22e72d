export {
  type AnswerOptions,
  answerNotFound,
  answerQuestion,
  suggestQuestions,
} from './answers/answer-question.ts';
export { checkAnswer, formatPassages } from './check/check-answer.ts';
export { readDocument } from './read-document.ts';
export {
  type Answer,
  type AnswerSentence,
  FACT_KINDS,
  type Fact,
  type FactKind,
  type Passage,
  type Place,
  type Reading,
} from './reading.ts';
export { type AssistantIndex, createIndex } from './search/create-index.ts';
export { type FindOptions, findPassages, type ScoredPassage } from './search/find-passages.ts';
