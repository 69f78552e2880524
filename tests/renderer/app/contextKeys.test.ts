import { describe, expect, it } from 'vitest'
import { otherEnvironment } from '../../../contract/service/api/headers.ts'
import { parseContextKey } from '../../../renderer/app/contextKeys.ts'

const alt = { altKey: true, ctrlKey: false, metaKey: false, shiftKey: false }

describe('parseContextKey', () => {
  it.each([
    ['a digit', { ...alt, code: 'Digit1', key: '1' }, { profileAt: 0 }],
    ['the last digit', { ...alt, code: 'Digit9', key: '9' }, { profileAt: 8 }],
    ['a digit that types another character on a Mac', { ...alt, code: 'Digit2', key: '™' }, { profileAt: 1 }],
    ['P', { ...alt, code: 'KeyP', key: 'p' }, 'environment'],
    ['P at its position in another layout', { ...alt, code: 'KeyR', key: 'p' }, 'environment'],
    ['P that types another character on a Mac', { ...alt, code: 'KeyP', key: 'π' }, 'environment'],
  ])('Alt with %s is a profile shortcut', (_, event, expected) => {
    expect(parseContextKey(event)).toEqual(expected)
  })

  it.each([
    ['no Alt', { ...alt, altKey: false, code: 'KeyP', key: 'p' }],
    ['AltGr, which types characters,', { ...alt, ctrlKey: true, code: 'KeyP', key: 'p' }],
    ['Shift', { ...alt, shiftKey: true, code: 'Digit1', key: '!' }],
    ['a zero', { ...alt, code: 'Digit0', key: '0' }],
    ['another letter at the position of P', { ...alt, code: 'KeyP', key: 'l' }],
  ])('Alt with %s is not a shortcut', (_, event) => {
    expect(parseContextKey(event)).toBeNull()
  })
})

it('switching the environment twice returns to the first one', () => {
  expect([otherEnvironment('production'), otherEnvironment('development')]).toEqual([
    'development',
    'production',
  ])
})
