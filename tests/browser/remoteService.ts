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
  const admin = ['service/admin/main.ts', 'project', 'create', 'Acme']
  const { stdout } = await promisify(execFile)(process.execPath, admin, { cwd: root, env })
  const { key } = JSON.parse(stdout) as { key: string }
  return {
    origin,
    key,
    log: () => log,
    stop: async () => {
      signals.send(child, 'SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
