export interface SavedFile {
  readonly bytes: Uint8Array;
  readonly pages: number;
}

/** One operation of the toolkit on a file. */
export interface Job {
  readonly name: string;
  run(bytes: Uint8Array): Promise<SavedFile | undefined>;
}
