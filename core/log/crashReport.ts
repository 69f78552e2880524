import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { arch, platform, release } from 'node:os'
import { join } from 'node:path'
import type { Notices } from '../notices.ts'
import type { Redactor } from '../redactor.ts'
import type { BugLog } from './bugLog.ts'
import { formatStack } from './formatStack.ts'

/**
 * Kinds of uncaught errors: an exception, after which the app must exit; an unhandled rejection, after which it
 * continues; or either one in the service on this computer, which only ends that thread.
 */
type UncaughtKind = 'exception' | 'rejection' | 'service'

const kindNames: Record<UncaughtKind, string> = {
  exception: 'uncaught exception. Linkwright closed',
  rejection: 'unhandled promise rejection. Linkwright kept running',
  service: 'a bug stopped the service on this computer. Linkwright kept running',
}

const reportHint = 'The report shows where in the program it happened. It contains no keys.'
const noticeTexts: Record<UncaughtKind, [title: string, text: string]> = {
  exception: ['Linkwright closed because of a bug', `Your links and drafts are kept. ${reportHint}`],
  rejection: [
    'Something went wrong inside Linkwright',
    `It is still running, but your last action may not have completed. ${reportHint}`,
  ],
  service: [
    'The service on this computer stopped because of a bug',
    `Its links are kept. Linkwright starts it again. ${reportHint}`,
  ],
}

/** Maximum length of a report. */
const maxReportLength = 16 * 1_024
/** Maximum file size in bytes: each UTF-16 code unit has up to three. Anything larger wasn't written by the app. */
const maxFileBytes = 3 * maxReportLength

export type CrashReports = ReturnType<typeof createCrashReports>

interface Parts {
  folder: string
  version: string
  redactor: Redactor
  notices: Notices
  bugLog: BugLog
}

/** Saves uncaught errors in `problem-report.txt`, and shows a notice about those of the previous session. */
export function createCrashReports({ folder, version, redactor, notices, bugLog }: Parts) {
  const file = join(folder, 'problem-report.txt')
  const noticeIds = new Set<string>()
  let recordedKind: UncaughtKind | null = null
  const notify = (kind: UncaughtKind, text: string, time: Date) => {
    const name = `linkwright-report-${time.toISOString().slice(0, 10)}.txt`
    noticeIds.add(notices.add(...noticeTexts[kind], { report: { name, text } }))
  }
  notifyLastReport(file, notify)
  const isOwn = (id: string) => noticeIds.delete(id) && notices.list().some((one) => one.id === id)
  return {
    /** Records an error immediately, for the next start to report. Never throws. */
    record: (kind: UncaughtKind, thrown: unknown) => {
      bugLog.report(kindNames[kind], thrown)
      // The first error is usually the cause, but an exception that ended the app replaces an earlier
      // rejection.
      if (recordedKind === 'exception' || recordedKind === kind) return
      recordedKind = kind
      try {
        const text = redactor.redact(formatReport(kind, version, formatStack(thrown)), maxReportLength)
        writeFileSync(file, text, { mode: 0o600 })
        if (kind !== 'exception') notify(kind, text, new Date())
      } catch {
        // A full disk must not cause a second error.
      }
    },
    /** Deletes the report after its notice was dismissed. `errors.log` keeps its contents. */
    dismiss: (id: string) => {
      if (isOwn(id)) rmSync(file, { force: true })
    },
    /** Deletes the report and the log. */
    forget: (id: string) => {
      if (!isOwn(id)) return
      rmSync(file, { force: true })
      bugLog.clear()
    },
  }
}

function formatReport(kind: UncaughtKind, version: string, stack: string): string {
  const runtime = [
    `Node ${process.version}`,
    process.versions['electron'] && `Electron ${process.versions['electron']}`,
  ]
  return [
    `Linkwright ${version}`,
    `${platform()} ${release()} ${arch()}, ${runtime.filter(Boolean).join(', ')}`,
    `At ${new Date().toISOString()}: ${kindNames[kind]}.`,
    '',
    stack.slice(0, 8_000),
    '',
  ].join('\n')
}

/** Must not prevent startup: an unreadable report is left in place. */
function notifyLastReport(file: string, notify: (kind: UncaughtKind, text: string, at: Date) => void): void {
  try {
    const stats = statSync(file, { throwIfNoEntry: false })
    if (!stats?.isFile() || stats.size > maxFileBytes) return
    const text = readFileSync(file, 'utf8')
    const kind = (['rejection', 'service'] as const).find((other) => text.includes(kindNames[other]))
    notify(kind ?? 'exception', text, stats.mtime)
  } catch {
    return
  }
}
