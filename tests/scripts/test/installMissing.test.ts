import { describe, expect, it } from 'vitest'
import type { Requirement } from '../../../scripts/test/requirements.ts'
import { installMissing } from '../../../scripts/test/installMissing.ts'
import type { Machine } from '../../../scripts/test/installMissing.ts'

const debian = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n'
const ubuntu = 'ID=ubuntu\nID_LIKE=debian\n'

/** A machine where apt installs everything except `unavailable`. `log` lists messages and actions in order. */
function createMachine({ uid = 0, release = debian, unavailable = '' } = {}) {
  const log: string[] = []
  const installed = new Set<string>()
  const createRequirement = (name: string, ...packages: string[]): Requirement => ({
    name,
    packages,
    isInstalled: () => packages.every((packageName) => installed.has(packageName)),
  })
  const machine: Machine = {
    uid,
    release,
    log: (line) => log.push(line),
    apt: (command, ...args) => {
      log.push(`apt ${command}`)
      if (args.includes(unavailable)) return `Unable to locate package ${unavailable}`
      for (const packageName of args) installed.add(packageName)
      return null
    },
  }
  return {
    machine,
    log,
    requirements: [
      createRequirement('a browser', 'browser', 'fonts'),
      createRequirement('a database', 'database'),
    ],
  }
}

describe('system packages for the tests', () => {
  it('missing packages are listed before they are installed, with the option to skip that', () => {
    const { machine, log, requirements } = createMachine()
    expect(installMissing(requirements, { install: true }, machine).size).toBe(0)
    expect(log.slice(0, 2).join(' ')).toMatch(/browser, fonts, database\..*--no-install/)
    expect(log.slice(2)).toEqual(['apt update', 'apt install', 'apt install'])
  })

  it('installed packages are left alone', () => {
    const { machine, log, requirements } = createMachine()
    installMissing(requirements, { install: true }, machine)
    log.length = 0
    installMissing(requirements, { install: true }, machine)
    expect(log).toEqual([])
  })

  it.each([
    ['with --no-install', {}, false],
    ['for a user other than root', { uid: 1_000 }, true],
    ['on another Linux', { release: ubuntu }, true],
    ['on other systems than Linux', { release: '' }, true],
  ])('missing packages are not installed %s, and the reason lists them', (_, machineOptions, install) => {
    const { machine, log, requirements } = createMachine(machineOptions)
    expect(installMissing(requirements, { install }, machine).get('a browser')).toMatch(
      /not installed.*browser fonts$/,
    )
    expect(log).toEqual([])
  })

  it('missing packages that can be installed are installed', () => {
    const { machine, requirements } = createMachine({ unavailable: 'fonts' })
    expect([...installMissing(requirements, { install: true }, machine).keys()]).toEqual(['a browser'])
  })
})
