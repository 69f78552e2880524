import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packService } from '../../scripts/package/serviceArchive.ts'
import { readDocument } from '../docs/markdown.ts'
import type { LoadReport } from './load.ts'
import { startMachine } from './machine.ts'
import type { Machine } from './machine.ts'

/** Trusted by curl and the load, and written by certbot. */
const trusted = '/etc/ssl/certs/machine.pem'

/** A machine with the service as docs/production.md sets it up. */
export interface Production extends Machine {
  /** What the commands of the page have printed. */
  output: string
  /** Variables set by these commands: host name, project key and link. */
  known: Record<'NAME' | 'KEY' | 'LINK', string>
  /** Runs an action while applications and visitors send requests. Resolves with their results. */
  underLoad: (action: () => Promise<unknown>) => Promise<LoadReport>
  /** Returns the distinct statuses of the links. */
  readStatuses: (links: readonly string[]) => Promise<string[]>
}

/** Returns a document's `sh` blocks. */
export function commandsOf(text: string): string[] {
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code]) => code ?? '')
}

/** Starts a machine and runs the exact commands of the production page on it. */
export async function startProduction(): Promise<Production> {
  const machine = await startMachine('links.example.com')
  await packService(join(import.meta.dirname, '../..'), machine.folder)
  execFileSync('chmod', ['-R', 'a+rX', machine.folder])
  const commands = commandsOf(readDocument('docs/production.md')).join('\n')
  const output = await machine
    .run(`${commands}\nprintf '%s\\n' "NAME=$NAME" "KEY=$KEY" "LINK=$LINK"`)
    .catch((error: unknown) => machine.stop().then(() => Promise.reject(error as Error)))
  const known = Object.fromEntries(
    [...output.matchAll(/^(NAME|KEY|LINK)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  ) as Production['known']
  return {
    ...machine,
    output,
    known,
    underLoad: async (action) => {
      const script = join(import.meta.dirname, 'load.ts')
      const [command = '', ...args] = machine.commandInside(
        ...['/usr/bin/node', script, known.NAME, known.KEY, trusted],
      )
      const load = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
      let report = ''
      load.stdout.on('data', (text: Buffer) => (report += text.toString()))
      const ended = once(load, 'close')
      await action().finally(() => load.stdin.end())
      await ended
      return JSON.parse(report) as LoadReport
    },
    readStatuses: async (links) => {
      const list = join(machine.folder, 'links.txt')
      writeFileSync(list, links.map((link) => `url = "${link}"\noutput = "/dev/null"\n`).join(''))
      const statuses = await machine.run(`curl --silent --write-out '%{http_code}\\n' --config ${list}`)
      return [...new Set(statuses.trim().split('\n'))]
    },
  }
}
