import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import type { Run } from '../../../contract/app/runs/run.ts'
import { environments } from '../../../contract/service/api/headers.ts'
import { byName } from '../../../contract/service/link/fields.ts'
import { defaultTerms } from '../../../service/store/projects/projectTerms.ts'
import { setTerms } from '../../service/setTerms.ts'
import type { TestService } from '../../service/testService.ts'
import type { App } from '../harness/app.ts'
import { uploadText } from '../harness/imports.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { readRun, waitForRunState } from '../harness/run.ts'

/** The domain that moves to the service. */
export const movedHost = 'go.example.com'

/** Gives the project of a service the domain, and adds a profile for it. */
export async function connectMovedDomain(
  app: Pick<App, 'get'>,
  service: Pick<TestService, 'store' | 'project' | 'key'>,
  baseUrl: string,
): Promise<ProfileTarget> {
  const origin = `https://${movedHost}`
  const domains = byName(environments, () => ({ default: origin, origins: [origin] }))
  await setTerms(service.store, service.project, { ...defaultTerms, domains, setAt: 1 })
  const profile = { name: 'Moved', baseUrl, linkHosts: [movedHost] }
  const { id } = await app.get('profiles.save', { profile, key: service.key })
  // The service announces own paths with its first answer.
  const target = { profileId: id, environment: 'production' } as const
  await app.get('links.find', { text: 'unknown', ...target }).catch(() => undefined)
  return target
}

/** Prepares the run of a file whose links move here, and waits until its paths are checked. */
export async function prepareMove(
  app: Pick<App, 'get'>,
  target: ProfileTarget,
  content: string | Buffer,
  host?: string,
): Promise<Run> {
  const id = randomUUID()
  const file = await uploadText(app, content)
  const move = host === undefined ? {} : { host }
  await app.get('runs.prepare', { id, ...target, source: { kind: 'file', file, name: 'links.csv', move } })
  return await waitForPaths(app, id)
}

export async function waitForPaths(app: Pick<App, 'get'>, id: string): Promise<Run> {
  return await vi.waitFor(
    async () => {
      const { run } = await app.get('runs.get', { id })
      if (run.pathsToCheck > 0 || !run.checked) throw new Error(`${run.pathsToCheck} paths aren’t checked.`)
      return run
    },
    { timeout: 60_000, interval: 20 },
  )
}

/** Sends a whole run, and returns it when it is done. */
export async function sendRun(app: App, id: string): Promise<Run> {
  const { run, following } = await app.get('runs.get', { id })
  await app.get('runs.move', { event: 'start', id, count: run.counts.ready + following })
  const tried = await waitForRunState(app, id, 'tried', 'done')
  if (tried.state === 'tried') await app.get('runs.move', { event: 'resume', id })
  await waitForRunState(app, id, 'done')
  return await readRun(app, id)
}

/** Returns where a visit to a path of the moved domain leads. */
export async function visitMoved(
  service: Pick<TestService, 'raw'>,
  path: string,
  agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
): Promise<string | null> {
  const head = [`GET /${encodeURIComponent(path)} HTTP/1.1`, `Host: ${movedHost}`, `User-Agent: ${agent}`]
  const answer = await service.raw(`${[...head, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  return /^location: (.*?)\r?$/im.exec(answer)?.[1] ?? null
}
