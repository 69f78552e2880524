import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { builtService } from '../builtProcesses.ts'
import { signals } from '../signals.ts'

const root = join(import.meta.dirname, '..', '..')

/** A link service in its own process, as a company would run it, with one project. */
export interface RemoteService {
  /** `http://127.0.0.1:PORT` */
  origin: string
  key: string
  /** Creates an invitation for a key with this name. Returns its link. */
  invite: (name: string, origin?: string) => Promise<string>
  /** Removes the key with this name. */
  removeKey: (name: string) => Promise<void>
  /** Returns everything it has printed. */
  log: () => string
  stop: () => Promise<void>
}

export async function startRemoteService(): Promise<RemoteService> {
  const folder = await mkdtemp(join(tmpdir(), 'linkwright-service-'))
  const env = {
    ...process.env,
    LINKWRIGHT_DATA: folder,
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: undefined,
  }
  const child = spawn(process.execPath, [...signals.flags, builtService], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit', ...signals.stdio],
  })
  const exited = once(child, 'exit')
  let log = ''
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      log += text
      const found = /API at (http:\/\/[^/\s]+)/.exec(log)?.[1]
      if (found) resolve(found)
    })
    void exited.then(() => reject(new Error('The service ended before it listened.')))
  })
  const admin = async (...args: string[]) => {
    const command = ['service/admin/main.ts', ...args]
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env })
    return JSON.parse(stdout) as Record<string, string>
  }
  const { key = '', project = '' } = await admin('project', 'create', 'Acme')
  return {
    origin,
    key,
    invite: async (name, address = origin) =>
      (await admin('key', 'invite', project, '--name', name, '--service', address))['link'] ?? '',
    removeKey: async (name) => void (await admin('key', 'remove', project, name)),
    log: () => log,
    stop: async () => {
      signals.send(child, 'SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
