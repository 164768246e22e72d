/** What a peer's process prints. */
export interface PeerReport {
  readonly answer: string | null;
  /** Peak of its resident memory, in KiB. */
  readonly peakKb: number;
}
