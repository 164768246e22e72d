import type { Reporter, TestCase } from 'vitest/node';

/** Reports flaky tests: those that failed and passed on the retry. */
export default class FlakyTestReporter implements Reporter {
  readonly #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.#names.length === 0) return;
    process.stdout.write(`${['', 'Flaky, passed on retry:', ...this.#names].join('\n')}\n`);
  }
}
