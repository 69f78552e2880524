import { closeSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { arch, platform, release } from 'node:os'
import { join } from 'node:path'
import type { Notices } from '../notices.ts'
import type { Redactor } from '../redactor.ts'
import type { BugLog } from './bugLog.ts'
import { formatStack } from './formatStack.ts'

/**
 * What nobody caught: an exception, after which the app must end; a rejected promise, after which it goes on; either of them in
 * the service on this computer, of which no more than its thread ends.
 */
export type UncaughtKind = 'exception' | 'rejection' | 'service'

const callNames: Record<UncaughtKind, string> = {
  exception: 'uncaught exception',
  rejection: 'unhandled rejection',
  service: 'end of the service on this computer',
}

const kindNames: Record<UncaughtKind, string> = {
  exception: 'an exception that nothing caught. Linkwright was closed',
  rejection: 'a rejected promise that nothing waited for. Linkwright went on',
  service: 'the service on this computer ended by a bug. Linkwright went on',
}

const reportHint = 'The report shows where in the program it happened. There are no keys in it.'
const noticeTexts: Record<UncaughtKind, [title: string, text: string]> = {
  exception: ['Linkwright closed because of a bug', `Your links and drafts are kept. ${reportHint}`],
  rejection: [
    'Something went wrong inside Linkwright',
    `It went on, but something may not have been done. ${reportHint}`,
  ],
  service: [
    'The service on this computer stopped because of a bug',
    `Its links are kept. Linkwright starts it again. ${reportHint}`,
  ],
}

/** In bytes; what is longer was not written here. */
const maxReportBytes = 16 * 1_024

export interface CrashReports {
  /** Writes a fault down, at once and for the next start. Never throws. */
  record: (kind: UncaughtKind, thrown: unknown) => void
  /** The notice was read: the report has been told. `errors.log` keeps what it says. */
  dismiss: (noticeId: string) => void
  /** The person wants nothing of it kept. */
  forget: (noticeId: string) => void
}

interface Parts {
  folder: string
  version: string
  redactor: Redactor
  notices: Notices
  bugLog: BugLog
}

/** Keeps the report of what nobody caught in `problem-report.txt`, and tells what the last start left there. */
export function createCrashReports({ folder, version, redactor, notices, bugLog }: Parts): CrashReports {
  const file = join(folder, 'problem-report.txt')
  const notified = new Set<string>()
  let recorded: UncaughtKind | null = null
  const notify = (kind: UncaughtKind, text: string, at: Date) => {
    const name = `linkwright-report-${at.toISOString().slice(0, 10)}.txt`
    notified.add(notices.add(...noticeTexts[kind], { report: { name, text } }))
  }
  notifyLastReport(file, notify)
  const isOwn = (id: string) => notified.delete(id) && notices.list().some((one) => one.id === id)
  return {
    record: (kind, thrown) => {
      bugLog.report(callNames[kind], thrown)
      // What came first is the cause; but the end of the app is told rather than what it went on after.
      if (recorded === 'exception' || recorded === kind) return
      recorded = kind
      try {
        const text = redactor.redact(formatReport(kind, version, formatStack(thrown)), maxReportBytes)
        writeFileSync(file, text, { mode: 0o600 })
        if (kind !== 'exception') notify(kind, text, new Date())
      } catch {
        // A full disk must not turn one fault into two.
      }
    },
    dismiss: (id) => {
      if (isOwn(id)) rmSync(file, { force: true })
    },
    forget: (id) => {
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

/** Never a reason not to start: a report that cannot be read is left where it is. */
function notifyLastReport(file: string, notify: (kind: UncaughtKind, text: string, at: Date) => void): void {
  try {
    const found = statSync(file, { throwIfNoEntry: false })
    if (!found?.isFile()) return
    const text = readBeginning(file)
    const kind = (['rejection', 'service'] as const).find((other) => text.includes(kindNames[other]))
    notify(kind ?? 'exception', text, found.mtime)
  } catch {
    return
  }
}

function readBeginning(file: string): string {
  const bytes = Buffer.alloc(maxReportBytes)
  const descriptor = openSync(file, 'r')
  try {
    return bytes.toString('utf8', 0, readSync(descriptor, bytes))
  } finally {
    closeSync(descriptor)
  }
}
