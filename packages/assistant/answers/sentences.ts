import type { AssistantLanguage } from '../language/languages.ts';

/** Sentences of answers; headings of the panel and its buttons are those of the page. */
interface AnswerSentences {
  /** It introduces quotations [D11-06]. */
  readonly found: string;
  /** Where nothing answers the question [D11-07]. */
  readonly notFound: string;
}

/** No native speaker has read these sentences in any language but English, Swedish and Spanish, the languages of the service. */
const SENTENCES: Readonly<Record<AssistantLanguage, AnswerSentences>> = {
  en: { found: 'The document says:', notFound: 'The document does not seem to say.' },
  sv: { found: 'I dokumentet står:', notFound: 'Det tycks inte framgå av dokumentet.' },
  es: { found: 'El documento dice:', notFound: 'El documento no parece decirlo.' },
  // No native speaker has read those below.
  bg: { found: 'В документа пише:', notFound: 'Изглежда, че документът не казва това.' },
  cs: { found: 'V dokumentu stojí:', notFound: 'Zdá se, že to v dokumentu není uvedeno.' },
  da: { found: 'I dokumentet står der:', notFound: 'Det fremgår tilsyneladende ikke af dokumentet.' },
  de: { found: 'Im Dokument steht:', notFound: 'Das Dokument scheint dazu nichts zu sagen.' },
  el: { found: 'Το έγγραφο αναφέρει:', notFound: 'Το έγγραφο δεν φαίνεται να το αναφέρει.' },
  et: { found: 'Dokumendis on kirjas:', notFound: 'Dokumendis ei näi seda kirjas olevat.' },
  fi: { found: 'Asiakirjassa sanotaan:', notFound: 'Asiakirja ei näytä kertovan sitä.' },
  fr: { found: 'Le document indique :', notFound: 'Le document ne semble pas le dire.' },
  ga: { found: 'Deir an doiciméad:', notFound: 'Is cosúil nach ndeir an doiciméad é sin.' },
  hr: { found: 'U dokumentu piše:', notFound: 'Čini se da to u dokumentu ne piše.' },
  hu: { found: 'A dokumentum szerint:', notFound: 'Úgy tűnik, a dokumentum erről nem szól.' },
  it: { found: 'Il documento dice:', notFound: 'Il documento non sembra dirlo.' },
  lt: { found: 'Dokumente rašoma:', notFound: 'Atrodo, kad dokumente tai nenurodyta.' },
  lv: { found: 'Dokumentā teikts:', notFound: 'Šķiet, ka dokumentā tas nav norādīts.' },
  mt: { found: 'Id-dokument jgħid:', notFound: 'Id-dokument ma jidhirx li jgħid dan.' },
  nl: { found: 'In het document staat:', notFound: 'Het document lijkt dat niet te vermelden.' },
  pl: { found: 'W dokumencie napisano:', notFound: 'Wygląda na to, że dokument tego nie określa.' },
  pt: { found: 'O documento diz:', notFound: 'O documento não parece dizê-lo.' },
  ro: { found: 'Documentul spune:', notFound: 'Documentul nu pare să precizeze acest lucru.' },
  sk: { found: 'V dokumente sa uvádza:', notFound: 'Zdá sa, že to v dokumente nie je uvedené.' },
  sl: { found: 'V dokumentu piše:', notFound: 'Zdi se, da tega v dokumentu ni.' },
  no: { found: 'I dokumentet står det:', notFound: 'Det ser ikke ut til å stå i dokumentet.' },
  is: { found: 'Í skjalinu stendur:', notFound: 'Það virðist ekki koma fram í skjalinu.' },
  uk: { found: 'У документі зазначено:', notFound: 'Схоже, у документі про це не сказано.' },
  ar: { found: 'ينص المستند على ما يلي:', notFound: 'لا يبدو أن المستند يذكر ذلك.' },
};

/** Returns the sentences of a language, in English for one that the assistant does not speak. */
export function getSentences(language: string): AnswerSentences {
  return SENTENCES[language as AssistantLanguage] ?? SENTENCES.en;
}
