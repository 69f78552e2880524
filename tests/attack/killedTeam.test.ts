import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { emptyView } from '../../contract/app/library/emptyView.ts'
import { issueKey } from '../../service/keys/issue.ts'
import { startAppProcess } from '../core/harness/appProcess.ts'
import type { AppProcess } from '../core/harness/appProcess.ts'
import { removeFolder, temporaryFolder } from '../core/harness/app.ts'
import { startTestService } from '../service/testService.ts'
import type { TestService } from '../service/testService.ts'

const kills = 20
/** Links that each app makes between two kills. */
const linksPerRound = 100

/** An app with its own library, which can be killed. Its key is entered again at each start. */
class Person {
  readonly #service: TestService
  readonly #folder: string
  readonly #key: string
  #profileId = ''
  #app: AppProcess | null = null

  constructor(service: TestService, folder: string, key: string) {
    this.#service = service
    this.#folder = folder
    this.#key = key
  }

  async start(): Promise<AppProcess> {
    this.#app = await startAppProcess(this.#folder)
    const profile = { name: 'Shop', baseUrl: this.#service.origin }
    const id = this.#profileId === '' ? {} : { id: this.#profileId }
    this.#profileId = (await this.#app.get('profiles.save', { ...id, profile, key: this.#key })).id
    return this.#app
  }

  /** Creates, changes and reads links until it is killed. Never rejects. */
  async work(app: AppProcess, name: string): Promise<void> {
    const target = { profileId: this.#profileId, environment: 'production' as const }
    // Lists the links whose answers the kill has lost, before they are settled.
    await app.get('team.read', { profileId: target.profileId })
    for (let number = 0; number < linksPerRound; number++) {
      await app.get('links.create', { id: randomUUID(), ...target, request: { title: `${name} ${number}` } })
      if (number % 10 !== 0) continue
      await app.get('team.read', { profileId: target.profileId })
      await this.#changeOne(app, `${name} changed ${number}`).catch(() => undefined)
    }
  }

  async #changeOne(app: AppProcess, title: string): Promise<void> {
    const { rows } = await app.get('library.search', { view: emptyView, limit: 50 })
    const row = rows[Math.floor(Math.random() * rows.length)]
    if (row?.path === undefined || row.path === null || row.state !== 'created') return
    const { version } = await app.get('changes.read', { link: row.id })
    await app.get('changes.send', { id: randomUUID(), link: row.id, version, patch: { title } })
  }

  async kill(): Promise<void> {
    await this.#app?.kill()
  }

  /** Settles what a kill left open, reads the list, and returns each path with its titles. */
  async finish(): Promise<Map<string, string[]>> {
    const app = await this.start()
    for (const { id, state } of await this.#rows(app))
      if (state === 'unknown') await app.get('links.settle', { id })
    const state = await app.get('team.read', { profileId: this.#profileId })
    expect(state.problem).toBeNull()
    const rows = await this.#rows(app)
    await app.kill()
    return Map.groupBy(
      rows.map(({ path, title }) => ({ path: path ?? 'none', title: title ?? '' })),
      ({ path }) => path,
    ) as never
  }

  async #rows(app: AppProcess) {
    const rows = []
    for (let after: string | undefined; ;) {
      const page = await app.get('library.search', { view: emptyView, limit: 100, ...(after && { after }) })
      rows.push(...page.rows)
      if (page.next === null) return rows
      after = page.next
    }
  }
}

test('two apps that are killed while both make and change links have the service’s links in the end', async () => {
  const service = await startTestService()
  const folders = [await temporaryFolder(), await temporaryFolder()]
  const people = await Promise.all(
    folders.map(async (folder, index) => {
      const terms = { name: `person ${index}`, environment: null, scope: 'full' } as const
      return new Person(service, folder, await issueKey(service.store, service.project, terms))
    }),
  )
  try {
    for (let round = 0; round < kills; round++) {
      const apps = await Promise.all(people.map((person) => person.start()))
      // After a kill, the work never ends.
      const works = people.map((person, index) => person.work(apps[index] as AppProcess, `${index}-${round}`))
      await Promise.race([Promise.all(works), pause(200 + Math.random() * 2_000)])
      await Promise.all(
        people.map(async (person) => {
          await pause(Math.random() * 300)
          await person.kill()
        }),
      )
    }
    const libraries = [await people[0]?.finish(), await people[1]?.finish(), await people[0]?.finish()]
    const stored = await service.store.scanLinks(-1, 1_000_000)
    expect(stored.length).toBeGreaterThan(kills * 10)
    const expected = new Map(stored.map(({ path, title }) => [path, [{ path, title }]]))
    for (const library of libraries.slice(1)) expect(library).toEqual(expected)
  } finally {
    await Promise.all(people.map((person) => person.kill()))
    await service.stop()
    for (const folder of folders) await removeFolder(folder)
  }
})
