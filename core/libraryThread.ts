import { join } from 'node:path'
import type { Notice } from '../contract/app/calls/app/app.ts'
import type { LinkChange } from '../contract/app/calls/links/changes.ts'
import type { Run } from '../contract/app/runs/run.ts'
import { formatNumber } from '../contract/service/text/text.ts'
import { serveThread } from '../sqlite/thread/serveThread.ts'
import { createNotices, type Notices } from './notices.ts'
import { createPresets } from './presets/presets.ts'
import type { BackupOffer } from './settings/shape.ts'
import { createSharedStore } from './sharing/store.ts'
import { createSuggestions } from './suggestions/suggestions.ts'
import { createChecks } from './library/checks/checks.ts'
import { createCollection } from './library/collection/collection.ts'
import { createBackupSchedule } from './library/backupSchedule.ts'
import { createLinkChanges } from './library/linkChanges.ts'
import { createDrafts } from './library/drafts.ts'
import { createExporting } from './library/exporting/exporting.ts'
import { notifyIfEmptied } from './library/emptied.ts'
import type { FileIdentity } from '../sqlite/fileIdentity.ts'
import { guardReplaced, requireSameFile } from './library/replacedGuard.ts'
import { restoreOffers } from './library/backupOffers.ts'
import { createImports } from './library/imports/imports.ts'
import { createStagedFiles, type StagedFiles } from './library/imports/stagedFiles.ts'
import { openLibrary, type Database } from './library/openDatabase.ts'
import { createRecords, type CreateCompletion } from './library/records.ts'
import { createChangeQueue } from './library/runs/changes/changeQueue.ts'
import { createPlanRows } from './library/runs/changes/planRows.ts'
import { createRuns } from './library/runs/runs.ts'
import { createSendQueue } from './library/runs/sendQueue.ts'
import { createUnfinishedTables } from './library/runs/sheets/unfinishedTables.ts'
import { createResults } from './library/runs/results/results.ts'
import { createSheets } from './library/runs/sheets/sheets.ts'
import { createRuleStore, notifyOfUnreadableRules } from './library/rules.ts'
import { createSavedViews } from './library/savedViews.ts'
import { getRequestHashes } from './library/requestHashes.ts'
import { createOwnSourceStore } from './library/ownSources.ts'
import { createReports } from './library/reports.ts'
import { createRestores } from './library/restores.ts'
import { createRunRows } from './library/runs/rows.ts'
import { createLibrarySchemes } from './library/schemes.ts'
import { stopLongWork } from './library/step.ts'
import { createTeamLists } from './library/team/teamLists.ts'
import { createServiceStore, type StoredService } from './library/services.ts'

/** The outcomes of creates and changes that a crash left pending. */
export interface Interrupted {
  create: CreateCompletion
  change: LinkChange['problem']
}

/** The data that the library's thread needs to open the library. */
export interface LibraryData {
  folder: string
  /** Whether there were links when the app was last used, and which backups were offered then. */
  hadLinks: boolean
  offers: BackupOffer[]
  /**
   * The outcomes of creates and changes that a crash left pending; `null` if the app is still running and they may be
   * in progress.
   */
  interrupted: Interrupted | null
  /** The file that a restarted thread must open; `null` for any file. */
  expected: FileIdentity | null
}

/** The thread's report when the library is open. */
export interface LibraryGreeting {
  notices: Notice[]
  services: StoredService[]
  /** `null` for a read-only library. */
  file: FileIdentity | null
  /** The error for which the index is being rebuilt. */
  indexDamage: string | null
}

/** All operations of the library, by subject. They run only on the library's thread. */
export type LibraryOperations = ReturnType<typeof createOperations>

function createOperations(database: Database, folder: string, stagedFiles: StagedFiles) {
  const backupSchedule = createBackupSchedule(database, folder)
  const suggestions = createSuggestions(database)
  /** Stops long work at shutdown: work that can be resumed later, and work on files to import, which are deleted anyway. */
  const beginClosing = () => {
    stopLongWork(database.sql)
    backupSchedule.abandon()
    stagedFiles.close()
  }
  return {
    records: { ...createRecords(database) },
    collection: { ...createCollection(database) },
    exporting: { ...createExporting(database) },
    checks: { ...createChecks(database) },
    linkChanges: { ...createLinkChanges(database) },
    drafts: { ...createDrafts(database) },
    presets: { ...createPresets(database) },
    rules: { ...createRuleStore(database) },
    reports: { ...createReports(database) },
    ownSources: { ...createOwnSourceStore(database) },
    shared: { ...createSharedStore(database) },
    savedViews: { ...createSavedViews(database) },
    runs: { ...createRuns(database) },
    sending: { ...createSendQueue(database) },
    planRows: { ...createPlanRows(database) },
    changeQueue: { ...createChangeQueue(database) },
    suggestions: { ...suggestions },
    runRows: { ...createRunRows(database, suggestions.words) },
    schemes: { ...createLibrarySchemes(database.sql) },
    services: { ...createServiceStore(database) },
    teamLists: { ...createTeamLists(database) },
    imports: { ...createImports(database, stagedFiles) },
    sheets: { ...createSheets(database, stagedFiles) },
    results: { ...createResults(database) },
    copies: { ...backupSchedule },
    restores: { ...createRestores(database, folder) },
    closing: { begin: beginClosing },
  }
}

/** Subjects that don't read derived data. They don't wait for deferred indexing; all others do. */
const subjectsWithoutIndex = new Set([
  ...[
    'closing',
    'copies',
    'drafts',
    'linkChanges',
    'presets',
    'records',
    'results',
    'rules',
    'runRows',
    'runs',
    'savedViews',
    'schemes',
    'shared',
  ],
  ...['changeQueue', 'sending', 'services', 'suggestions', 'teamLists'],
])

serveThread<LibraryGreeting, LibraryOperations>((data, emit) => {
  const { folder, hadLinks, offers, interrupted, expected } = data as LibraryData
  const file = join(folder, 'library.db')
  // A new, empty library must not silently replace the one in use.
  if (expected) requireSameFile(file, expected)
  const notices = createNotices()
  const database = openLibrary(folder, notices)
  restoreOffers(folder, offers, notices)
  notifyIfEmptied({ folder, database, hadLinks }, notices)
  notifyOfUnreadableRules(database, notices)
  const stagedFiles = createStagedFiles(folder)
  const operations = createOperations(database, folder, stagedFiles)
  if (interrupted) {
    operations.records.settlePending(interrupted.create.problem)
    operations.linkChanges.settlePending(interrupted.change)
    for (const run of operations.runs.settleInterrupted()) addInterruptedRun(notices, run)
  }
  if (database.writable) database.reclaim.begin(createUnfinishedTables(database.sql).findOrphans())
  // The operation that needs the index reports any error. The next start tries again.
  database.backfill.finish().catch(() => undefined)
  if (database.writable)
    getRequestHashes(database.sql)
      .finish()
      .catch(() => undefined)
  // Otherwise the file's header would be older than its schema, as in an overwritten file.
  if (database.writable) database.sql.exec('PRAGMA wal_checkpoint(PASSIVE)')
  const guard = database.writable ? guardReplaced({ file, sql: database.sql, onChange: emit }) : null
  return {
    greeting: {
      notices: notices.list(),
      services: operations.services.list(),
      file: guard?.identity ?? null,
      indexDamage: database.backfill.damage ?? null,
    },
    operations,
    wrap: (subject, operation) => {
      const work = () => {
        // Changed links are in every list. If there are many, other operations run in between.
        const waiting = subjectsWithoutIndex.has(subject) ? null : database.backfill.catchUp()
        return waiting ? waiting.then(operation) : operation()
      }
      return guard && subject !== 'closing' ? guard.run(work) : work()
    },
    close: () => {
      operations.closing.begin()
      if (guard) guard.close()
      else database.sql.close()
    },
  }
})

/** Adds a notice about a run that was being sent when the app ended, with its counts and the way to resume it. */
function addInterruptedRun(notices: Notices, { id, name, counts, change }: Run): void {
  const { created, ready, pending, failed, unknown } = counts
  const total = created + ready + pending + failed + unknown
  const uncertain = unknown + pending
  const text = [
    `${formatNumber(created)} of ${formatNumber(total)} ${change ? 'changed' : 'created'}`,
    failed > 0 && `${formatNumber(failed)} failed`,
    uncertain > 0 && `${formatNumber(uncertain)} not certain`,
  ].filter((part) => part !== false)
  notices.add(`“${name.slice(0, 60)}” was interrupted.`, `${text.join(' · ')}.`, { run: id })
}
