import { expect, test } from 'vitest'
import { createParser } from '../../bench/options.ts'

/** Returns the options of a command line; `printed` collects what the parser prints. */
function readOptions(args: string[], printed: string[] = []) {
  const print = (text: string) => printed.push(text)
  const parser = createParser(['app', 'service']).exitOverride().configureOutput({ writeErr: print })
  return parser.parse(args, { from: 'user' }).opts()
}

test('many links are ten million by default', () => {
  expect(readOptions(['service'])).toEqual({ links: 10_000_000 })
})

test('every option is read from the command line', () => {
  expect(readOptions(['app', '--quick'])).toMatchObject({ quick: true })
  const full = ['service', '--full', '--links', '5000']
  expect(readOptions(full)).toEqual({ full: true, links: 5_000 })
})

test.each([
  [['service', '--links', 'many']],
  [['service', '--links', '999']],
  [['app', '--quick', '--full']],
  [['app', '--fast']],
  [['app', 'stray']],
  [['other']],
  [[]],
])('%j is refused, and the error lists subjects and options', (args) => {
  const printed: string[] = []
  expect(() => readOptions(args, printed)).toThrow(/^error: /)
  expect(printed.join('')).toMatch(/"app", "service"[^]*--links <n>/)
})
