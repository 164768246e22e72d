import type { Reporter, TestCase } from 'vitest/node';

/** Names the tests that failed first and passed when they were asked again: each is a fault to look for, in the test or in the product. */
export default class UnsteadyTests implements Reporter {
  readonly #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.#names.length === 0) return;
    process.stdout.write(`${['', 'Passed only when asked again:', ...this.#names].join('\n')}\n`);
  }
}
