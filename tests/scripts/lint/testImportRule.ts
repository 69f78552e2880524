import { join } from 'node:path'
import { RuleTester } from 'oxlint/plugins-dev'
import { describe, test } from 'vitest'
import { allowed } from '../../../scripts/lint/plugin.ts'

RuleTester.describe = describe
RuleTester.it = Object.assign((title: string, body: () => void) => test(title, body), { only: test.only })

/** Files by path from the root, which need not exist; what each imports; and why that is not allowed. */
interface RuleCases {
  lets: [file: string, line: string][]
  stops: [file: string, line: string, why: RegExp][]
}

/** Tests our own rule with the project's boundaries, on one import of one file after another. */
export function testImportRule(title: string, { lets, stops }: RuleCases): void {
  const planted = (file: string, code: string) => ({
    name: `${file}: ${code}`,
    filename: join(import.meta.dirname, '../../..', file),
    code,
  })
  new RuleTester().run(title, allowed, {
    valid: lets.map(([file, line]) => planted(file, line)),
    invalid: stops.map(([file, line, message]) => ({ ...planted(file, line), errors: [{ message }] })),
  })
}
