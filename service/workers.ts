import cluster from 'node:cluster'
import { workerStdio } from './inheritedSocket.ts'
import { Supervisor } from './supervisor.ts'
import { bugEntry } from './http/log.ts'
import type { Log } from './http/log.ts'
import type { Settings } from './settings/settings.ts'
import { StartError, InvalidSettingError } from './settings/settingErrors.ts'
import { waitForEndSignal } from './signals.ts'
import { serveCombinedMetrics } from './supervisorMetrics.ts'

/** Maximum time to shut down if workers that don't exit have to be killed. */
const shutdownDeadlineMs = 20_000

export interface WorkerOptions {
  settings: Settings
  /** Reads the settings again; throws if they are invalid. */
  readAgain: (before: Settings) => Settings
  /** Called when the first worker serves. */
  announce: (announcement: string) => void
  /** Called when a reload begins. The promise resolves when it has ended, with new settings or refused. */
  onReload: (reloaded: Promise<void>) => void
  /** Called with the reason if it can't serve. */
  refuse: (sentence: string) => void
  log: Log
}

/**
 * Runs this program in several processes that share one port, until SIGTERM or SIGINT. The first starts alone, so
 * that a start error is reported once. SIGHUP reloads the settings. Resolves with the exit code.
 */
export async function superviseWorkers(options: WorkerOptions): Promise<number> {
  const { settings, announce, refuse, log } = options
  const supervisor = new Supervisor(settings, log)
  serveCombinedMetrics()
  void waitForEndSignal(shutdownDeadlineMs).then(() => supervisor.stop())
  const waitForHangup = createHangUpWaiter()
  // Workers accept connections themselves. With Node's default, the supervisor passes connections on, and one
  // on its way to a crashing worker would never be answered or closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  if (settings.inheritedSocket) cluster.setupPrimary({ stdio: [...workerStdio] })
  const first = await supervisor.reload(settings, (announcement) => {
    announce(announcement)
    log.flush()
  })
  if (first.announcement === null) {
    if (!supervisor.isStopping && first.sentence !== null) refuse(first.sentence)
    return supervisor.isStopping ? 0 : first.code
  }
  for (;;) {
    await Promise.race([waitForHangup(), supervisor.stopped])
    if (supervisor.isStopping) break
    const reloaded = reloadWorkers(supervisor, options)
    options.onReload(reloaded)
    await reloaded
  }
  await supervisor.stopped
  return 0
}

/**
 * Returns a function that waits for SIGHUP. A signal that arrived earlier counts; several at once count as
 * one.
 */
function createHangUpWaiter(): () => Promise<void> {
  let next = Promise.withResolvers<null>()
  process.on('SIGHUP', () => next.resolve(null))
  return async () => {
    await next.promise
    next = Promise.withResolvers()
  }
}

/**
 * Reloads the workers with the current settings. If the settings are invalid, reports it and changes nothing.
 */
async function reloadWorkers(supervisor: Supervisor, { readAgain, log }: WorkerOptions): Promise<void> {
  const refused = (error: string) => log.write({ level: 'error', event: 'settings_refused', error })
  try {
    const settings = readAgain(supervisor.settings)
    const first = await supervisor.reload(settings, () =>
      log.write({ level: 'info', event: 'settings_read' }),
    )
    if (supervisor.isStopping) return
    if (first.announcement === null) refused(first.sentence ?? `A new worker exited with code ${first.code}.`)
    else log.write({ level: 'info', event: 'workers_replaced' })
  } catch (error) {
    if (error instanceof InvalidSettingError || error instanceof StartError) refused(error.message)
    else log.write(bugEntry(null, error))
  }
}
