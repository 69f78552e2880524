import { spawnSync } from 'node:child_process'
import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns folders that may contain PostgreSQL's programs: explicit choices first, then newer versions before older ones. */
function candidates(): string[] {
  const { LINKWRIGHT_POSTGRES_BIN: configuredFolder, PGBIN: runner, PATH: path } = process.env
  if (configuredFolder !== undefined && configuredFolder !== '') return [configuredFolder]
  return [
    ...(runner === undefined ? [] : [runner]),
    ...(path ?? '').split(delimiter),
    ...versions('/usr/lib/postgresql', (version) => join(version, 'bin')),
    ...versions('/opt/homebrew/opt', (name) => join(name, 'bin'), /^postgresql/),
    ...versions('/usr/local/opt', (name) => join(name, 'bin'), /^postgresql/),
  ]
}

function versions(folder: string, toBinFolder: (name: string) => string, shape = /^\d+$/): string[] {
  try {
    const names = readdirSync(folder).filter((name) => shape.test(name))
    return names
      .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
      .map((name) => join(folder, toBinFolder(name)))
  } catch {
    return []
  }
}

const suffix = process.platform === 'win32' ? '.exe' : ''

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the folder with `initdb`, `pg_ctl` and `pg_basebackup` of one PostgreSQL, or `null`. */
export function findPostgres(): string | null {
  const isComplete = (folder: string) =>
    folder !== '' &&
    ['initdb', 'pg_ctl', 'pg_basebackup'].every((program) => isExecutable(join(folder, program + suffix)))
  return candidates().find(isComplete) ?? null
}

/** Returns why no server can start on this machine, for a test report, or `null`. */
export function postgresMissing(): string | null {
  if (findPostgres() !== null) return null
  return 'no PostgreSQL server here: install postgresql, or set LINKWRIGHT_POSTGRES_BIN to the folder with its initdb'
}

interface Account {
  uid: number
  gid: number
}

let account: Account | null | undefined

/** Returns the account that runs the server's programs, or `null` for the current one. PostgreSQL refuses root. */
export function serverAccount(): Account | null {
  // Cached, because every start of a program needs it.
  account ??= process.getuid?.() === 0 ? findAccount() : null
  return account
}

function findAccount(): Account {
  for (const name of ['postgres', 'nobody']) {
    const uid = findAccountId(name, '-u')
    const gid = findAccountId(name, '-g')
    if (uid !== null && gid !== null) return { uid, gid }
  }
  throw new Error('The tests run as root, and there is no other account to run the server.')
}

function findAccountId(name: string, flag: '-u' | '-g'): number | null {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : null
}
