import type { Answer, Fact, Passage } from '@countersign/assistant';
import type { AssistantLanguage } from '@countersign/assistant/languages';

/** What is kept of a document that was read. */
export interface ReadDocument {
  /** For the engine alone: passages and facts with their places, compressed. */
  readonly content: Uint8Array;
  /** The number of passages; 0 if the file has no text that a person sees. */
  readonly passages: number;
  /** ISO 639-1; it is null if unknown. */
  readonly language: string | null;
  /** Questions in the language of the assistant, without words of the document. */
  readonly suggestions: readonly string[];
}

/** A stored reading. `load` is called if the engine does not hold it. */
export interface ReadingSource {
  /** The content of an id never changes. */
  readonly readingId: string;
  /** Accounts take turns. */
  readonly account: string;
  load(): Promise<Uint8Array>;
}

export interface Question {
  readonly text: string;
  readonly language: AssistantLanguage;
}

/** Works outside of the thread that answers requests. Rejects with `PdfFault`. */
export interface AssistantEngine {
  /** Reads the PDF at a path within limits of time and memory. */
  read(
    path: string,
    options: { readonly account: string; readonly language: AssistantLanguage },
  ): Promise<ReadDocument>;
  /** Resolves with `found: false` if no passage is good enough. */
  answer(source: ReadingSource, question: Question): Promise<Answer>;
  /** The passages that may answer the question, the best first. */
  findPassages(source: ReadingSource, question: Question): Promise<readonly Passage[]>;
  listFacts(source: ReadingSource): Promise<readonly Fact[]>;
  close(): Promise<void>;
}

/** Encrypts what is stored. `place` is authenticated, so that one content does not open in the place of another. */
export interface ContentBox {
  seal(content: Uint8Array, place: string): Uint8Array;
  /** Throws if the content was changed or has another place. */
  open(sealed: Uint8Array, place: string): Uint8Array;
}

export interface ModelQuestion extends Question {
  /** Numbered lines; the only text of the document that is sent [D11-08]. */
  readonly passages: string;
}

/** A language model of somebody else. */
export interface ModelProvider {
  /** Where questions are answered, for the signee. */
  readonly host: string;
  /**
   * Pieces of the text of the answer. Ends its connection when it is returned early. Rejects without an answer in time,
   * and for one that is too long or not of the API.
   */
  ask(question: ModelQuestion): AsyncIterable<string>;
}

export interface Assistant {
  readonly engine: AssistantEngine;
  readonly box: ContentBox;
  /** It is null for `built-in`, which sends nothing. */
  readonly model: ModelProvider | null;
  /** Tells the operator. Errors hold no words of questions, answers and documents. */
  readonly onModelFailure: (error: unknown) => void;
}
