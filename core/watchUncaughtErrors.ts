import type { CrashReports } from './log/crashReport.ts'

/**
 * Records uncaught errors. After the first exception, calls `end`, because the state is unknown (Node advises not to
 * continue). An unhandled rejection affects only its own work, so the app continues.
 */
export function watchUncaughtErrors(record: CrashReports['record'], end: () => void): void {
  let completion = false
  process.on('uncaughtException', (error) => {
    record('exception', error)
    if (completion) return
    completion = true
    end()
  })
  process.on('unhandledRejection', (reason) => record('rejection', reason))
}
