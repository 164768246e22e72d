/** A file that a job saved. */
export interface SavedFile {
  readonly bytes: Uint8Array;
  /** Pages that it has to have. */
  readonly pages: number;
}

/** One of the toolkit's operations on a file, from opening it to its result. */
export interface Job {
  readonly name: string;
  run(bytes: Uint8Array): Promise<SavedFile | undefined>;
}
