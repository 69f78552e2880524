import { randomUUID } from 'node:crypto'
import type { CallInput, CallOutput } from '../../../../contract/app/calls/calls.ts'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import { startTestService } from '../../../service/testService.ts'
import type { TestService } from '../../../service/testService.ts'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../../harness/app.ts'
import type { App } from '../../harness/app.ts'
import { startChangeProxy } from '../../harness/changeProxy.ts'
import type { ChangeProxy } from '../../harness/changeProxy.ts'
import { connectProfile, createInput } from '../../harness/profile.ts'
import type { ProfileTarget } from '../../harness/profile.ts'
import { waitForRunState } from '../../harness/run.ts'

type Source = CallInput<'runs.prepare'>['source']
type Patch = Extract<Source, { kind: 'same' }>['change']['patch']
type Rows = CallOutput<'runs.rows'>['rows']

/** The app, and the real service behind a proxy that a test can disturb. */
export interface ChangeBench {
  app: App
  service: TestService
  proxy: ChangeProxy
  target: ProfileTarget
  /** Creates links that lead to `https://example.com/old/<number>`, from 1. */
  createLinks: (count: number, request?: object) => Promise<LinkRecord[]>
  prepare: (source: Source) => Promise<string>
  rows: (run: string, show?: CallInput<'runs.rows'>['show']) => Promise<Rows>
  /** Sends all ready rows of a prepared run, and waits until it is done. */
  send: (run: string) => Promise<CallOutput<'runs.get'>['run']>
  /** Returns a link as stored by the service. */
  stored: (record: LinkRecord) => Promise<Record<string, unknown>>
  /** A change that someone else makes. */
  changeElsewhere: (record: LinkRecord, patch: NonNullable<Patch>) => Promise<void>
  history: (record: LinkRecord) => Promise<{ fields: object; at: string }[]>
  /** Closes the app and restarts it on the same folder. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

const development = { ENVIRONMENT: 'development' }

/** Starts it in a temporary folder, or in one that the test removes. */
export async function startChangeBench(own?: string): Promise<ChangeBench> {
  const folder = own ?? (await temporaryFolder())
  const service = await startTestService()
  const proxy = await startChangeProxy(service.origin)
  const app = await startApp(folder, {}, { pause: instantPause })
  const target = await connectProfile(app, proxy.origin, service.key)
  const history: ChangeBench['history'] = async ({ path }) => {
    const response = await service.ask(`/link/${path}/history?limit=200`, { headers: development })
    return ((await response.json()) as { history: { fields: object; at: string }[] }).history
  }
  const bench: ChangeBench = {
    ...{ app, service, proxy, target, history },
    createLinks: async (count, request = {}) => {
      const made: LinkRecord[] = []
      for (let number = 1; number <= count; number++) {
        const address = { desktop_custom_redirect: { url: `https://example.com/old/${number}` } }
        made.push(await bench.app.get('links.create', createInput(target, { ...address, ...request })))
      }
      return made
    },
    prepare: async (source) => {
      const id = randomUUID()
      await bench.app.get('runs.prepare', { id, ...target, source })
      return id
    },
    rows: async (id, show = 'all') => (await bench.app.get('runs.rows', { id, show, limit: 500 })).rows,
    send: async (id) => {
      const { run } = await bench.app.get('runs.get', { id })
      await bench.app.get('runs.move', { event: 'start', id, count: run.counts.ready })
      return await waitForRunState(bench.app, id, 'done', 'paused')
    },
    stored: (record) => service.lookup(record.path ?? '', development),
    changeElsewhere: async ({ path }, patch) => {
      const etag = (await service.ask(`/link/${path}`, { headers: development })).headers.get('etag') ?? ''
      const headers = { ...development, 'If-Match': etag }
      const response = await service.ask(`/link/${path}`, {
        method: 'PATCH',
        headers,
        body: JSON.stringify(patch),
      })
      if (!response.ok) throw new Error(`Not changed: ${response.status}.`)
    },
    restart: async () => {
      await bench.app.core.close()
      bench.app = await startApp(folder, {}, { pause: instantPause })
      await bench.app.get('keys.replace', { ...target, key: service.key, unproven: true })
    },
    stop: async () => {
      await bench.app.core.close()
      await proxy.stop()
      await service.stop()
      if (own === undefined) await removeFolder(folder)
    },
  }
  return bench
}

export const idsOf = (records: readonly LinkRecord[]) => records.map(({ id }) => id)
export const byState = (rows: Rows) => rows.map(({ number, state }) => `${number} ${state}`)

/** Returns an element that must exist, counted from 1 as rows are. */
export function nth<T>(list: readonly T[], number: number): T {
  const found = list[number - 1]
  if (found === undefined) throw new Error(`There is no element ${number}.`)
  return found
}
