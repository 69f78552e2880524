import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const unit = readFileSync(join(import.meta.dirname, '../../../service/deploy/linkwright.service'), 'utf8')

test('the unit keeps every line of the log: journald would apply its own rate to an interval or a burst of 0', () => {
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]
  expect(value('LogRateLimitIntervalSec')).toBe('1s')
  const burst = Number(value('LogRateLimitBurst'))
  expect(burst).toBeGreaterThan(1_000_000)
  // journald multiplies it by up to 20 on a large disk, in 32 bits.
  expect(burst * 20).toBeLessThan(2 ** 32)
})
