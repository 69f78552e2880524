import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * An isolated machine made of Linux namespaces. Changes to `/etc`, `/opt`, `/var` and `/usr/local` stay in memory, and the
 * network is private. Scripts beside this file replace `apt-get`, certbot and systemd.
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

const writableFolders = ['/etc', '/opt', '/var', '/usr/local']

/** Replacements found before the system's own commands. */
const fakeCommands: Record<string, string> = {
  'apt-get': 'exit 0',
  certbot: `exec bash ${join(import.meta.dirname, 'certbot.sh')} "$@"`,
  systemctl: `exec /usr/bin/node ${join(import.meta.dirname, 'systemctl.ts')} "$@"`,
  // Would add Node's package source to Debian; Node is already installed.
  curl: 'case "$*" in *deb.nodesource.com*) echo true ;; *) exec /usr/bin/curl "$@" ;; esac',
}

/** Starts a machine with a host name. Requires root and Linux. */
export async function startMachine(name: string): Promise<Machine> {
  const base = mkdtempSync(join(tmpdir(), 'linkwright-machine-'))
  const [layers, commands, folder] = ['layers', 'commands', 'release'].map((part) => join(base, part)) as [
    string,
    string,
    string,
  ]
  for (const path of [layers, commands, folder]) mkdirSync(path)
  for (const [command, script] of Object.entries(fakeCommands)) {
    writeFileSync(join(commands, command), `#!/bin/bash\n${script}\n`)
    chmodSync(join(commands, command), 0o755)
  }
  // Services run as their own users and read the fake commands.
  for (const read of [base, folder]) chmodSync(read, 0o755)
  const namespaces = spawn(
    'unshare',
    [
      ...['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'],
      ...['bash', '-euc', setUp(layers, name), 'bash', process.execPath],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(namespaces, 'exit')
  await Promise.race([
    once(namespaces.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('The machine could not be created.'))),
  ])
  const parent = String(namespaces.pid)
  const [first = ''] = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ')
  const environment = [
    `PATH=${commands}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
    ...['HOME=/root', 'LANG=C.UTF-8', 'CURL_CA_BUNDLE=/etc/ssl/certs/machine.pem'],
  ]
  const commandInside = (...command: string[]) => [
    ...['nsenter', '--target', first, '--mount', '--net', '--pid', `--wd=${folder}`],
    ...['env', '--ignore-environment', ...environment, ...command],
  ]
  return {
    folder,
    commandInside,
    run: (script) => {
      const [command = '', ...args] = commandInside('bash', '--norc', '-euo', 'pipefail', '-c', script)
      return new Promise((resolve, reject) => {
        execFile(command, args, { maxBuffer: 64 * 1_048_576 }, (error, stdout, stderr) => {
          if (error) reject(new Error(`${stderr}${stdout}`, { cause: error }))
          else resolve(stdout)
        })
      })
    },
    stop: async () => {
      namespaces.kill('SIGKILL')
      await ended
      rmSync(base, { recursive: true })
    },
  }
}

/** Returns the script that turns new namespaces into a machine. Its first argument is the Node binary. */
function setUp(layers: string, name: string): string {
  const overlays = writableFolders.map((folder) => {
    const layer = `${layers}${folder}`
    const options = `lowerdir=${folder},upperdir=${layer}/upper,workdir=${layer}/work`
    return `mkdir --parents ${layer}/upper ${layer}/work; mount -t overlay overlay -o ${options} ${folder}`
  })
  return [
    `mount -t tmpfs -o mode=755 layers ${layers}`,
    ...overlays,
    'mount -t tmpfs -o mode=755 run /run',
    'mount --bind "$1" /usr/bin/node',
    'ip link set lo up',
    `echo '127.0.0.1 ${name}' >> /etc/hosts`,
    // The surrounding machine may already have a user with that name.
    'userdel linkwright 2>/dev/null || true',
    'echo ready',
    'exec sleep infinity',
  ].join('\n')
}
