import { useEffect, useRef, useState } from 'preact/hooks';

/** A text in one language, read sentence by sentence. */
export interface SpokenPart {
  /** Is the same for the view of the text. */
  readonly key: string;
  readonly text: string;
  /** A BCP 47 tag. */
  readonly language: string;
}

type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'default'>;

/** Devices name Norwegian by its written standards. */
const ALIASES: Readonly<Record<string, readonly string[]>> = { no: ['no', 'nb', 'nn'] };

function primaryOf(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0] ?? '';
}

/** [D11-11] Returns a voice that works on the device: other voices send the text to somebody. */
export function findVoice<Kind extends Voice>(voices: readonly Kind[], language: string): Kind | undefined {
  const primary = primaryOf(language);
  const tags = ALIASES[primary] ?? [primary];
  const fitting = voices.filter(({ lang, localService }) => localService && tags.includes(primaryOf(lang)));
  return fitting.find((voice) => voice.default) ?? fitting[0];
}

/** Splits into sentences, which together are the text. */
export function splitSentences(text: string, language: string): readonly string[] {
  return [...new Intl.Segmenter(segmenterLanguage(language), { granularity: 'sentence' }).segment(text)].map(
    ({ segment }) => segment,
  );
}

/** The language may be one that the service did not recognise. */
function segmenterLanguage(language: string): string | undefined {
  try {
    return Intl.Segmenter.supportedLocalesOf(language)[0];
  } catch {
    return undefined;
  }
}

/** The sentence that is spoken. */
export interface Spoken {
  readonly key: string;
  readonly sentence: number;
}

export interface ReadAloud {
  /** Returns whether the device has a voice for each part. */
  canRead(parts: readonly SpokenPart[]): boolean;
  /** What is being read, or null. */
  readonly spoken: Spoken | null;
  start(parts: readonly SpokenPart[]): void;
  stop(): void;
}

/** Reads aloud by voices of the device. Stops when the page is left. */
export function useReadAloud(isEnabled: boolean): ReadAloud {
  const synthesis = isEnabled ? globalThis.speechSynthesis : undefined;
  const voices = useVoices(synthesis);
  const [spoken, setSpoken] = useState<Spoken | null>(null);
  const turn = useRef(0);

  const stop = (): void => {
    turn.current += 1;
    synthesis?.cancel();
    setSpoken(null);
  };
  useEffect(() => {
    if (synthesis === undefined) return;
    addEventListener('pagehide', stop);
    return () => {
      removeEventListener('pagehide', stop);
      stop();
    };
  }, [synthesis]);

  const start = (parts: readonly SpokenPart[]): void => {
    if (synthesis === undefined) return;
    stop();
    const own = turn.current;
    const queue = parts.flatMap(({ key, text, language }) =>
      splitSentences(text, language).map((content, sentence) => ({ key, sentence, content, language })),
    );
    const speakNext = (at: number): void => {
      if (turn.current !== own) return;
      const next = queue[at];
      const voice = next && findVoice(voices, next.language);
      if (next === undefined || voice === undefined) {
        setSpoken(null);
        return;
      }
      const utterance = new SpeechSynthesisUtterance(next.content);
      utterance.voice = voice;
      utterance.lang = voice.lang;
      utterance.onend = () => speakNext(at + 1);
      utterance.onerror = () => turn.current === own && setSpoken(null);
      setSpoken({ key: next.key, sentence: next.sentence });
      synthesis.speak(utterance);
    };
    speakNext(0);
  };

  const canRead = (parts: readonly SpokenPart[]): boolean =>
    parts.length > 0 && parts.every(({ language }) => findVoice(voices, language) !== undefined);
  return { canRead, spoken, start, stop };
}

/** Browsers load their voices after the page. */
function useVoices(synthesis: SpeechSynthesis | undefined): readonly SpeechSynthesisVoice[] {
  const [voices, setVoices] = useState<readonly SpeechSynthesisVoice[]>([]);
  useEffect(() => {
    if (synthesis === undefined) return;
    const update = (): void => setVoices(synthesis.getVoices());
    update();
    synthesis.addEventListener('voiceschanged', update);
    return () => synthesis.removeEventListener('voiceschanged', update);
  }, [synthesis]);
  return voices;
}
