import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longFlows, longTests } from '../../../scripts/test/longTests.ts'

test('each test that npm test omits exists, so that none is omitted from every suite', () => {
  const cwd = join(import.meta.dirname, '..', '..', '..')
  const missing = [...longTests, ...longFlows].filter((pattern) => globSync(pattern, { cwd }).length === 0)
  expect(missing).toEqual([])
})
