import { expect, test } from 'vitest'
import { BenchError, readOptions } from '../../bench/measuring.ts'

test('many links are ten million by default', () => {
  expect(readOptions([])).toEqual({ quick: false, full: false, links: 10_000_000 })
})

test('every option is read from the command line', () => {
  expect(readOptions(['--quick'])).toMatchObject({ quick: true, full: false })
  expect(readOptions(['--full', '--links', '5000'])).toEqual({ quick: false, full: true, links: 5_000 })
})

test.each([[['--links', 'many']], [['--links', '999']], [['--quick', '--full']], [['--fast']], [['stray']]])(
  '%j is refused, and the error lists the options',
  (args) => {
    const read = () => readOptions(args)
    expect(read).toThrow(BenchError)
    expect(read).toThrow('--links N')
  },
)
