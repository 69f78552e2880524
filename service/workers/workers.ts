import cluster from 'node:cluster'
import { workerStdio } from './inheritedSocket.ts'
import { Supervisor } from './supervisor.ts'
import { bugEntry, type Log } from '../http/log.ts'
import type { Settings } from '../settings/settings.ts'
import { StartError, InvalidSettingError } from '../settings/settingErrors.ts'
import { waitForEndSignal } from './signals.ts'
import { serveCombinedMetrics } from './supervisorMetrics.ts'

/** Maximum time to shut down if workers that don't exit have to be killed. */
const shutdownDeadlineMs = 20_000

export interface WorkerOptions {
  settings: Settings
  /** Reads the settings again; throws if they are invalid. */
  rereadSettings: (before: Settings) => Settings
  /** Called when the first worker serves. */
  announce: (announcement: string) => void
  /** Called when a reload begins. The promise resolves when it has ended, with new settings or refused. */
  onReload: (reload: Promise<void>) => void
  /** Called with the reason if it can't serve. */
  reportStartError: (sentence: string) => void
  log: Log
}

/**
 * Runs this program in several processes that share one port, until SIGTERM or SIGINT. The first starts alone, so
 * that a start error is reported once. SIGHUP reloads the settings. Resolves with the exit code.
 */
export async function superviseWorkers(options: WorkerOptions): Promise<number> {
  const { settings, announce, reportStartError, log } = options
  const supervisor = new Supervisor(settings, log)
  serveCombinedMetrics()
  void waitForEndSignal(shutdownDeadlineMs).then(() => supervisor.stop())
  const waitForHangup = createHangUpWaiter()
  // Workers accept connections themselves. With Node's default, the supervisor passes connections on, and one
  // on its way to a crashing worker would never be answered or closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  if (settings.inheritedSocket) cluster.setupPrimary({ stdio: [...workerStdio] })
  const start = await supervisor.reload(settings, (announcement) => {
    announce(announcement)
    log.flush()
  })
  if (start.announcement === null) {
    if (!supervisor.isStopping && start.sentence !== null) reportStartError(start.sentence)
    return supervisor.isStopping ? 0 : start.code
  }
  for (;;) {
    await Promise.race([waitForHangup(), supervisor.stopped])
    if (supervisor.isStopping) break
    const reload = reloadWorkers(supervisor, options)
    options.onReload(reload)
    await reload
  }
  await supervisor.stopped
  return 0
}

/**
 * Returns a function that waits for SIGHUP. A signal that arrived earlier counts; several at once count as
 * one.
 */
function createHangUpWaiter(): () => Promise<void> {
  let nextSignal = Promise.withResolvers<null>()
  process.on('SIGHUP', () => nextSignal.resolve(null))
  return async () => {
    await nextSignal.promise
    nextSignal = Promise.withResolvers()
  }
}

/**
 * Reloads the workers with the current settings. If the settings are invalid, reports it and changes nothing.
 */
async function reloadWorkers(supervisor: Supervisor, { rereadSettings, log }: WorkerOptions): Promise<void> {
  const logRefusal = (error: string) => log.write({ level: 'error', event: 'settings_refused', error })
  try {
    const settings = rereadSettings(supervisor.settings)
    const start = await supervisor.reload(settings, () =>
      log.write({ level: 'info', event: 'settings_read' }),
    )
    if (supervisor.isStopping) return
    if (start.announcement === null)
      logRefusal(start.sentence ?? `A new worker exited with code ${start.code}.`)
    else log.write({ level: 'info', event: 'workers_replaced' })
  } catch (error) {
    if (error instanceof InvalidSettingError || error instanceof StartError) logRefusal(error.message)
    else log.write(bugEntry(null, error))
  }
}
