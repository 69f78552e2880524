import cluster from 'node:cluster'
import { answerTo } from './arguments.ts'
import { bufferedLog, maxBytesShared } from './http/log.ts'
import type { Log } from './http/log.ts'
import { endWithLauncher } from './launcher.ts'
import { listenFault } from './listenFault.ts'
import { readSettingsAgain } from './settings/again.ts'
import { unknownSettings } from './settings/misspelt.ts'
import { readSettings } from './settings/settings.ts'
import { StartFault, WrongSetting } from './settings/wrongSetting.ts'
import { superviseWorkers } from './workers.ts'
import { reportNotServing, reportServing, settingsOfWorker, toldToRetire } from './workerTalk.ts'

const print = (text: string) => process.stdout.write(text)

/** The standalone service: `npm run service`. Every setting is an environment variable; see docs/operating.md. */
async function main(): Promise<void> {
  const answer = answerTo(process.argv.slice(2))
  if (answer !== null) {
    console.log(answer)
    return
  }
  const settings = readSettings(process.env)
  endWithLauncher()
  // Windows has no signal by which workers could be told to be replaced, so that a single one needs no supervisor.
  const isSupervised = settings.workers > 1 || process.platform !== 'win32'
  const log = startLog(isSupervised)
  for (const name of unknownSettings(process.env))
    log.write({ level: 'info', event: 'setting_unknown', name })
  if (isSupervised) {
    process.exitCode = await superviseWorkers({
      settings,
      readAgain: (before) => readSettingsAgain(process.env, before),
      announce: console.log,
      refuse: console.error,
      log,
    })
  } else {
    process.on('SIGHUP', () => undefined)
    const { serve } = await import('./serve.ts')
    await serve(settings, { log, announce: console.log })
  }
}

/** One of the processes that `main` supervises. */
async function work(): Promise<void> {
  const log = startLog(true)
  // A terminal that is closed tells all processes. Who supervises this one knows what to do.
  process.on('SIGHUP', () => undefined)
  const retired = toldToRetire()
  const settings = await settingsOfWorker()
  // Here and not above, since a supervisor would need memory for all that it takes to serve.
  const { serve } = await import('./serve.ts')
  await serve(settings, { log, announce: reportServing, retired })
  cluster.worker?.disconnect()
}

/** Processes have one output, and a line of one shall not end up within a line of another. */
function startLog(isShared: boolean): Log {
  const log = isShared ? bufferedLog(print, maxBytesShared) : bufferedLog(print)
  process.on('exit', log.flush)
  // Whoever reads the log may go away; that is no reason to stop serving.
  process.stdout.on('error', () => undefined)
  return log
}

/** What keeps it from starting is told in a line; anything else is a bug and may show where it happened. */
async function fail(error: unknown): Promise<never> {
  const told = listenFault(error)
  const isExpected = told instanceof WrongSetting || told instanceof StartFault
  if (isExpected && cluster.isWorker) await reportNotServing(told.message)
  else console.error(isExpected ? told.message : told)
  process.exit(told instanceof WrongSetting ? 2 : 1)
}

;(cluster.isWorker ? work() : main()).catch(fail)
