import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findNamespaceRestriction } from '../../../scripts/start/desktop.ts'
import { interpretExit } from '../../../scripts/start/exitVerdict.ts'
import type { ProcessExit } from '../../../scripts/start/exitVerdict.ts'

const earlyExit: ProcessExit = {
  code: null,
  signal: null,
  elapsedMs: 900,
  wasSignalled: false,
  sandboxRestriction: null,
}
const hourMs = 3_600_000

test.each<[string, Partial<ProcessExit>, number | string]>([
  ['closed by the user', { code: 0 }, 0],
  ['ended by a signal that was passed on', { signal: 'SIGTERM', wasSignalled: true }, 0],
  ['killed', { signal: 'SIGKILL', elapsedMs: hourMs }, 137],
  ['crashed hours later', { signal: 'SIGSEGV', elapsedMs: hourMs }, 'the desktop app was stopped by SIGSEGV'],
  [
    'crashed at once without a possible sandbox',
    { signal: 'SIGTRAP', sandboxRestriction: 'user.max_user_namespaces = 0' },
    'the desktop app was stopped by SIGTRAP, probably because the system prevents its sandbox (user.max_user_namespaces = 0)',
  ],
  [
    'crashed hours later without a possible sandbox',
    { signal: 'SIGTRAP', elapsedMs: hourMs, sandboxRestriction: 'user.max_user_namespaces = 0' },
    'the desktop app was stopped by SIGTRAP',
  ],
  ['crashed on Windows', { code: 0xc0000005, elapsedMs: hourMs }, 'the desktop app crashed (0xC0000005)'],
  ['failed at once', { code: 1 }, 'the desktop app exited immediately with code 1'],
  ['failed while it was being closed', { code: 1, elapsedMs: hourMs }, 1],
  ['failed while it was being ended', { code: 1, wasSignalled: true }, 1],
])('an exit of the desktop app is interpreted correctly: %s', (_, exit, verdict) => {
  expect(interpretExit({ ...earlyExit, ...exit })).toBe(verdict)
})

let proc: string
beforeEach(() => {
  proc = mkdtempSync(join(tmpdir(), 'linkwright-proc-'))
})
afterEach(() => {
  rmSync(proc, { recursive: true })
})

test.each([
  ['sys/kernel/apparmor_restrict_unprivileged_userns', '1', '0'],
  ['sys/kernel/unprivileged_userns_clone', '0', '1'],
  ['sys/user/max_user_namespaces', '0', '31000'],
])('%s determines whether a sandbox can be created', (file, forbiddingValue, permittingValue) => {
  const write = (value: string) => writeFileSync(join(proc, file), `${value}\n`)
  expect(findNamespaceRestriction(proc)).toBeNull()
  mkdirSync(join(proc, file, '..'), { recursive: true })
  write(permittingValue)
  expect(findNamespaceRestriction(proc)).toBeNull()
  write(forbiddingValue)
  expect(findNamespaceRestriction(proc)).toBe(`${file.slice(4).replace('/', '.')} = ${forbiddingValue}`)
})
