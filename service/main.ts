import cluster from 'node:cluster'
import { runArguments } from './arguments.ts'
import { createBufferedLog, maxSharedWriteBytes } from './http/log.ts'
import type { Log } from './http/log.ts'
import { reloadSettings } from './settings/reload.ts'
import { unknownSettings } from './settings/misspelled.ts'
import { readSettings } from './settings/settings.ts'
import { StartError, InvalidSettingError } from './settings/settingErrors.ts'
import { superviseWorkers } from './workers.ts'
import { reportNotServing, reportServing, receiveSettings, waitForRetirement } from './workerMessages.ts'

const print = (text: string) => process.stdout.write(text)

/** The standalone service: `npm run service`. Every setting is an environment variable; see docs/operating.md. */
async function main(): Promise<void> {
  const answer = runArguments(process.argv.slice(2))
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
      readAgain: (before) => reloadSettings(process.env, before),
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

const pollIntervalMs = 250

/**
 * Ends this process in order, by SIGTERM, when `npm run` has gone. npm hands the signal to a shell that it puts between,
 * and that shell dies of it without telling us; we would go on running and hold the port.
 */
function endWithLauncher(): void {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') return
  const launcher = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === launcher) return
    clearInterval(looking)
    process.kill(process.pid, 'SIGTERM')
  }, pollIntervalMs).unref()
}

/** One of the processes that `main` supervises. */
async function runWorker(): Promise<void> {
  const log = startLog(true)
  // A terminal that is closed tells all processes. Who supervises this one knows what to do.
  process.on('SIGHUP', () => undefined)
  const retired = waitForRetirement()
  const settings = await receiveSettings()
  // Here and not above, since a supervisor would need memory for all that it takes to serve.
  const { serve } = await import('./serve.ts')
  await serve(settings, { log, announce: reportServing, retired })
  cluster.worker?.disconnect()
}

/** Processes have one output, and a line of one shall not end up within a line of another. */
function startLog(isShared: boolean): Log {
  const log = isShared ? createBufferedLog(print, maxSharedWriteBytes) : createBufferedLog(print)
  process.on('exit', log.flush)
  // Whoever reads the log may go away; that is no reason to stop serving.
  process.stdout.on('error', () => undefined)
  return log
}

/** What keeps it from starting is told in a line; anything else is a bug and may show where it happened. */
async function failStart(error: unknown): Promise<never> {
  const reported = toListenError(error)
  const isExpected = reported instanceof InvalidSettingError || reported instanceof StartError
  if (isExpected && cluster.isWorker) await reportNotServing(reported.message)
  else console.error(isExpected ? reported.message : reported)
  process.exit(reported instanceof InvalidSettingError ? 2 : 1)
}

/**
 * Why the service cannot listen where `HOST` and `PORT` say; any other error as it is. Most of it may pass: another program
 * ends, or a network comes up after the service.
 */
function toListenError(error: unknown): unknown {
  const { code = 'unknown reason', syscall, address, port, hostname } = error as ListenError
  if (syscall === 'getaddrinfo') {
    return new StartError(`HOST is ${hostname}, a name that cannot be resolved (${code}).`)
  }
  // Of a worker that shares its port, Node calls the same step by another name.
  if (syscall !== 'listen' && syscall !== 'bind') return error
  const endpoint = address?.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
  const sentence = `The service cannot listen on ${endpoint}: ${listenReasons[code] ?? 'the system refuses it'} (${code}).`
  return code === 'EACCES' ? new InvalidSettingError(sentence) : new StartError(sentence)
}

type ListenError = NodeJS.ErrnoException & { address?: string; port?: number; hostname?: string }

const listenReasons: Record<string, string> = {
  EADDRINUSE: 'another program listens there. End it, or set PORT to another port',
  EACCES:
    'its user may not, which is usual below port 1024. Set PORT to a higher one, or give it the right to',
  EADDRNOTAVAIL: 'HOST is no address of this computer. Set it to one, or to 0.0.0.0 or :: for all',
}

;(cluster.isWorker ? runWorker() : main()).catch(failStart)
