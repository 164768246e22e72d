import { QUESTION_PHRASES, type QuestionKind, SECTION_WORDS } from '../language/concepts.ts';
import { detectLanguage } from '../language/detect-language.ts';
import {
  CONCEPT_LANGUAGES,
  findConcepts,
  getFunctionWords,
  listConceptTerms,
} from '../language/find-concepts.ts';
import { foldAccents, getStemmer, splitWords } from '../language/words.ts';

/** One term by which a passage may answer a part of a question. */
export interface Alternative {
  readonly stem: string;
  readonly isPrefix: boolean;
  /** How likely it means the same, from 0 to 1. */
  readonly weight: number;
}

/** What the document has to say for a part of the question: one of the alternatives. */
export interface QuestionPart {
  readonly alternatives: readonly Alternative[];
  /** A passage that answers need not have it; one that has is the likelier one. */
  readonly isOptional: boolean;
}

export interface Question {
  readonly parts: readonly QuestionPart[];
  readonly kind: QuestionKind | undefined;
}

const MAX_QUESTION = 1_000;
const MAX_PARTS = 24;
const SYNONYM = 0.7;
const OTHER_LANGUAGE = 0.9;
const PREFIX = 0.6;
const MIN_PREFIX = 4;

/** Reads a question: its words that say something, what they mean in the document's language, and what it asks for. */
export function readQuestion(
  text: string,
  documentLanguage: string | null,
  assistantLanguage: string,
): Question {
  const question = text.slice(0, MAX_QUESTION);
  const spoken = [...new Set([assistantLanguage, documentLanguage ?? assistantLanguage, 'en'])];
  const language = detectLanguage(question, spoken) ?? detectLanguage(question) ?? assistantLanguage;
  const target = documentLanguage ?? language;
  const kind = findKind(question);
  const functionWords = getFunctionWords(language);
  const parts: QuestionPart[] = [];
  for (const word of new Set(splitWords(question))) {
    if (parts.length >= MAX_PARTS) break;
    const folded = foldAccents(word);
    if (QUESTION_WORDS.has(folded) || word.length < 2 || functionWords.has(word)) continue;
    parts.push(makePart(word, language, target, LIGHT_WORDS.has(folded)));
  }
  const section = findAskedSection(question);
  if (section !== undefined) {
    parts.push({
      alternatives: [{ stem: sectionTerm(section), isPrefix: false, weight: 1 }],
      isOptional: false,
    });
  }
  // A question of light words only is about them.
  const said = parts.every(({ isOptional }) => isOptional)
    ? parts.map((part) => ({ ...part, isOptional: false }))
    : parts;
  const implied = kind === undefined ? undefined : IMPLIED[kind];
  if (implied !== undefined) said.push(makeImpliedPart(implied, target));
  return { parts: said, kind };
}

/** What a kind of question is about, even if it does not say so: how long something applies is a matter of its term. */
const IMPLIED: Readonly<Partial<Record<QuestionKind, string>>> = { period: 'term' };

function makeImpliedPart(concept: string, language: string): QuestionPart {
  const target = CONCEPT_LANGUAGES.includes(language) ? language : 'en';
  const alternatives = listConceptTerms(concept, target).map((term) => ({ ...term, weight: SYNONYM }));
  return { alternatives, isOptional: true };
}

/** Words that questions about documents have, and that none of their answers need. */
const QUESTION_WORDS: ReadonlySet<string> = new Set(
  [
    'agreement contract document happens happen please tell say says mean many much long have has had do does did can could',
    'may might must should would will shall need get gets give given make made use',
    'when who whom whose what which where why how there here this that these those i my me we our you your it its be been',
    'när vem vilka vilket vilken vems vad var varför hur jag mig min mitt mina vi vår du din ditt man ska kan får måste gör ges',
    'cuándo quién quiénes qué cuál cuáles dónde cómo cuánto por debo puedo puede tengo hay mi me se hace tiene',
    'wann wer wem wen wessen was welche welcher welches wo warum wie ich mein meine mir wir man muss kann darf soll gibt',
    'quand qui quoi que quel quelle quels quelles où pourquoi comment je mon ma mes nous on dois peux peut faut doit fait',
    'time any anything something some tid någon något alguna algún alguno tiempo zeit etwas brauche braucht temps',
    'avtal avtalet avtalets kontrakt kontraktet dokument dokumentet händer mycket länge lång',
    'contrato acuerdo documento sucede pasa dice ocurre cuánto cuánta cuántos',
    'vertrag vertrags vereinbarung dokument passiert geschieht viel lange lang hoch steht',
    'contrat accord document passe arrive dit combien',
  ].flatMap((words) => foldAccents(words).split(' ')),
);

/** Words that say little of what a question is about, but that a passage which answers may have. */
const LIGHT_WORDS: ReadonlySet<string> = new Set(
  [
    'country services mean means meaning definition define betyder significa bedeutet signifie period periods plazo période délai amount cost costs covered rights kostar kosta belopp cuesta cuestan coste importe kostet betrag coûte coût montant',
    'day days week weeks month months year years hour hours daily monthly apply applies include included includes required',
    'necessary soon early total work must keep kept handled decides happen say state party parties somebody else',
    'dag dagar vecka veckor månad månader år timmar gäller ingår krävs står finns',
    'día días semana semanas mes meses año años horas incluye necesario aplica dura',
    'tag tage tagen woche wochen monat monate jahr jahre stunden gilt gelten nötig dauert',
    'jour jours semaine semaines mois an ans heures applique inclus concernés exigée faut dure',
  ].flatMap((words) => foldAccents(words).split(' ')),
);

function makePart(
  word: string,
  language: string,
  documentLanguage: string,
  isOptional: boolean,
): QuestionPart {
  const found = new Map<string, Alternative>();
  const add = (stem: string, isPrefix: boolean, weight: number) => {
    const key = isPrefix ? `${stem}*` : stem;
    if ((found.get(key)?.weight ?? 0) < weight) found.set(key, { stem, isPrefix, weight });
  };
  const own = getStemmer(documentLanguage)(word);
  add(own, false, 1);
  if (own.length >= MIN_PREFIX) add(own, true, PREFIX);
  const weight = language === documentLanguage ? SYNONYM : OTHER_LANGUAGE;
  const named = new Set([language, documentLanguage].flatMap((spoken) => findConcepts(word, spoken)));
  const target = CONCEPT_LANGUAGES.includes(documentLanguage) ? documentLanguage : 'en';
  for (const concept of named) {
    for (const { stem, isPrefix } of listConceptTerms(concept, target)) add(stem, isPrefix, weight);
  }
  return { alternatives: [...found.values()], isOptional };
}

const PHRASES = Object.entries(QUESTION_PHRASES).map(
  ([kind, phrases]) =>
    [kind as QuestionKind, new RegExp(`(?<!\\p{L})(?:${phrases.join('|')})(?!\\p{L})`, 'u')] as const,
);

function findKind(question: string): QuestionKind | undefined {
  const folded = foldAccents(question.toLowerCase()).replace(/['’-]/g, ' ');
  return PHRASES.find(([, pattern]) => pattern.test(folded))?.[0];
}

const SECTION_NUMBER = String.raw`(\d{1,3}(?:\.\d{1,3}){0,4}|[ivx]{1,6}(?=[.\s:)]|$))\.?`;
const SECTION_WORD = `(?:${SECTION_WORDS.join('|')}|§{1,2})`;
const AT_START = new RegExp(
  String.raw`^(?:${SECTION_WORD}\.?\s{0,2}${SECTION_NUMBER}|${SECTION_NUMBER}[\s)])`,
  'iu',
);
const IN_QUESTION = new RegExp(String.raw`(?:(?<![\p{L}])${SECTION_WORD})\.?\s{0,2}${SECTION_NUMBER}`, 'iu');

/** Returns the number with which a section begins, as `7.2`. */
export function findSectionNumber(text: string): string | undefined {
  const found = AT_START.exec(foldAccents(text.slice(0, 40)));
  return found?.[1]?.toLowerCase() ?? found?.[2]?.toLowerCase();
}

/** Returns the number of the section for which a question asks: "clause 7.2", "§ 3". */
function findAskedSection(question: string): string | undefined {
  return IN_QUESTION.exec(foldAccents(question))?.[1]?.toLowerCase();
}

/** Returns the term of the index for a section; no word of a text has its sign. */
export function sectionTerm(section: string): string {
  return `§${section}`;
}
