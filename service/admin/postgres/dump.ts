import { statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Servers } from '../../store/postgres/server/servers.ts'
import { withClient } from '../../store/postgres/server/connection.ts'
import { createEmptyFile, syncToDisk } from '../../../sqlite/file.ts'
import { startFile } from '../../store/backups/unfinishedFile.ts'
import { AdminError } from '../command.ts'
import { connectionVariables, ignoreOutput, runProgram } from './programs.ts'

/** Number of rows that a database never loses. */
export interface RowCounts {
  projects: number
  keys: number
  links: number
}

const countedTables = {
  projects: 'projects',
  project_keys: 'keys',
  links: 'links',
} as const satisfies Record<string, keyof RowCounts>

/**
 * Dumps a PostgreSQL database into a new private file, which gets its name only after it was read back completely. Throws if it
 * has fewer rows than the database had before.
 */
export async function dumpPostgres(url: string, target: string): Promise<RowCounts & { bytes: number }> {
  const before = await countRows(url)
  using unfinished = startFile(target)
  createEmptyFile(unfinished.path)
  const variables = connectionVariables(url)
  await runProgram('pg_dump', ['--format=custom', `--file=${unfinished.path}`], { variables }, ignoreOutput)
  const contents = await countDumpedRows(unfinished.path)
  if (hasFewer(contents, before))
    throw new AdminError(
      `The backup has fewer rows than the database: ${JSON.stringify(contents)} instead of ${JSON.stringify(before)}.`,
    )
  syncToDisk(unfinished.path)
  unfinished.finish()
  return { ...contents, bytes: statSync(target).size }
}

export function hasFewer(contents: RowCounts, expected: RowCounts): boolean {
  return Object.values(countedTables).some((name) => contents[name] < expected[name])
}

/** Counts the rows of a database. */
export async function countRows(url: string): Promise<RowCounts> {
  return await withClient(new Servers(url), new AbortController().signal, async (client) => {
    const counts = Object.entries(countedTables).map(
      ([table, name]) => `(SELECT COUNT(*) FROM ${table}) AS ${name}`,
    )
    const { rows } = await client.query<RowCounts>(`SELECT ${counts.join(', ')}`)
    return rows[0] ?? { projects: 0, keys: 0, links: 0 }
  })
}

/** Lists a dump, then reads all of its rows and counts them. Throws if it is damaged or has no table of ours. */
export async function countDumpedRows(file: string): Promise<RowCounts> {
  const listed = await runProgram('pg_restore', ['--list', file], {}, async (output) => {
    const tables = new Set<string>()
    for await (const line of createInterface({ input: output }))
      tables.add(/ TABLE DATA \S+ (\S+) /.exec(line)?.[1] ?? '')
    return tables
  })
  const missing = Object.keys(countedTables).find((table) => !listed.has(table))
  if (missing !== undefined)
    throw new AdminError(`${file} has no table ${missing}, so it is no backup of this service.`)
  return await runProgram('pg_restore', ['--data-only', '--file=-', file], {}, async (output) => {
    const counts: RowCounts = { projects: 0, keys: 0, links: 0 }
    let table: keyof RowCounts | null = null
    for await (const line of createInterface({ input: output, crlfDelay: Infinity })) {
      const [, started] = /^COPY \S+?\.(\w+) \(.*\) FROM stdin;$/.exec(line) ?? []
      if (started !== undefined) table = (countedTables as Record<string, keyof RowCounts>)[started] ?? null
      else if (line === '\\.') table = null
      else if (table) counts[table]++
    }
    return counts
  })
}
