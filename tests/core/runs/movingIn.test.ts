import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestService } from '../../service/testService.ts'
import type { TestService } from '../../service/testService.ts'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { maxRows } from '../../../contract/app/runs/sources.ts'
import { createPage } from '../harness/exports.ts'
import { waitForJob } from '../harness/imports.ts'
import { readStoredRows, waitForRunState } from '../harness/run.ts'
import { readFixes } from '../harness/runs.ts'
import { connectMovedDomain, movedHost, prepareMove, sendRun, visitMoved, waitForPaths } from './movingIn.ts'

let folder: string
let app: App
let service: TestService
let target: ProfileTarget
beforeEach(async () => {
  folder = await temporaryFolder()
  service = await startTestService()
  app = await startApp(folder, {}, { pause: instantPause })
  target = await connectMovedDomain(app, service, service.origin)
})
afterEach(async () => {
  await app.core.close()
  await service.stop()
  await removeFolder(folder)
})

const to = (path: string) => `https://www.example.com/${path}`
const dub = (...rows: string[]) => `Short link,Destination URL,Clicks,Created at\n${rows.join('\n')}\n`
const counts = async (id: string) => {
  const { rows, ...others } = await app.get('runs.paths', { id })
  return { ...Object.fromEntries(Object.entries(rows).filter(([, count]) => count > 0)), ...others }
}
const linksOf = (id: string) => readStoredRows(app, id).map(({ link }) => link)

describe('moving in', () => {
  it('moved links keep their paths, and lead where they led', async () => {
    const run = await prepareMove(
      app,
      target,
      dub(`https://${movedHost}/Sale,${to('sale')},3,2026`, `https://${movedHost}/über,${to('u')},3,2026`),
    )
    expect(await counts(run.id)).toEqual({ ready: 2, unchecked: 0 })
    expect((await sendRun(app, run.id)).counts).toMatchObject({ created: 2 })
    expect(linksOf(run.id)).toEqual([`https://${movedHost}/Sale`, `https://${movedHost}/%C3%BCber`])
    expect(await visitMoved(service, 'sale')).toBe(to('sale'))
  })

  it('the dry run tells apart what is new, known, taken, repeated, refused, and on another domain', async () => {
    await service.post({ path: 'same', ...everywhere(to('same')) })
    await service.post({ path: 'other', ...everywhere(to('elsewhere')) })
    const known = await prepareMove(app, target, dub(`https://${movedHost}/known,${to('known')},1,2026`))
    await sendRun(app, known.id)
    const run = await prepareMove(
      app,
      target,
      dub(
        `https://${movedHost}/new,${to('new')},1,2026`,
        `https://${movedHost}/known,${to('known-2')},1,2026`,
        `https://${movedHost}/same,${to('same')},1,2026`,
        `https://${movedHost}/Other,${to('other')},1,2026`,
        `https://${movedHost}/NEW,${to('new-2')},1,2026`,
        `https://${movedHost}/api,${to('api')},1,2026`,
        `https://${movedHost}/a/b,${to('ab')},1,2026`,
        `https://dub.sh/abc,${to('abc')},1,2026`,
        `https://${movedHost}/bad,no address,1,2026`,
      ),
    )
    expect(await counts(run.id)).toEqual({
      ...{ ready: 1, known: 1, atService: 1, taken: 1, repeated: 1, refused: 2, withoutPath: 1, faulty: 1 },
      ...{ unchecked: 0 },
    })
    const { rows } = await app.get('runs.rows', { id: run.id })
    expect(
      rows.map(({ state, link, errors, warnings }) => [state, link ?? errors[0]?.text ?? warnings[0]?.text]),
    ).toEqual([
      ['ready', undefined],
      ['existing', `https://${movedHost}/known`],
      ['existing', `https://${movedHost}/same`],
      ['faulty', 'Taken: another link has this path.'],
      ['faulty', 'Row 2 has the same path.'],
      ['faulty', 'Is reserved by the service.'],
      [
        'faulty',
        'Can have letters, digits, hyphens, underscores, dots and tildes, without slashes or spaces.',
      ],
      ['ready', 'dub.sh isn’t a link domain of this profile, so the link gets a new path.'],
      ['faulty', expect.any(String)],
    ])
    expect((await sendRun(app, run.id)).counts).toMatchObject({ created: 2, existing: 2, faulty: 5 })
  })

  it('taken paths get the first free number, or are left out, and both can be undone', async () => {
    for (const path of ['a', 'a-2', 'b']) await service.post({ path, ...everywhere(to('elsewhere')) })
    const rows = ['a', 'A', 'a-3', 'b', 'c'].map((path) => `https://${movedHost}/${path},${to(path)},1,2026`)
    const { id } = await prepareMove(app, target, dub(...rows))
    expect(await counts(id)).toMatchObject({ ready: 2, taken: 2, repeated: 1 })
    expect(await readFixes(app, id)).toEqual(['paths 2', 'paths 1'])
    const done = await app.get('runs.fix', { id, what: 'paths' })
    expect(done.changed).toBe(3)
    await waitForPaths(app, id)
    const paths = async () =>
      (await app.get('runs.rows', { id })).rows.map(({ cells, state }) => `${cells[0] ?? ''} ${state}`)
    expect(await paths()).toEqual(['a-4 ready', 'A-5 ready', 'a-3 ready', 'b-2 ready', 'c ready'])
    await app.get('runs.restore', { id, change: done.change })
    await waitForPaths(app, id)
    expect(await paths()).toEqual(['a faulty', 'A faulty', 'a-3 ready', 'b faulty', 'c ready'])
    const { change } = await app.get('runs.fix', { id, what: 'leaveOut' })
    expect(await counts(id)).toMatchObject({ ready: 2, skipped: 3 })
    await app.get('runs.restore', { id, change })
    await waitForPaths(app, id)
    expect(await counts(id)).toMatchObject({ ready: 2, taken: 2, repeated: 1 })
  })

  it('a number that a row of an earlier run has is not given again', async () => {
    await service.post({ path: 'a', ...everywhere(to('elsewhere')) })
    const row = `https://${movedHost}/a,${to('a')},1,2026`
    const pathsOf = async (id: string) =>
      (await app.get('runs.rows', { id })).rows.map(({ cells }) => cells[0])
    const first = await prepareMove(app, target, dub(row))
    await app.get('runs.fix', { id: first.id, what: 'paths' })
    const second = await prepareMove(app, target, dub(row))
    await app.get('runs.fix', { id: second.id, what: 'paths' })
    expect([await pathsOf(first.id), await pathsOf(second.id)]).toEqual([['a-2'], ['a-3']])
  })

  it('conflicts are saved with their reasons', async () => {
    await service.post({ path: 'a', ...everywhere(to('elsewhere')) })
    const rows = ['a', 'b', 'B', 'api'].map((path) => `https://${movedHost}/${path},${to(path)},1,2026`)
    const { id } = await prepareMove(app, target, dub(...rows))
    const { job } = await app.get('runs.export', { id, what: 'conflicts', format: 'csv' })
    await waitForJob(app, job)
    const response = await createPage(app)(`/export/${job}`)
    const lines = (await response.text()).trim().split('\r\n')
    expect(
      lines.map((line) =>
        line
          .split(',')
          .filter((_, index) => index % 5 === 0)
          .join(','),
      ),
    ).toEqual([
      'Path,Reasons',
      'a,Path: Taken: another link has this path.',
      'B,Path: Row 3 has the same path.',
    ])
  })

  it('a path of a host where the service makes no links is refused, because it could not be kept', async () => {
    const { profileId } = target
    const profile = { name: 'Moved', baseUrl: service.origin, linkHosts: [movedHost, 'old.example.com'] }
    await app.get('profiles.save', { id: profileId, profile })
    const { id } = await prepareMove(app, target, dub(`https://old.example.com/a,${to('a')},1,2026`))
    const { rows } = await app.get('runs.rows', { id })
    expect(rows[0]?.errors[0]?.text).toBe(
      `New links of this project begin with ${movedHost}, so a path of old.example.com can’t be kept.`,
    )
  })

  it('paths that can’t be checked are not claimed to be free, and are checked again when asked to', async () => {
    const { id } = await prepareMove(app, target, dub(`https://${movedHost}/first,${to('first')},1,2026`))
    await service.stop()
    await app.get('runs.edit', { id, cells: [{ number: 2, column: 0, text: 'second' }] })
    const read = async () => (await app.get('runs.get', { id })).run
    await expect.poll(async () => (await read()).problem?.code).toBe('connection_refused')
    expect(await read()).toMatchObject({ pathsToCheck: 1, counts: { ready: 1 } })
    expect(await counts(id)).toMatchObject({ unchecked: 1 })
    service = await startTestService()
    target = await connectMovedDomain(app, service, service.origin)
    await app.get('runs.change', { id, ...target })
    await waitForPaths(app, id)
    expect((await read()).problem).toBeNull()
  })

  it('a file with more links than a run can have becomes runs that start one after another', async () => {
    const total = maxRows + 4
    const isSent = (row: number) => row < 3 || row > maxRows
    const rows = Array.from({ length: total }, (_, row) => {
      const path = `${isSent(row + 1) ? 'sent' : 'other'}-${row + 1}`
      return `https://${movedHost}/${path},${isSent(row + 1) ? to(path) : 'no address'},1,2026`
    })
    const repeated = `https://${movedHost}/SENT-1,${to('again')},1,2026`
    const first = await prepareMove(app, target, dub(...rows, repeated))
    const parts = first.source.move?.parts ?? []
    expect(parts).toHaveLength(2)
    expect(await counts(first.id)).toMatchObject({ ready: 6, faulty: total - 6, repeated: 1 })
    const [, second = ''] = parts
    await waitForPaths(app, second)
    expect(await app.get('runs.get', { id: first.id })).toMatchObject({ following: 4 })
    await sendRun(app, first.id)
    await waitForRunState(app, second, 'done')
    expect(await visitMoved(service, `sent-${total}`)).toBe(to(`sent-${total}`))
  })
})

const everywhere = (url: string) => ({
  ios_custom_redirect: { url },
  android_custom_redirect: { url },
  desktop_custom_redirect: { url },
})
