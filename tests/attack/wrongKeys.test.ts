import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createProject } from '../../service/keys/issue.ts'
import { openPostgresStore } from '../../service/store/postgres/store.ts'
import type { Store } from '../../service/store/store.ts'
import { postgresMissing } from '../service/postgres/binaries.ts'
import { startPostgres } from '../service/postgres/server.ts'
import type { PostgresServer } from '../service/postgres/server.ts'
import { startProcess } from '../service/reliability/serviceProcess.ts'
import type { ServiceProcess } from '../service/reliability/serviceProcess.ts'
import { createClient } from '../service/testService.ts'

const connections = 500
const flooder = join(import.meta.dirname, 'wrongKeys.ts')

const missing = postgresMissing()

describe.skipIf(missing !== null)(
  `500 connections that send wrong keys, on PostgreSQL${missing ? ` (${missing})` : ''}`,
  () => {
    let server: PostgresServer
    let store: Store
    let services: ServiceProcess[]
    beforeAll(async () => {
      server = await startPostgres()
      const url = await server.createDatabase()
      store = await openPostgresStore(url)
      services = [await startProcess({ DATABASE_URL: url }), await startProcess({ DATABASE_URL: url })]
    })
    afterAll(async () => {
      await Promise.all(services.map((service) => service.kill()))
      await store.close()
      await server.remove()
    })

    it.each(['fresh', 'same'])(
      '500 connections with wrong keys do not block requests with a valid or new key on PostgreSQL (%s keys)',
      async (which) => {
        const [attacked, other] = services
        await flood(attacked?.origin ?? '', which)
        const { key } = await createProject(store, `Another project ${which}`)
        for (const service of [attacked, other]) {
          expect((await createClient(service?.origin ?? '', key).ask('/link/none')).status).toBe(404)
        }
        const { lookup, create } = createClient(attacked?.origin ?? '', key)
        const path = await create({ title: 'Another project' })
        const times: number[] = []
        while (times.length < 300) {
          const startMs = performance.now()
          expect(await lookup(path)).toMatchObject({ title: 'Another project' })
          times.push(performance.now() - startMs)
        }
        const ordered = times.sort((a, b) => a - b).map((ms) => Math.round(ms))
        console.log(
          `${which} keys: p50 ${ordered[150]} ms, p95 ${ordered[285]} ms, longest ${ordered[299]} ms`,
        )
      },
    )
  },
)

/** Resolves when every connection has had an answer. The flood ends with the test. */
async function flood(origin: string, which: string): Promise<void> {
  const { port } = new URL(origin)
  const child = spawn(process.execPath, [flooder, port, String(connections), which], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  })
  await once(createInterface({ input: child.stdout }), 'line')
}
