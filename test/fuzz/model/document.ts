/** An object as text: what stands between `obj` and `endobj`, one character a byte. */
export interface ModelObject {
  readonly number: number;
  readonly generation: number;
  /** All of it for a plain object, the dictionary for a stream. */
  readonly body: string;
  /** The stored bytes of a stream. */
  readonly stream: string | undefined;
}

/** A file taken apart down to its objects; mutators exchange the objects, a writer puts a file together again. */
export interface Model {
  readonly header: string;
  readonly objects: ModelObject[];
  /** Entries of the trailer that outlive a section: /Root, /Info, /ID, /Encrypt. */
  trailer: string;
}

/** Numbers of all objects. */
export function numbersOf(model: Model): number[] {
  return model.objects.map(({ number }) => number);
}

/** One above the highest number. */
export function nextNumber(model: Model): number {
  return model.objects.reduce((most, { number }) => Math.max(most, number), 0) + 1;
}
