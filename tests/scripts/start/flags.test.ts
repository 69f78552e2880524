import { resolve } from 'node:path'
import { CommanderError } from 'commander'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readFlags } from '../../../scripts/start/flags.ts'

test('npm start without flags uses the default data folder and any port', () => {
  expect(readFlags([])).toEqual({ open: true, port: 0 })
})

test('every flag of npm start is parsed', () => {
  expect(readFlags(['--browser', '--no-open', '--port', '8080', '--data-dir=here'])).toEqual({
    browser: true,
    open: false,
    port: 8080,
    dataDir: resolve('here'),
  })
})

test.each([
  [['--brwoser'], "error: unknown option '--brwoser'\n(Did you mean --browser?)\nSee npm start -- --help"],
  [['--port'], "error: option '--port <n>' argument missing\nSee npm start -- --help"],
  [['--port', 'many'], "argument 'many' is invalid. It must be a number from 0 to 65535."],
  [['--port', '65536'], "argument '65536' is invalid. It must be a number from 0 to 65535."],
  [['--port='], 'It must be a number'],
  [['--data-dir='], 'It must be a folder.'],
  [['stray'], 'error: too many arguments'],
])('%j is refused briefly', (args, message) => {
  const print = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => print.mockRestore())
  expect(() => readFlags(args)).toThrow(CommanderError)
  const printed = print.mock.calls.map(([text]) => String(text)).join('')
  expect(printed).toContain(message)
  expect(printed).toMatch(/^[^\n]{1,160}\n(\(Did [^\n]+\)\n)?See npm start -- --help\n$/)
})
