import { constants, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Variables } from '../../settings/variables.ts'
import { hasAccess } from '../postgres/programs.ts'
import { fail, ok, warn, type CheckResult } from './checkResult.ts'

/** Settings whose files contain a secret. */
const secrets = ['TLS_KEY', 'TLS_KEY_FILE', 'DATABASE_URL_FILE', 'DATABASE_READ_URL_FILE']
const percent = 100
/** Percentage of the disk. */
const lowDiskPercent = 20
const criticalDiskPercent = 5
/** Permission bits for the group and for others. */
const groupAndOthers = 0o077
const otherUsers = 0o007
const ownerAdvice = 'Run this command as the user of the service, or change the owner with chown.'

/** Checks that the SQLite file and its folder are writable, and private to the service. */
export function checkDataFiles(file: string): CheckResult[] {
  const problems = [dirname(file), file].flatMap((path) => {
    const mode = fileMode(path)
    if (mode === null) return []
    const isShared = process.platform !== 'win32' && (mode & groupAndOthers) !== 0
    return [
      ...(hasAccess(path, constants.R_OK | constants.W_OK)
        ? []
        : [fail('files', `This user cannot read and write ${path}.`, ownerAdvice)]),
      ...(isShared
        ? [warn('files', `Other users of this computer can access ${path}.`, `chmod go= ${path}`)]
        : []),
    ]
  })
  if (problems.length > 0) return problems
  return [ok('files', `${dirname(file)} is writable, and private to this user.`)]
}

/** Checks that files with secrets are private. */
export function checkSecretFiles(variables: Variables): CheckResult[] {
  if (process.platform === 'win32') return []
  return secrets
    .map((name) => variables[name]?.trim() ?? '')
    .filter((path) => path.startsWith('/') && ((fileMode(path) ?? 0) & otherUsers) !== 0)
    .map((path) =>
      warn(
        'files',
        `${path} contains a secret and is accessible to every user of this computer.`,
        `chmod o= ${path}`,
      ),
    )
}

/** Checks that there is space for more links. */
export function checkDisk(folder: string): CheckResult[] {
  if (fileMode(folder) === null) return []
  const { bavail, blocks } = statfsSync(folder)
  const free = Math.floor((bavail * percent) / blocks)
  const message = `${free} % of the disk of ${folder} is free.`
  const advice = 'Free up space: on a full disk, creates are refused, and only visits still work.'
  if (free < criticalDiskPercent) return [fail('disk', message, advice)]
  return [free < lowDiskPercent ? warn('disk', message, advice) : ok('disk', message)]
}

function fileMode(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mode ?? null
}
