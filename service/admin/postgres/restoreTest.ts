import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { withClient } from '../../store/postgres/server/connection.ts'
import { Servers } from '../../store/postgres/server/servers.ts'
import { isRunning } from '../../store/backups/unfinishedFile.ts'
import { AdminError } from '../command.ts'
import { countDumpedRows, countRows, hasFewer, type RowCounts } from './dump.ts'
import { ignoreOutput, runProgram, type RunOptions } from './programs.ts'

/** A restored database has other free space in its pages, and the write-ahead log comes on top. */
const spaceFactor = 2
/** The folder of a test, with the id of its process. */
const folderPattern = /^\.restore-test-(\d+)$/

/** Returns why the disk of a backup has no space for a test; `null` if it has. */
export async function findSpaceError(url: string, file: string): Promise<string | null> {
  const size = await withClient(new Servers(url), new AbortController().signal, async (client) => {
    const { rows } = await client.query<{ size: number }>(
      'SELECT pg_database_size(current_database()) AS size',
    )
    return rows[0]?.size ?? 0
  })
  const { bavail, bsize } = statfsSync(dirname(file))
  const [free, needed] = [bavail * bsize, size * spaceFactor]
  return free >= needed
    ? null
    : `${dirname(file)} has ${toMegabytes(free)} MB free, and a test needs ${toMegabytes(needed)} MB.`
}

function toMegabytes(bytes: number): number {
  return Math.ceil(bytes / 1_024 / 1_024)
}

/**
 * Restores a dump completely on a server of its own beside the file, which accepts no connection from elsewhere and is deleted
 * afterwards. Throws if a row is missing. The production server isn't used, so it can't run out of space or connections.
 */
export async function testRestore(url: string, file: string): Promise<RowCounts> {
  deleteLeftovers(dirname(file))
  const expected = await countDumpedRows(file)
  const folder = join(dirname(file), `.restore-test-${process.pid}`)
  const socket = mkdtempSync(join(tmpdir(), 'linkwright-restore-'))
  const account = findAccount(dirname(file))
  const options = { account, variables: { PGDATA: join(folder, 'data') } }
  const run = (name: string, ...args: string[]) => runProgram(name, args, options, ignoreOutput)
  try {
    mkdirSync(folder, { mode: 0o700 })
    for (const path of [folder, socket]) if (account) chownSync(path, account.uid, account.gid)
    await run('initdb', '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync')
    const settings = `-c listen_addresses= -c unix_socket_directories=${socket} -c fsync=off -c max_connections=10`
    const startArgs = ['--wait', '--silent', `--log=${join(folder, 'log')}`, `--options=${settings}`]
    await run('pg_ctl', 'start', ...startArgs)
    const target = { variables: { PGHOST: socket, PGUSER: 'postgres', PGDATABASE: 'postgres' } }
    const args = ['--exit-on-error', '--no-owner', '--no-privileges', '--dbname=postgres']
    await runProgram('pg_restore', [...args, file], target, ignoreOutput)
    const contents = await countRows(scratchUrl(socket, url))
    if (hasFewer(contents, expected))
      throw new AdminError(
        `The restored backup has fewer rows: ${JSON.stringify(contents)} instead of ${JSON.stringify(expected)}.`,
      )
    return contents
  } finally {
    // It fails if the server never started.
    await run('pg_ctl', 'stop', '--mode=immediate', '--silent').catch(() => undefined)
    for (const path of [folder, socket]) rmSync(path, { recursive: true, force: true })
  }
}

/** The tables may be in a schema that only the options of the service's URL name. */
function scratchUrl(socket: string, url: string): string {
  const options = new URL(new Servers(url).url).searchParams.get('options')
  const search = new URLSearchParams({ host: socket, ...(options !== null && { options }) })
  return `postgres://postgres@localhost/postgres?${search.toString().replaceAll('+', '%20')}`
}

/** PostgreSQL refuses to run as root. */
function findAccount(folder: string): RunOptions['account'] {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = statSync(folder)
  if (uid !== 0) return { uid, gid }
  throw new AdminError(
    'PostgreSQL does not run as root. Run this command as the user that makes the backups.',
  )
}

/** Deletes the folders of killed tests. Their servers end when their folder is gone. */
function deleteLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = folderPattern.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(folder, name), { recursive: true, force: true })
  }
}
