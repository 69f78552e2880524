import { expect, test } from 'vitest'
import { createOneTimeCodes } from '../../loopback/oneTimeCodes.ts'

test('a code is exchanged once', () => {
  const codes = createOneTimeCodes()
  const code = codes.issue()
  expect(codes.redeem(code)).toBe(true)
  expect(codes.redeem(code)).toBe(false)
})

test('a code that was never issued is not exchanged', () => {
  expect(createOneTimeCodes().redeem('')).toBe(false)
  expect(createOneTimeCodes().redeem(createOneTimeCodes().issue())).toBe(false)
})

test('a code expires after two minutes', () => {
  let now = 0
  const codes = createOneTimeCodes(() => now)
  const [early, late] = [codes.issue(), codes.issue()]
  now = 119_999
  expect(codes.redeem(early)).toBe(true)
  now = 120_000
  expect(codes.redeem(late)).toBe(false)
})

test('only the newest twenty codes are kept', () => {
  const codes = createOneTimeCodes()
  const issued = Array.from({ length: 21 }, () => codes.issue())
  expect(issued.map((code) => codes.redeem(code)).filter(Boolean)).toHaveLength(20)
  expect(codes.redeem(issued[0] ?? '')).toBe(false)
})
