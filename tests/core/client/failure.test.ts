import { expect, test } from 'vitest'
import { toProblemCode } from '../../../core/client/failure.ts'

const unreachable = Object.assign(new Error('connect EHOSTUNREACH 192.168.1.20:443'), {
  code: 'EHOSTUNREACH',
})

test.each([
  ['darwin', 'local_network_blocked'],
  ['linux', 'network_down'],
  ['win32', 'network_down'],
] as const)('a host without a route is explained on %s as %s', (platform, code) => {
  expect(toProblemCode(unreachable, platform)).toBe(code)
})

test('several addresses without a route are explained as the first one', () => {
  expect(toProblemCode(new AggregateError([unreachable, unreachable]), 'darwin')).toBe(
    'local_network_blocked',
  )
})
