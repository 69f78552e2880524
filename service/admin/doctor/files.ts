import { accessSync, constants, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Variables } from '../../settings/variables.ts'
import type { CheckResult } from './checkResult.ts'

/** Settings whose files contain a secret. */
const secrets = ['TLS_KEY', 'TLS_KEY_FILE', 'DATABASE_URL_FILE', 'DATABASE_READ_URL_FILE']
const percent = 100
/** Percentage of the disk. */
const lowDiskPercent = 20
const criticalDiskPercent = 5
/** Permission bits for the group and for others. */
const groupAndOthers = 0o077
const otherUsers = 0o007

/** Checks that the SQLite file and its folder are writable and private to the service. */
export function checkDataFiles(file: string): CheckResult[] {
  const findings: CheckResult[] = []
  for (const path of [dirname(file), file]) {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) continue
    if (!isWritable(path)) {
      const says = `${path} cannot be read and written by this user.`
      findings.push({
        check: 'files',
        state: 'fail',
        says,
        do: 'Run this as the user of the service; else chown it.',
      })
    }
    if (process.platform !== 'win32' && (found.mode & groupAndOthers) !== 0) {
      const says = `Other users of this computer may open ${path}.`
      findings.push({ check: 'files', state: 'warn', says, do: `chmod go= ${path}` })
    }
  }
  if (findings.length > 0) return findings
  return [{ check: 'files', state: 'ok', says: `${dirname(file)} is writable, and private to this user.` }]
}

/** Checks that files with secrets are private. */
export function checkSecretFiles(variables: Variables): CheckResult[] {
  if (process.platform === 'win32') return []
  const paths = secrets.map((name) => variables[name]?.trim() ?? '').filter((path) => path.startsWith('/'))
  const open = paths.filter(
    (path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & otherUsers) !== 0,
  )
  return open.map((path) => {
    const says = `Everybody on this computer may open ${path}, which holds a secret.`
    return { check: 'files', state: 'warn', says, do: `chmod o= ${path}` }
  })
}

/** Checks that there is room for more links. */
export function checkDisk(folder: string): CheckResult[] {
  if (!statSync(folder, { throwIfNoEntry: false })) return []
  const { bavail, blocks } = statfsSync(folder)
  const free = Math.floor((bavail * percent) / blocks)
  const says = `${free} % of the disk of ${folder} is free.`
  const todo = 'Make room: on a full disk creates are refused, and visits go on.'
  if (free < criticalDiskPercent) return [{ check: 'disk', state: 'fail', says, do: todo }]
  return free < lowDiskPercent
    ? [{ check: 'disk', state: 'warn', says, do: todo }]
    : [{ check: 'disk', state: 'ok', says }]
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}
