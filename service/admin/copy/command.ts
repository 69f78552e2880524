import { isDeepStrictEqual } from 'node:util'
import { formatDatabase, isDatabaseSet, readDatabaseUrl } from '../../settings/database.ts'
import { isInUse } from '../../store/sqlite/file/exclusive.ts'
import { databaseMove } from '../../store/sqlite/backup/lastBackup.ts'
import { StoreUnavailableError } from '../../store/storeErrors.ts'
import { recordAction } from '../auditLog.ts'
import { AdminError, UsageError, type CommandRow, type Context, type ParsedArguments } from '../command.ts'
import { openDatabase } from '../database.ts'
import { valueOption } from '../options.ts'
import { copyStore, type Comparison } from './copyStore.ts'
import type { Counts } from './kind.ts'

/** Number of rows of a kind between two progress messages. */
const progressInterval = 100_000

export const copyCommands: CommandRow[] = [
  {
    name: 'copy',
    summary: 'Copies projects, keys, links and visits into another database, then compares both.',
    details: [
      'Moves a service from SQLite to PostgreSQL, or back. URL is sqlite:///path/to/file or postgres://….',
      'Without --to, the target is the database of DATABASE_URL or LINKWRIGHT_DATA, so its password is not on the command line.',
      'Repeat the command to copy only what is new or changed: copy while the service runs, stop the service, copy again, and',
      'start the service on the new database. Rows that are newer in the new database are never overwritten.',
      'Prints one JSON line with the number of rows "written" and what differs afterwards: "missing" rows are missing or older',
      'in the new database, "kept" rows are newer there, and "extra" rows exist only there. "equal" says whether both have the',
      'same contents; their counts and hashes follow. Exit status 1 if rows are missing because of changes meanwhile.',
      'When nothing uses a SQLite source, it counts as moved: "backup" then refuses it until a service starts on it again.',
      'Open invitations are not copied: after the move, create new ones with "key invite".',
    ],
    options: [
      valueOption('from', 'URL', 'the database to copy from.').makeOptionMandatory(),
      valueOption('to', 'URL', 'the database to copy to.'),
    ],
    run: async (context, { options }) => {
      const { print, note } = context
      const source = databaseOption(options, 'from')
      const target = options['to'] === undefined ? configuredDatabase(context) : databaseOption(options, 'to')
      if (isDeepStrictEqual(source, target)) throw new UsageError('--from and --to are the same database.')
      const sourceStore = await openDatabase(source, 'read')
      const targetStore = await openDatabase(target, 'create').catch(async (error: unknown) => {
        await sourceStore.close()
        throw error
      })
      try {
        // Recorded in the source, and copied to the target with everything else.
        await recordAction(sourceStore, 'copy', { from: formatDatabase(source), to: formatDatabase(target) })
        const report = await copyStore(sourceStore, targetStore, (kind, rows) => {
          if (rows % progressInterval === 0) note(`Read ${formatCount(kind, rows)} so far.`)
        })
        print({
          ...report,
          from: { database: formatDatabase(source), ...report.from },
          to: { database: formatDatabase(target), ...report.to },
        })
        noteDifferences(report, note)
        rejectMissing(report)
      } catch (error) {
        throw toCopyError(error)
      } finally {
        await Promise.all([sourceStore.close(), targetStore.close()])
      }
      // While a service uses the source, the copy is only a rehearsal.
      if (source.engine === 'sqlite' && !isInUse(source.file))
        databaseMove.write(source.file, { to: formatDatabase(target), at: new Date().toISOString() })
    },
  },
]

/** Refuses the default database as a target: an operator who forgot a setting would believe that the move is done. */
function configuredDatabase({ database, variables }: Context) {
  if (isDatabaseSet(variables)) return database
  throw new UsageError(
    'The target database is missing. Use --to URL, or set DATABASE_URL or LINKWRIGHT_DATA.',
  )
}

function databaseOption(options: ParsedArguments['options'], name: 'from' | 'to') {
  return readDatabaseUrl(`--${name}`, String(options[name]))
}

/** Both databases were available at first, and the error doesn't say which one failed. */
function toCopyError(error: unknown): unknown {
  if (!(error instanceof StoreUnavailableError)) return error
  return new AdminError(
    `One of the two databases became unavailable (${error.message}). Fix this and run the command again: ` +
      'rows that were copied are kept.',
  )
}

/** Notes rows that only the target has or that are newer there. They are no error, but unexpected in a new database. */
function noteDifferences({ kept, extra }: Comparison, note: Context['note']): void {
  const [onlyInTarget, newerInTarget] = [formatCounts(extra), formatCounts(kept)]
  if (onlyInTarget) note(`Only in the new database: ${onlyInTarget}.`)
  if (newerInTarget) note(`Newer in the new database, and not overwritten: ${newerInTarget}.`)
}

function rejectMissing({ missing }: Comparison): void {
  const rows = formatCounts(missing)
  if (!rows) return
  throw new AdminError(
    `Missing or older in the new database: ${rows}. They were created or changed during the copy. ` +
      'Stop the service on the old database, then copy again.',
  )
}

/** Returns a text such as `1 project, 3 links`; `''` if there are no rows. */
function formatCounts(counts: Counts): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => formatCount(kind, count))
    .join(', ')
}

function formatCount(kind: string, count: number): string {
  return `${count} ${count === 1 ? kind.slice(0, -1) : kind}`.replace('_', ' ')
}
