import { describe, expect, it } from 'vitest'
import { devHelp, readDevFlags } from '../../../scripts/dev/flags.ts'

describe('the flags of npm run dev', () => {
  it('the flags of npm run dev are all in the help text', () => {
    for (const flag of ['--service', '--no-open', '--port', '--data-dir', '--inspect', '--inspect-port'])
      expect(devHelp).toContain(flag)
  })

  it('the flags of npm run dev default to the app at port 5173 without a debugger', () => {
    expect(readDevFlags([])).toEqual({
      help: false,
      service: false,
      open: true,
      port: 5173,
      dataFolder: null,
      inspect: null,
    })
    expect(readDevFlags(['--inspect'])).toMatchObject({ inspect: 9229 })
    expect(readDevFlags(['--inspect-port', '9300'])).toMatchObject({ inspect: 9300 })
  })

  it('the flags of npm run dev are refused in one line if unknown or invalid', () => {
    expect(() => readDevFlags(['--prot'])).toThrow("Unknown option '--prot'. See npm run dev -- --help")
    expect(() => readDevFlags(['--port', '70000'])).toThrow('--port must be a number from 0 to 65535')
  })
})
