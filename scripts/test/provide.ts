import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Need } from './needs.ts'

/** The machine as far as it decides whether something may be installed, and how that is done and said. */
export interface Machine {
  uid: number | undefined
  /** The text of `/etc/os-release`, `''` where there is none. */
  release: string
  /** Runs `apt-get`; gives what went wrong, `null` for nothing. */
  apt: (...args: string[]) => string | null
  say: (line: string) => void
}

/**
 * Sees to it that what the suites need is there. What it installs, in a root shell on Debian alone and unless `install`
 * is off, it names before. Gives the reason for each need that stays unmet, by its name.
 */
export function provide(needs: Need[], { install }: { install: boolean }, machine = thisMachine()) {
  const missing = needs.filter(({ isInstalled }) => !isInstalled())
  const allowed = install && machine.uid === 0 && /^ID=debian$/m.test(machine.release)
  if (allowed) installAll(missing, machine)
  const unmet = missing.filter(({ isInstalled }) => !isInstalled())
  return new Map(unmet.map((need) => [need.name, reason(need, allowed)]))
}

function installAll(missing: Need[], { apt, say: print }: Machine): void {
  if (missing.length === 0) return
  const packages = missing.flatMap((need) => need.packages)
  print(`Installing of Debian what the tests need: ${packages.join(', ')}.`)
  print('To go without, stop this and run: npm test -- --no-install')
  let failed = apt('update', '-qq')
  // One by one, so that a package which cannot be had keeps back no other.
  for (const need of missing)
    failed = apt('install', '-y', '-qq', '--no-install-recommends', ...need.packages) ?? failed
  if (failed !== null) print(`Not everything could be installed: ${failed}`)
}

function reason({ name, packages }: Need, tried: boolean): string {
  const how = `apt-get install ${packages.join(' ')}`
  return tried
    ? `${name} could not be installed (${how})`
    : `${name} is not installed; on Debian, as root: ${how}`
}

function thisMachine(): Machine {
  return { uid: process.getuid?.(), release: release(), apt, say: console.log }
}

function release(): string {
  try {
    return readFileSync('/etc/os-release', 'utf8')
  } catch {
    return ''
  }
}

function apt(...args: string[]): string | null {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr, error } = spawnSync('apt-get', args, { env, encoding: 'utf8', timeout: 300_000 })
  if (status === 0) return null
  return error?.message ?? stderr.trim().split('\n').at(-1) ?? `exit ${String(status)}`
}
