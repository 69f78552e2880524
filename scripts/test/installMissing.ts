import { spawnSync } from 'node:child_process'
import { readText } from '../start/readText.ts'
import type { Requirement } from './requirements.ts'

/** Properties of the machine that decide whether packages may be installed, and how to do so. */
export interface Machine {
  uid: number | undefined
  /** The text of `/etc/os-release`; `''` if it doesn't exist. */
  release: string
  /** Runs `apt-get`; returns the error, `null` if it succeeded. */
  apt: (...args: string[]) => string | null
  log: (line: string) => void
}

/**
 * Provides what the suites need. Installs packages only as root on Debian, unless `install` is off, and lists them
 * first. Returns the reason for each unmet need, by name.
 */
export function installMissing(
  requirements: Requirement[],
  { install }: { install: boolean },
  machine = readMachine(),
) {
  const missing = requirements.filter(({ isInstalled }) => !isInstalled())
  const mayInstall = install && machine.uid === 0 && /^ID=debian$/m.test(machine.release)
  if (mayInstall) installAll(missing, machine)
  const stillMissing = missing.filter(({ isInstalled }) => !isInstalled())
  return new Map(
    stillMissing.map((requirement) => [requirement.name, describeReason(requirement, mayInstall)]),
  )
}

function installAll(missing: Requirement[], { apt, log: print }: Machine): void {
  if (missing.length === 0) return
  const packages = missing.flatMap((requirement) => requirement.packages)
  print(`Installing the Debian packages that the tests need: ${packages.join(', ')}.`)
  print('To run the tests without them, press Ctrl-C and run: npm test -- --no-install')
  let error = apt('update', '-qq')
  // One by one, so that an unavailable package doesn't block the others.
  for (const requirement of missing)
    error = apt('install', '-y', '-qq', '--no-install-recommends', ...requirement.packages) ?? error
  if (error !== null) print(`Some packages could not be installed: ${error}`)
}

function describeReason({ name, packages }: Requirement, wasTried: boolean): string {
  const command = `apt-get install ${packages.join(' ')}`
  return wasTried
    ? `${name} could not be installed (${command})`
    : `${name} is not installed; on Debian, as root: ${command}`
}

function readMachine(): Machine {
  return { uid: process.getuid?.(), release: readText('/etc/os-release'), apt, log: console.log }
}

function apt(...args: string[]): string | null {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr, error } = spawnSync('apt-get', args, { env, encoding: 'utf8', timeout: 300_000 })
  if (status === 0) return null
  return error?.message ?? stderr.trim().split('\n').at(-1) ?? `exit ${String(status)}`
}
