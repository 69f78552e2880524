import cluster from 'node:cluster'
import { createBufferedLog, maxSharedWriteBytes, type Log } from './http/log.ts'
import type { OpenConnections } from './http/openConnections.ts'
import { reloadSettings } from './settings/reload.ts'
import { unknownSettings } from './settings/unknownSettings.ts'
import { readSettings } from './settings/settings.ts'
import { StartError, InvalidSettingError } from './settings/settingErrors.ts'
import { endWithLauncher } from './workers/launcher.ts'
import { connectSystemd } from './workers/systemd.ts'
import { superviseWorkers } from './workers/workers.ts'
import { receiveSettings, respondToPings, sendReport, waitForRetirement } from './workers/workerMessages.ts'
import { settingNames } from './settings/names.ts'
import { quoteWrongValue } from './settings/variables.ts'
import { version } from './version.ts'

const print = (text: string) => process.stdout.write(text)

/** The standalone service: `npm run service`. Every setting is an environment variable; see docs/operating/settings.md. */
async function main(): Promise<void> {
  const output = runArguments(process.argv.slice(2))
  if (output !== null) {
    console.log(output)
    return
  }
  const settings = readSettings(process.env)
  if (process.platform !== 'win32') endWithLauncher(process.env)
  // Windows has no signal for a rolling reload, so a single worker needs no supervisor there.
  const isSupervised = settings.workers > 1 || process.platform !== 'win32'
  const log = startLog(isSupervised)
  const systemd = connectSystemd(process.env)
  const announce = (announcement: string) => {
    console.log(announcement)
    systemd.ready()
  }
  for (const name of unknownSettings(process.env))
    log.write({ level: 'info', event: 'setting_unknown', name })
  if (isSupervised) {
    process.exitCode = await superviseWorkers({
      settings,
      rereadSettings: (current) => reloadSettings(process.env, current),
      announce,
      onReload: (reload) => {
        systemd.reloading()
        void reload.finally(systemd.ready)
      },
      reportStartError: console.error,
      log,
    })
  } else {
    process.on('SIGHUP', () => undefined)
    const { serve } = await import('./serve.ts')
    await serve(settings, { log, announce })
  }
}

/** Returns what the service prints instead of serving, or `null` without arguments. */
function runArguments(args: string[]): string | null {
  const [first] = args
  if (first === undefined) return null
  if (args.length === 1 && first === '--version') return version
  if (args.length === 1 && (first === '--help' || first === '-h')) return helpText()
  throw new InvalidSettingError(
    `The only arguments of the service are --help and --version${quoteWrongValue(args.join(' '))}. ` +
      'Configure it with environment variables, such as PORT=8080.',
  )
}

function helpText(): string {
  const width = Math.max(...Object.keys(settingNames).map(({ length }) => length)) + 3
  return [
    `Linkwright service ${version}: the API with which applications create links, and the host that opens them.`,
    '',
    'Usage: npm run service',
    '',
    'Every setting is an environment variable; the default is in parentheses:',
    '',
    ...Object.entries(settingNames).map(([name, description]) => `  ${name.padEnd(width)}${description}`),
    '',
    'Instead of NAME, you can set NAME_FILE to a file with the value. SIGTERM stops the service.',
    'To manage projects and keys, see service/deploy/linkwright help. For everything else, see docs/operating.md.',
  ].join('\n')
}

/** Runs one of the worker processes that `main` supervises. */
async function runWorker(): Promise<void> {
  const log = startLog(true)
  // Closing a terminal sends SIGHUP to every process. The supervisor decides what to do.
  process.on('SIGHUP', () => undefined)
  const retirement = waitForRetirement()
  const settings = await receiveSettings()
  // Imported here so that a supervisor doesn't load the server's code into memory.
  const { serve } = await import('./serve.ts')
  const announce = (announcement: string, connections: OpenConnections) => {
    respondToPings(connections)
    void sendReport({ type: 'serving', announcement })
  }
  await serve(settings, { log, announce, retirement })
  cluster.worker?.disconnect()
}

/** All workers share stdout, and log lines must not be interleaved. */
function startLog(isShared: boolean): Log {
  const log = isShared ? createBufferedLog(print, maxSharedWriteBytes) : createBufferedLog(print)
  process.on('exit', log.flush)
  // The service keeps running even if the reader of its log exits.
  process.stdout.on('error', () => undefined)
  return log
}

/** Expected start errors are one line. Anything else is a bug and shows its stack. */
async function failStart(error: unknown): Promise<never> {
  const startError = toListenError(error)
  const isExpected = startError instanceof InvalidSettingError || startError instanceof StartError
  if (isExpected && cluster.isWorker) await sendReport({ type: 'not_serving', sentence: startError.message })
  else console.error(isExpected ? startError.message : startError)
  process.exit(startError instanceof InvalidSettingError ? 2 : 1)
}

/**
 * Explains why the service cannot listen on `HOST` and `PORT`; returns any other error unchanged. Most causes
 * are temporary: another program uses the port, or the network is not up yet.
 */
function toListenError(error: unknown): unknown {
  const { code = 'unknown reason', syscall, address, port, hostname } = error as ListenError
  if (syscall === 'getaddrinfo') {
    return new StartError(`The name ${hostname} in HOST cannot be resolved (${code}).`)
  }
  // In a worker that shares its port, Node names the same system call differently.
  if (syscall !== 'listen' && syscall !== 'bind') return error
  const endpoint = address?.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
  const sentence = `The service cannot listen on ${endpoint} (${code}): ${listenReasons[code] ?? 'the system refused it'}.`
  return code === 'EACCES' ? new InvalidSettingError(sentence) : new StartError(sentence)
}

type ListenError = NodeJS.ErrnoException & { address?: string; port?: number; hostname?: string }

const listenReasons: Record<string, string> = {
  EADDRINUSE: 'another program is using it. Stop that program, or change PORT',
  EACCES:
    'its user lacks the permission, which ports below 1024 usually need. Use a higher PORT, or grant the permission',
  EADDRNOTAVAIL:
    'HOST is not an address of this computer. Use one of its addresses, or 0.0.0.0 or :: for all',
}

;(cluster.isWorker ? runWorker() : main()).catch(failStart)
