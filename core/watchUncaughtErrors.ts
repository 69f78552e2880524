import type { CrashReports } from './log/crashReport.ts'

/**
 * Has everything written down that nothing caught, and calls `end` after the first exception: what it left half done is
 * unknown, and Node says not to go on. A promise that was rejected stops only the work that it stands for, as a bug in a
 * call does, so the app goes on.
 */
export function watchUncaughtErrors(record: CrashReports['record'], end: () => void): void {
  let ending = false
  process.on('uncaughtException', (error) => {
    record('exception', error)
    if (ending) return
    ending = true
    end()
  })
  process.on('unhandledRejection', (reason) => record('rejection', reason))
}
