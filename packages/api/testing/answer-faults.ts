const faults: string[] = [];

/** Fails the running test: `test/check-answers.ts` checks after each. */
export function noteAnswerFault(fault: string): void {
  faults.push(fault);
}

/** Those since the last call. */
export function takeAnswerFaults(): readonly string[] {
  return faults.splice(0);
}
