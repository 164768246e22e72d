/** An object as Latin-1 text between `obj` and `endobj`. */
export interface ModelObject {
  readonly number: number;
  readonly generation: number;
  /** The object, or the dictionary of a stream. */
  readonly body: string;
  readonly stream: string | undefined;
}

/** A file parsed into objects, for mutators to change and a writer to write. */
export interface Model {
  readonly header: string;
  readonly objects: ModelObject[];
  /** Trailer entries that every section repeats: /Root, /Info, /ID, /Encrypt. */
  trailer: string;
}

export function numbersOf(model: Model): number[] {
  return model.objects.map(({ number }) => number);
}

export function nextNumber(model: Model): number {
  return model.objects.reduce((most, { number }) => Math.max(most, number), 0) + 1;
}
