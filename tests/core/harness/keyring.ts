import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { busAddress, connectBus } from '../../../core/keys/secretService/bus.ts'

/** Returns why no real keyring can be started here; `null` if one can. */
export function keyringMissing(): string | null {
  for (const program of ['dbus-daemon', 'gnome-keyring-daemon']) {
    if (spawnSync('which', [program]).status !== 0) return `the program ${program} is not installed`
  }
  const library = spawnSync('sh', ['-c', 'ldconfig -p | grep libsecret-1.so.0']).status === 0
  return library ? null : 'the library libsecret-1.so.0 is not installed'
}

/** A private session bus with a keyring. */
export interface Session {
  env: NodeJS.ProcessEnv
  /** Starts GNOME Keyring. With a password it is unlocked, and created the first time; without one it stays locked. */
  startKeyring: (password?: string) => Promise<void>
  stopKeyring: () => Promise<void>
  /** Locks the running keyring, as a desktop does when its screen is locked. */
  lockKeyring: () => void
  /** Returns how many keys it has. */
  countKeys: () => number
  /** Makes the keyring hang: it runs but doesn't answer, as behind a prompt that the user never sees. */
  pauseKeyring: () => void
  stop: () => Promise<void>
}

/** `providers: false` is a bus that can start no program, as on a computer without a keyring. */
export async function startSession(folder: string, { providers = true } = {}): Promise<Session> {
  const runtime = join(folder, 'run')
  await mkdir(runtime, { recursive: true, mode: 0o700 })
  const config = join(folder, 'bus.conf')
  await writeFile(config, busConfig(runtime, providers))
  const base = {
    PATH: process.env['PATH'],
    HOME: folder,
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_RUNTIME_DIR: runtime,
  }
  const bus = spawn('dbus-daemon', ['--nofork', '--print-address', `--config-file=${config}`], {
    env: base,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = (await once(bus.stdout, 'data')) as [Buffer]
  const env = { ...base, DBUS_SESSION_BUS_ADDRESS: line.toString().trim() }
  let keyring: ChildProcess | null = null

  const stopKeyring = async () => {
    if (keyring) await end(keyring)
    keyring = null
    await waitForKeyring(env, false)
  }
  return {
    env,
    startKeyring: async (password) => {
      const unlock = password === undefined ? [] : ['--unlock']
      keyring = spawn('gnome-keyring-daemon', ['--foreground', '--components=secrets', ...unlock], {
        env,
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      keyring.stdin?.end(password ?? '')
      await waitForKeyring(env, true)
    },
    stopKeyring,
    lockKeyring: () =>
      void send(env, '/org/freedesktop/secrets', 'Secret.Service.Lock', `array:objpath:${collection}`),
    countKeys: () => {
      const args = ['string:org.freedesktop.Secret.Collection', 'string:Items']
      return send(env, collection, 'DBus.Properties.Get', ...args).split('object path').length - 1
    },
    pauseKeyring: () => void keyring?.kill('SIGSTOP'),
    stop: async () => {
      if (keyring) await end(keyring)
      await end(bus)
    },
  }
}

const collection = '/org/freedesktop/secrets/collection/login'

/** Calls a method of the keyring. Returns the printed answer. */
function send(env: NodeJS.ProcessEnv, path: string, method: string, ...args: string[]): string {
  const destination = ['--session', '--print-reply', '--dest=org.freedesktop.secrets', path]
  const { status, stdout, stderr } = spawnSync(
    'dbus-send',
    [...destination, `org.freedesktop.${method}`, ...args],
    { env, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`The keyring refused ${method}: ${stderr}`)
  return stdout
}

function busConfig(folder: string, providers: boolean): string {
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir=${folder}</listen>
  ${providers ? '<standard_session_servicedirs/>' : ''}
  <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  // A paused keyring receives it only after this.
  child.kill('SIGCONT')
  await exited
}

/** Waits until the keyring is on the bus, or gone from it. Doesn't call the keyring, because that would start one. */
async function waitForKeyring(env: NodeJS.ProcessEnv, expected: boolean): Promise<void> {
  // On a busy machine, a keyring takes longer to start than the app waits for an answer.
  const bus = await connectBus(env, 60_000)
  try {
    for (;;) {
      const owned = await bus.call({
        ...busAddress,
        member: 'NameHasOwner',
        args: ['org.freedesktop.secrets'],
      })
      if (owned === expected) return
      await pause(5)
    }
  } finally {
    bus.close()
  }
}
