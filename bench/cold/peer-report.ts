export interface PeerReport {
  readonly answer: string | null;
  readonly peakKb: number;
}
