/**
 * Replaces systemctl on a machine without systemd: starts units with their users, variables and folders, and tracks
 * them in `/run`. Sandboxing is left out; `systemd-analyze` checks it elsewhere.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const units = '/etc/systemd/system'

/** Returns a unit's settings in order: its file, then its drop-ins. */
function settingsOf(unit: string): [name: string, value: string][] {
  const dropIns = `${units}/${unit}.service.d`
  const files = [
    `${units}/${unit}.service`,
    ...(existsSync(dropIns) ? readdirSync(dropIns).map((name) => `${dropIns}/${name}`) : []),
  ]
  return files
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .flatMap((line) => {
      const [, name, value] = /^([A-Z]\w*)=(.*)$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value] as [string, string]]
    })
}

const allValues = (unit: string, key: string) =>
  settingsOf(unit).flatMap(([name, value]) => (name === key ? value.split(' ') : []))
const lastValue = (unit: string, key: string) =>
  settingsOf(unit).findLast(([name]) => name === key)?.[1] ?? ''
/** Later values of a variable override earlier ones. */
const variables = (unit: string) =>
  Object.fromEntries(
    allValues(unit, 'Environment').map((text) => [
      text.slice(0, text.indexOf('=')),
      text.slice(text.indexOf('=') + 1),
    ]),
  )
const pidFile = (unit: string) => `/run/${unit}.pid`

function mainProcess(unit: string): number | null {
  if (!existsSync(pidFile(unit))) return null
  const pid = Number(readFileSync(pidFile(unit), 'utf8'))
  return existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`).length > 0 ? pid : null
}

/** Starts a unit; waits for a unit that ends by itself. */
function start(unit: string): void {
  if (mainProcess(unit) !== null) return
  const user = lastValue(unit, 'User')
  for (const folder of allValues(unit, 'StateDirectory')) {
    mkdirSync(`/var/lib/${folder}`, { recursive: true })
    execFileSync('chown', [`${user}:`, `/var/lib/${folder}`])
    execFileSync('chmod', [lastValue(unit, 'StateDirectoryMode'), `/var/lib/${folder}`])
  }
  const log = openSync(`/var/log/${unit}.log`, 'a')
  const identity = [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--no-new-privs']
  const command = ['setpriv', ...identity, ...lastValue(unit, 'ExecStart').split(' ')]
  const options = {
    cwd: lastValue(unit, 'WorkingDirectory'),
    env: { PATH: process.env['PATH'], ...variables(unit) },
    stdio: ['ignore', log, log] as ['ignore', number, number],
  }
  process.umask(Number.parseInt(lastValue(unit, 'UMask'), 8))
  if (lastValue(unit, 'Type') === 'oneshot') {
    execFileSync(command[0] ?? '', command.slice(1), options)
    return
  }
  const child = spawn(command[0] ?? '', command.slice(1), { ...options, detached: true })
  writeFileSync(pidFile(unit), String(child.pid))
  child.unref()
}

async function stop(unit: string): Promise<void> {
  const pid = mainProcess(unit)
  if (pid === null) return
  process.kill(pid, 'SIGTERM')
  while (mainProcess(unit) !== null) await pause(50)
  rmSync(pidFile(unit))
}

function reload(unit: string): void {
  const pid = mainProcess(unit)
  if (pid === null) throw new Error(`${unit} is not running.`)
  const [command = '', ...args] = lastValue(unit, 'ExecReload').replace('$MAINPID', String(pid)).split(' ')
  execFileSync(command, args)
}

/** nginx's package includes its unit. */
function nginx(action: string): void {
  const isRunning = existsSync('/run/nginx.pid')
  if (action === 'reload' && isRunning) execFileSync('nginx', ['-s', 'reload'])
  else if (!isRunning) execFileSync('nginx', { stdio: 'inherit' })
}

async function control(action: string, unit: string): Promise<void> {
  if (unit === 'nginx') nginx(action)
  else if (action === 'start' || action === 'enable') start(unit)
  else if (action === 'stop') await stop(unit)
  else if (action === 'restart') await stop(unit).then(() => start(unit))
  else if (action === 'reload') reload(unit)
  else if (action === 'show') {
    const settings = Object.entries(variables(unit)).map(([name, value]) => `${name}=${value}`)
    process.stdout.write(`${settings.join(' ')}\n`)
  } else throw new Error(`This replacement does not support systemctl ${action}.`)
}

const [action = '', ...words] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
// Timers run only on schedule. The service opens its socket itself here; tests/service/inheritedSocket.long.test.ts covers
// sockets from systemd.
for (const unit of words.filter((name) => !/\.(timer|socket)$/.test(name))) await control(action, unit)
