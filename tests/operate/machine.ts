import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { vi } from 'vitest'

/**
 * An isolated machine made of Linux namespaces, with a systemd of its own. It sees this machine's files; its changes stay in memory,
 * and its network is private. Scripts beside this file replace `apt-get` and certbot.
 */
export interface Machine {
  /** The folder of the release, where commands run. */
  folder: string
  /** Runs a script in root's bash. Rejects with its output if it fails. */
  run: (script: string) => Promise<string>
  /** Returns a command that runs inside, for `spawn`. */
  commandInside: (...command: string[]) => string[]
  stop: () => Promise<void>
}

const systemd = '/lib/systemd/systemd'
const repository = join(import.meta.dirname, '../..')

/** Replacements found before the system's own commands. */
const fakeCommands: Record<string, string> = {
  'apt-get': 'exit 0',
  certbot: `exec bash ${join(import.meta.dirname, 'certbot.sh')} "$@"`,
  // Would add Node's package source to Debian; Node is already installed.
  curl: 'case "$*" in *deb.nodesource.com*) echo true ;; *) exec /usr/bin/curl "$@" ;; esac',
}

/** Returns why no machine can be started here; `null` if one can. */
export function machineMissing(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it takes root on Linux'
  if (!existsSync(systemd)) return 'there is no systemd'
  return findControlGroups() === undefined ? 'there are no control groups of version 2' : null
}

function findControlGroups(): string | undefined {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  return mounts.find((line) => line.startsWith('cgroup2 '))?.split(' ')[1]
}

/** Starts a machine with a host name. */
export async function startMachine(name: string): Promise<Machine> {
  const base = mkdtempSync(join(tmpdir(), 'linkwright-machine-'))
  const [commands, folder] = [join(base, 'commands'), join(base, 'release')]
  for (const path of [commands, folder, join(base, 'layers')]) mkdirSync(path)
  for (const [command, script] of Object.entries(fakeCommands)) {
    writeFileSync(join(commands, command), `#!/bin/bash\n${script}\n`, { mode: 0o755 })
  }
  // Services run as their own users and read the fake commands.
  for (const read of [base, folder]) chmodSync(read, 0o755)
  const controlGroup = join(findControlGroups() ?? '', `linkwright-${process.pid}`)
  mkdirSync(controlGroup)
  const namespaces = spawn(
    'bash',
    ['-euc', `echo $$ > ${controlGroup}/cgroup.procs; exec ${unshare}`, 'bash', base, process.execPath, name],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const ended = once(namespaces, 'exit')
  const findFirstProcess = () =>
    readFileSync(`/proc/${namespaces.pid}/task/${namespaces.pid}/children`, 'utf8').trim()
  const environment = [
    `PATH=${commands}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
    ...['HOME=/root', 'LANG=C.UTF-8', 'CURL_CA_BUNDLE=/etc/ssl/certs/machine.pem'],
  ]
  const commandInside = (...command: string[]) => [
    ...['nsenter', '--target', findFirstProcess(), '--mount', '--net', '--pid', '--ipc', '--uts', '--cgroup'],
    ...['env', `--chdir=${folder}`, '--ignore-environment', ...environment, ...command],
  ]
  const run = async (script: string) => {
    const [command = '', ...args] = commandInside('bash', '--norc', '-euo', 'pipefail', '-c', script)
    try {
      return (await promisify(execFile)(command, args, { maxBuffer: 64 * 1_048_576 })).stdout
    } catch (error) {
      const { stderr, stdout } = error as { stderr: string; stdout: string }
      throw new Error(`${stderr}${stdout}`, { cause: error })
    }
  }
  await vi.waitFor(() => run('systemctl is-system-running --wait'), { timeout: 60_000, interval: 100 })
  return {
    folder,
    commandInside,
    run,
    stop: async () => {
      namespaces.kill('SIGKILL')
      await ended
      // Its processes leave the control groups a moment later.
      await vi.waitFor(() => execFileSync('find', [controlGroup, '-depth', '-type', 'd', '-delete']))
      rmSync(base, { recursive: true })
    },
  }
}

const unshare =
  'unshare --mount --net --pid --ipc --uts --cgroup --fork --kill-child ' +
  `bash ${join(import.meta.dirname, 'boot.sh')} ${repository} "$@"`
