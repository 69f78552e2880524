import { expect, test } from 'vitest'
import {
  windowPaths,
  windowUrlAt,
  findPath,
  parseWindowPath,
} from '../../../../contract/app/window/windowPath.ts'

const address = 'http://127.0.0.1:4680/#token=a-b_c'

test.each([
  'https://links.example.com/Ab3',
  'https://l.example/?a=1&path=%2Fsettings#token=x',
  '%',
  '\ud800',
  'ä b',
])('a window address contains the pasted text %j', (text) => {
  const fragment = new URL(windowUrlAt(address, findPath(text))).hash
  expect(fragment).toMatch(/^#token=a-b_c&path=[^&#]+$/)
  expect(parseWindowPath(fragment)).toBe(findPath(text))
})

test('a window address opens the screen where an invitation can be pasted', () => {
  const { hash } = new URL(windowUrlAt(address, windowPaths.invitation))
  expect(parseWindowPath(hash)).toBe('/profiles/invitation')
})

test.each([
  '#token=a-b_c',
  '#token=a-b_c&path=%2Fsettings',
  '#token=a-b_c&path=javascript%3Aalert(1)',
  '#token=a-b_c&path=%2Ffind%2F%',
  '#/find/x',
])('window address %s contains no pasted text', (fragment) => {
  expect(parseWindowPath(fragment)).toBeNull()
})
