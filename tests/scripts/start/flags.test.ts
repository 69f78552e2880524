import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { FlagError } from '../../../scripts/start/command.ts'
import { readFlags } from '../../../scripts/start/flags.ts'

test('npm start without flags uses the default data folder and any port', () => {
  expect(readFlags([])).toEqual({ help: false, browser: false, open: true, port: 0, dataFolder: null })
})

test('every flag of npm start is parsed', () => {
  expect(readFlags(['--browser', '--no-open', '--port', '8080', '--data-dir=here'])).toEqual({
    help: false,
    browser: true,
    open: false,
    port: 8080,
    dataFolder: resolve('here'),
  })
})

test.each([
  [['--brwoser'], "Unknown option '--brwoser'"],
  [['--port'], "Option '--port <value>' argument missing"],
  [['--port', 'many'], '--port must be a number from 0 to 65535, not "many".'],
  [['--port', '65536'], '--port must be a number from 0 to 65535, not "65536".'],
  [['--port='], '--port must be a number'],
  [['--data-dir='], '--data-dir must be a folder.'],
  [['stray'], "Unexpected argument 'stray'"],
])('%j is refused in one line', (args, message) => {
  const read = () => readFlags(args)
  expect(read).toThrow(FlagError)
  expect(read).toThrow(message)
  expect(read).toThrow(/^[^\n]{1,120}$/)
})
