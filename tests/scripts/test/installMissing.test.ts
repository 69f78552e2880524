import { describe, expect, it } from 'vitest'
import type { Requirement } from '../../../scripts/test/requirements.ts'
import { installMissing } from '../../../scripts/test/installMissing.ts'
import type { Machine } from '../../../scripts/test/installMissing.ts'

const debian = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n'
const ubuntu = 'ID=ubuntu\nID_LIKE=debian\n'

/** A machine where apt installs everything except `lost`. `log` lists messages and actions in order. */
function createMachine({ uid = 0, release = debian, lost = '' } = {}) {
  const log: string[] = []
  const installed = new Set<string>()
  const need = (name: string, ...packages: string[]): Requirement => ({
    name,
    packages,
    isInstalled: () => packages.every((one) => installed.has(one)),
  })
  const machine: Machine = {
    uid,
    release,
    log: (line) => log.push(line),
    apt: (command, ...args) => {
      log.push(`apt ${command}`)
      if (args.includes(lost)) return `Unable to locate package ${lost}`
      for (const one of args) installed.add(one)
      return null
    },
  }
  return { machine, log, needs: [need('a browser', 'browser', 'fonts'), need('a database', 'database')] }
}

describe('system packages for the tests', () => {
  it('missing packages are listed before they are installed, with the option to skip that', () => {
    const { machine, log, needs } = createMachine()
    expect(installMissing(needs, { install: true }, machine).size).toBe(0)
    expect(log.slice(0, 2).join(' ')).toMatch(/browser, fonts, database\..*--no-install/)
    expect(log.slice(2)).toEqual(['apt update', 'apt install', 'apt install'])
  })

  it('installed packages are left alone', () => {
    const { machine, log, needs } = createMachine()
    installMissing(needs, { install: true }, machine)
    log.length = 0
    installMissing(needs, { install: true }, machine)
    expect(log).toEqual([])
  })

  it.each([
    ['with --no-install', {}, false],
    ['for a user other than root', { uid: 1_000 }, true],
    ['on another Linux', { release: ubuntu }, true],
    ['on other systems than Linux', { release: '' }, true],
  ])('missing packages are not installed %s, and the reason lists them', (_, about, install) => {
    const { machine, log, needs } = createMachine(about)
    expect(installMissing(needs, { install }, machine).get('a browser')).toMatch(
      /not installed.*browser fonts$/,
    )
    expect(log).toEqual([])
  })

  it('missing packages that can be installed are installed', () => {
    const { machine, needs } = createMachine({ lost: 'fonts' })
    expect([...installMissing(needs, { install: true }, machine).keys()]).toEqual(['a browser'])
  })
})
