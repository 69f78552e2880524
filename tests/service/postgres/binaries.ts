import { spawnSync } from 'node:child_process'
import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where a PostgreSQL server's programs may be, the most deliberate choice first and the newest version before older ones. */
function candidates(): string[] {
  const { LINKWRIGHT_POSTGRES_BIN: chosen, PGBIN: runner, PATH: path } = process.env
  if (chosen !== undefined && chosen !== '') return [chosen]
  return [
    ...(runner === undefined ? [] : [runner]),
    ...(path ?? '').split(delimiter),
    ...versions('/usr/lib/postgresql', (version) => join(version, 'bin')),
    ...versions('/opt/homebrew/opt', (name) => join(name, 'bin'), /^postgresql/),
    ...versions('/usr/local/opt', (name) => join(name, 'bin'), /^postgresql/),
  ]
}

function versions(folder: string, inside: (name: string) => string, shape = /^\d+$/): string[] {
  try {
    const names = readdirSync(folder).filter((name) => shape.test(name))
    return names
      .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
      .map((name) => join(folder, inside(name)))
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

/** The folder with `initdb`, `pg_ctl` and `pg_basebackup` of one PostgreSQL; `null` where there is none. */
export function findPostgres(): string | null {
  const complete = (folder: string) =>
    folder !== '' &&
    ['initdb', 'pg_ctl', 'pg_basebackup'].every((program) => isExecutable(join(folder, program + suffix)))
  return candidates().find(complete) ?? null
}

/** Why no server can be started on this machine, in words for a test report; `null` when one can. */
export function postgresMissing(): string | null {
  if (findPostgres() !== null) return null
  return 'no PostgreSQL server here: install postgresql, or set LINKWRIGHT_POSTGRES_BIN to the folder with its initdb'
}

interface Account {
  uid: number
  gid: number
}

let account: Account | null | undefined

/** As whom the server's programs run: PostgreSQL refuses root, so root borrows the account that the package made. */
export function serverAccount(): Account | null {
  // Asked for at each start of a program.
  account ??= process.getuid?.() === 0 ? findAccount() : null
  return account
}

function findAccount(): Account {
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf(name, '-u')
    const gid = idOf(name, '-g')
    if (uid !== null && gid !== null) return { uid, gid }
  }
  throw new Error('The tests run as root, and there is no other account to run the server.')
}

function idOf(name: string, flag: '-u' | '-g'): number | null {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : null
}
