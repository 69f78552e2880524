import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8')

test('the unit disables journald’s rate limit without an interval or burst of 0, which would mean the default', () => {
  const unit = read('service/deploy/linkwright.service')
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]
  expect(value('LogRateLimitIntervalSec')).toBe('1s')
  const burst = Number(value('LogRateLimitBurst'))
  expect(burst).toBeGreaterThan(1_000_000)
  // journald multiplies it by up to 20 on a large disk, in 32 bits.
  expect(burst * 20).toBeLessThan(2 ** 32)
})

test.each([
  'service/deploy/linkwright.service',
  'service/deploy/linkwright',
  'service/deploy/Dockerfile',
  'package.json',
  'docs/operating/commands.md',
])('every command in %s trusts the system’s certificate authorities', (file) => {
  const commands = read(file)
    .split('\n')
    .filter((line) => /\bnode\b.*service\/(admin\/)?start\.js|exec node/.test(line))
  expect(commands.length).toBeGreaterThan(0)
  for (const command of commands) expect(command).toContain('--use-system-ca')
})
