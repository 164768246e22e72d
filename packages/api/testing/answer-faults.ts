const faults: string[] = [];

/** Fails the test that runs: `test/check-answers.ts` looks after each. */
export function noteAnswerFault(fault: string): void {
  faults.push(fault);
}

/** Those since the last call. */
export function takeAnswerFaults(): readonly string[] {
  return faults.splice(0);
}
