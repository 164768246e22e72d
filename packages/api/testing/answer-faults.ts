const faults: string[] = [];

/** `test/check-answers.ts` checks after each test. */
export function noteAnswerFault(fault: string): void {
  faults.push(fault);
}

/** Since the last call. */
export function takeAnswerFaults(): readonly string[] {
  return faults.splice(0);
}
