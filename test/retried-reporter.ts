import type { Reporter, TestCase } from 'vitest/node';

/** Names the tests that passed only when they were tried again, so that none of them goes unnoticed. */
export default class RetriedReporter implements Reporter {
  readonly #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.#names.length === 0) return;
    console.log(
      `\nFailed once, and passed when tried again:\n${this.#names.map((name) => `  ${name}\n`).join('')}`,
    );
  }
}
