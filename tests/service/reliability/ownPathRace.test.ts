import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import { engines } from '../store/engines.ts'
import type { Databases } from '../store/engines.ts'
import { createClient } from '../testService.ts'
import { startProcess } from './serviceProcess.ts'
import type { ServiceProcess } from './serviceProcess.ts'

const pathCount = 40

describe.each(engines)('two processes of the service on one $name', ({ missing, start }) => {
  let databases: Databases
  let services: ServiceProcess[] = []

  if (missing !== null) {
    it.skip(`races for own paths are not tested: ${missing}`)
    return
  }

  beforeAll(async () => void (databases = await start()))
  afterAll(async () => {
    await Promise.all(services.map((service) => service.kill()))
    await databases.remove()
  })

  it('exactly one of two projects gets each path that both want at the same time', async () => {
    const url = await databases.create()
    const store = await openStore(readDatabaseUrl('url', url))
    const keys = [await createProject(store, 'One'), await createProject(store, 'Two')].map(({ key }) => key)
    await store.close()
    const variables = { DATABASE_URL: url, LINK_ORIGIN: 'https://go.example' }
    services = [await startProcess(variables), await startProcess(variables)]
    const clients = services.flatMap(({ origin }) => keys.map((key) => createClient(origin, key)))
    const paths = Array.from({ length: pathCount }, (_, index) => `Race-${index}`)
    const answers = await Promise.all(
      paths.flatMap((path) =>
        clients.map(async ({ post }, index) => {
          const response = await post({
            title: String(index),
            path: index % 2 === 0 ? path : path.toUpperCase(),
          })
          const { code = 'created' } = (await response.json()) as { code?: string }
          return `${path} ${code}`
        }),
      ),
    )
    expect(answers.toSorted()).toEqual(
      paths
        .flatMap((path) => [`${path} created`, ...Array.from({ length: 3 }, () => `${path} path_taken`)])
        .toSorted(),
    )
    for (const path of paths) {
      const found = await Promise.all(clients.map(({ ask }) => ask(`/link/${path}`)))
      // The project of the winner, in both processes.
      expect(found.map(({ status }) => status).toSorted()).toEqual([200, 200, 404, 404])
    }
  })
})
