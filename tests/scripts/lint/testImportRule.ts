import { join } from 'node:path'
import { RuleTester } from 'oxlint/plugins-dev'
import { describe, test } from 'vitest'
import { allowed } from '../../../scripts/lint/plugin.ts'

RuleTester.describe = describe
RuleTester.it = Object.assign((title: string, body: () => void) => test(title, body), { only: test.only })

/** Files by path from the root, which need not exist; what each imports; and why that is not allowed. */
interface RuleCases {
  allows: [file: string, line: string][]
  forbids: [file: string, line: string, why: RegExp][]
}

/** Tests our own rule with the project's boundaries, on one import of one file after another. */
export function testImportRule(title: string, { allows, forbids }: RuleCases): void {
  const createCase = (name: string, file: string, code: string) => ({
    name,
    filename: join(import.meta.dirname, '../../..', file),
    code,
  })
  new RuleTester().run(title, allowed, {
    valid: allows.map(([file, line]) => createCase(`${file} may contain ${line}`, file, line)),
    invalid: forbids.map(([file, line, message]) => ({
      ...createCase(`${file} may not contain ${line}`, file, line),
      errors: [{ message }],
    })),
  })
}
