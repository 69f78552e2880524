import cluster from 'node:cluster'
import { Supervisor } from './supervisor.ts'
import { bugEntry } from './http/log.ts'
import type { Log } from './http/log.ts'
import type { Settings } from './settings/settings.ts'
import { StartError, InvalidSettingError } from './settings/settingErrors.ts'
import { waitForEndSignal } from './signals.ts'
import { serveCombinedMetrics } from './supervisorMetrics.ts'

/** How long the end may take, when workers are killed that have not ended by themselves. */
const shutdownDeadlineMs = 20_000

export interface WorkerOptions {
  settings: Settings
  /** Reads the settings again; throws what is wrong with them. */
  readAgain: (before: Settings) => Settings
  /** Says that the first worker serves. */
  announce: (announcement: string) => void
  /** Says what keeps it from serving. */
  refuse: (sentence: string) => void
  log: Log
}

/**
 * Runs this program again in processes that share one port, until SIGTERM or SIGINT, and replaces those that die. The first
 * one starts alone: what keeps it from starting, such as a wrong database, is said once and ends everything with its exit
 * code. SIGHUP makes the settings be read again, and the workers be replaced one after another. Resolves to the exit code
 * when all have ended.
 */
export async function superviseWorkers(options: WorkerOptions): Promise<number> {
  const { settings, announce, refuse, log } = options
  const supervisor = new Supervisor(settings, log)
  serveCombinedMetrics()
  void waitForEndSignal(shutdownDeadlineMs).then(() => supervisor.dismiss())
  const hungUp = createHangUpWaiter()
  // Workers take connections from the port themselves. Handed over by this process, which is Node's default, a connection
  // on its way to a worker that dies would never be answered nor closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const first = await supervisor.renew(settings, (announcement) => {
    announce(announcement)
    log.flush()
  })
  if (first.announcement === null) {
    if (!supervisor.dismissed && first.sentence !== null) refuse(first.sentence)
    return supervisor.dismissed ? 0 : first.code
  }
  for (;;) {
    await Promise.race([hungUp(), supervisor.gone])
    if (supervisor.dismissed) break
    await reloadWorkers(supervisor, options)
  }
  await supervisor.gone
  return 0
}

/** How to wait for a SIGHUP. One that came before somebody waits counts, and those that came together are one. */
function createHangUpWaiter(): () => Promise<void> {
  let next = Promise.withResolvers<null>()
  process.on('SIGHUP', () => next.resolve(null))
  return async () => {
    await next.promise
    next = Promise.withResolvers()
  }
}

/** Renews the crew with the settings as they are now. What is wrong with them is told, and all stays as it is. */
async function reloadWorkers(supervisor: Supervisor, { readAgain, log }: WorkerOptions): Promise<void> {
  const refused = (error: string) => log.write({ level: 'error', event: 'settings_refused', error })
  try {
    const settings = readAgain(supervisor.settings)
    const first = await supervisor.renew(settings, () => log.write({ level: 'info', event: 'settings_read' }))
    if (supervisor.dismissed) return
    if (first.announcement === null) refused(first.sentence ?? `A new worker has ended with ${first.code}.`)
    else log.write({ level: 'info', event: 'workers_replaced' })
  } catch (error) {
    if (error instanceof InvalidSettingError || error instanceof StartError) refused(error.message)
    else log.write(bugEntry(null, error))
  }
}
