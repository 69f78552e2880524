import { isDeepStrictEqual } from 'node:util'
import { readDatabaseUrl, formatDatabase } from '../../settings/database.ts'
import { StoreUnavailableError } from '../../store/storeErrors.ts'
import { recordAct } from '../acts.ts'
import { AdminError, UsageError } from '../command.ts'
import type { CommandRow, Context, ParsedArguments } from '../command.ts'
import type { Comparison } from './compareStores.ts'
import { openDatabase } from '../database.ts'
import { valueOption } from '../options.ts'
import { copyStore } from './copyStore.ts'
import type { Counts } from './kinds.ts'

/** Links between two progress messages. */
const progressInterval = 100_000

export const copyCommands: CommandRow[] = [
  {
    words: 'copy',
    about: 'Copies projects, keys, links and visits into another database, then compares both.',
    details: [
      'For moving from SQLite to PostgreSQL, or back. URL is sqlite:///path/to/file or postgres://….',
      'Without --to, it copies into the database of DATABASE_URL (or LINKWRIGHT_DATA), which keeps a password off the command',
      'line. Repeat it to copy only what is new or changed: copy while the service runs, stop the service, copy again, and',
      'start the service on the new database. Later changes in the new database are never undone.',
      'Prints one JSON line: what was written, and how the new database differs then. "missing" is missing there or older,',
      '"kept" was changed there later, "extra" is only there; "equal", and the count and hash of both contents.',
      'Exit status 1 if anything is missing because it was created or changed meanwhile.',
    ],
    options: [
      valueOption('from', 'URL', 'the database to copy.').makeOptionMandatory(),
      valueOption('to', 'URL', 'the one to copy into.'),
    ],
    run: async (context, { options }) => {
      const { print, note } = context
      const source = databaseOption(options, 'from')
      const target = options['to'] === undefined ? setDatabase(context) : databaseOption(options, 'to')
      if (isDeepStrictEqual(source, target)) throw new UsageError('--from and --to are the same database.')
      const from = await openDatabase(source, 'refuse')
      const targetStore = await openDatabase(target, 'make').catch(async (error: unknown) => {
        await from.close()
        throw error
      })
      try {
        // Logged in the source, from where it is copied with the rest.
        await recordAct(from, 'copy', { from: formatDatabase(source), to: formatDatabase(target) })
        const report = await copyStore(from, targetStore, progress(note))
        print({
          ...report,
          from: { database: formatDatabase(source), ...report.from },
          to: { database: formatDatabase(target), ...report.to },
        })
        for (const sentence of describeDifferences(report)) note(sentence)
        rejectMissing(report)
      } catch (error) {
        throw toCopyError(error)
      } finally {
        await Promise.all([from.close(), targetStore.close()])
      }
    },
  },
]

/** The default database is refused as a target: an operator who forgot a setting would believe the move is done. */
function setDatabase({ database, databaseIsSet }: Context) {
  if (databaseIsSet) return database
  throw new UsageError(
    'Nothing says where to copy to: give --to URL, or set DATABASE_URL or LINKWRIGHT_DATA.',
  )
}

function databaseOption(options: ParsedArguments['options'], name: 'from' | 'to') {
  return readDatabaseUrl(`--${name}`, String(options[name]))
}

/** Both databases were available at first, and the error doesn't name the one that failed. */
function toCopyError(error: unknown): unknown {
  if (!(error instanceof StoreUnavailableError)) return error
  return new AdminError(
    `One of the two databases stopped answering (${error.message}). See to it and copy again: ` +
      'what is copied already stays.',
  )
}

/** Describes what only the target has: not an error, but unexpected if it should have been empty. */
function describeDifferences({ kept, extra }: Comparison): string[] {
  const sentences = []
  if (total(extra) > 0) sentences.push(`Only the new database has: ${formatCounts(extra)}.`)
  if (total(kept) > 0)
    sentences.push(`Changed in the new database since, and left as it is there: ${formatCounts(kept)}.`)
  return sentences
}

function rejectMissing({ missing }: Comparison): void {
  if (total(missing) === 0) return
  throw new AdminError(
    `Missing in the new database, or older there: ${formatCounts(missing)}, made or changed while the copy ran. ` +
      'Stop the service on the old database and copy again.',
  )
}

function total(counts: Counts): number {
  return Object.values<number>({ ...counts }).reduce((sum, count) => sum + count, 0)
}

/** Returns a text such as `1 project, 3 links`. */
function formatCounts(counts: Counts): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0)
  return some
    .map(([kind, count]) => `${count} ${count === 1 ? kind.slice(0, -1) : kind}`.replace('_', ' '))
    .join(', ')
}

function progress(note: (sentence: string) => void): (links: number) => void {
  let next = progressInterval
  return (links) => {
    if (links < next) return
    note(`${links} links looked at.`)
    next = links + progressInterval
  }
}
