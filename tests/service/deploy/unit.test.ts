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
])('every command in %s trusts the system’s certificate authorities', (file) => {
  const commands = read(file)
    .split('\n')
    .filter((line) => /\bnode\b.*service\/(admin\/)?start\.js|exec node/.test(line))
  expect(commands.length).toBeGreaterThan(0)
  for (const command of commands) expect(command).toContain('--use-system-ca')
})

test('the socket stops asking for a service that can’t start, and instances do without it', () => {
  const socket = read('service/deploy/linkwright.socket')
  expect(socket).toMatch(/^TriggerLimitIntervalSec=60s\nTriggerLimitBurst=5$/m)
  const unit = read('service/deploy/linkwright.service')
  // A required socket that an instance doesn't have would keep it from starting.
  expect(unit).toMatch(/^Wants=%N\.socket\nAfter=%N\.socket$/m)
  expect(unit).not.toMatch(/^Requires=/m)
  expect(unit).toMatch(/^Environment=PORT=%i$/m)
})

// Where symbolic links aren't checked out, the file has the target's name.
test.skipIf(process.platform === 'win32')(
  'linkwright@.service is the same unit, for several instances',
  () => {
    expect(read('service/deploy/linkwright@.service')).toBe(read('service/deploy/linkwright.service'))
  },
)

test('the document of several instances and nginx.conf use the same address', () => {
  const [, server = ''] =
    /^ {2}(server 127\.0\.0\.1:4680 .*;)$/m.exec(read('service/deploy/nginx.conf')) ?? []
  expect(read('docs/operating.md')).toContain(server)
  expect(read('service/deploy/linkwright.socket')).toContain('ListenStream=127.0.0.1:4680')
})
