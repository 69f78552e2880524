import cluster from 'node:cluster'
import { apiPrefix } from '../contract/headers.ts'
import { bufferedLog, maxBytesShared } from './http/log.ts'
import type { Log } from './http/log.ts'
import { answerTo } from './arguments.ts'
import { endWithLauncher } from './launcher.ts'
import { listenFault } from './listenFault.ts'
import { startService } from './service.ts'
import { shownDatabase } from './settings/database.ts'
import { unknownSettings } from './settings/misspelt.ts'
import { readSettings } from './settings/settings.ts'
import type { Settings } from './settings/settings.ts'
import { StartFault, WrongSetting } from './settings/wrongSetting.ts'
import { askedToEnd, outliveHangUp } from './signals.ts'
import { openStore } from './store/open.ts'
import { version } from './version.ts'
import { superviseWorkers } from './workers.ts'

/** How long the end may take in all: requests have ten seconds of it, then the database. A supervisor waits for longer. */
const deadlineMs = 14_000

/** The standalone service: `npm run service`. Every setting is an environment variable; see docs/operating.md. */
async function main(): Promise<void> {
  const answer = answerTo(process.argv.slice(2))
  if (answer !== null) {
    console.log(answer)
    return
  }
  const settings = readSettings(process.env)
  const print = (text: string) => process.stdout.write(text)
  // Workers have one output, and a line of one shall not end up within a line of another.
  const log = settings.workers > 1 ? bufferedLog(print, maxBytesShared) : bufferedLog(print)
  process.on('exit', log.flush)
  // Whoever reads the log may go away; that is no reason to stop serving.
  process.stdout.on('error', () => undefined)
  endWithLauncher()
  outliveHangUp(log)
  if (cluster.isPrimary) {
    for (const name of unknownSettings(process.env))
      log.write({ level: 'info', event: 'setting_unknown', name })
  }
  if (settings.workers > 1 && cluster.isPrimary) {
    process.exitCode = await superviseWorkers({ count: settings.workers, log })
  } else {
    await serve(settings, log)
  }
}

/** Serves until SIGTERM or SIGINT. */
async function serve(settings: Settings, log: Log): Promise<void> {
  const store = await openStore(settings.database)
  // From the first request on, a signal shall not cut off what runs.
  const ended = askedToEnd(deadlineMs)
  const { origin, linkOrigin, stop } = await startService({ ...settings, store, log })
  // Of workers that share the port, one speaks for all.
  if ((cluster.worker?.id ?? 1) === 1) {
    const places = `API at ${origin}${apiPrefix}, links under ${linkOrigin}/`
    console.log(`Linkwright service ${version}: ${places}, database ${shownDatabase(settings.database)}`)
  }
  await ended
  await stop()
  cluster.worker?.disconnect()
}

/** What keeps it from starting is told in a line; anything else is a bug and may show where it happened. */
function fail(error: unknown): never {
  const told = listenFault(error)
  console.error(told instanceof WrongSetting || told instanceof StartFault ? told.message : told)
  process.exit(told instanceof WrongSetting ? 2 : 1)
}

main().catch(fail)
