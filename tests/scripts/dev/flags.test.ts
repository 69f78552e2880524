import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readDevFlags } from '../../../scripts/dev/flags.ts'

describe('the flags of npm run dev', () => {
  it('the flags of npm run dev default to the app at port 5173 without a debugger', () => {
    expect(readDevFlags([])).toEqual({ open: true, port: 5173 })
    expect(readDevFlags(['--inspect'])).toMatchObject({ inspect: 9229 })
    expect(readDevFlags(['--inspect', '9300', '--service'])).toMatchObject({ inspect: 9300, service: true })
  })

  it('the flags of npm run dev are refused briefly if unknown or invalid', () => {
    const print = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => print.mockRestore())
    expect(() => readDevFlags(['--prot'])).toThrow("unknown option '--prot'")
    expect(() => readDevFlags(['--port', '70000'])).toThrow('It must be a number from 0 to 65535')
    expect(() => readDevFlags(['--inspect', 'everything'])).toThrow('It must be a number from 0 to 65535')
    const printed = print.mock.calls.map(([text]) => String(text))
    const hint = 'See npm run dev -- --help\n'
    expect(printed.filter((text) => text === hint)).toHaveLength(3)
    for (const text of printed.filter((text) => text !== hint)) expect(text).toMatch(/^error: [^\n]+\n/)
  })
})
