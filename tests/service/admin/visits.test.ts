import { afterAll, beforeAll, expect, it } from 'vitest'
import { countNames, startOfDay, spans } from '../../../service/store/visits/visits.ts'
import type { Span } from '../../../service/store/visits/visits.ts'
import type { VisitsResponse } from '../../../contract/service/link/visits.ts'
import { formatDay } from '../../../service/visits/report.ts'
import { toHour } from '../../../service/visits/retention.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { agents, everywhere } from '../linkHost/visitors.ts'
import { runAdminInProcess } from './admin.ts'

let service: TestService
let path: string
beforeAll(async () => {
  service = await startTestService()
  path = await service.create(everywhere)
  for (const agent of [agents.iphone, agents.android, agents.crawler]) await service.visit(path, agent)
})
afterAll(() => service.stop())

const run = (...args: string[]) => runAdminInProcess({ DATABASE_URL: `sqlite://${service.file}` }, ...args)
const waitForVisits = () =>
  expect
    .poll(async () => await (await service.ask(`/link/${path}/visits`)).text())
    .toMatch(/"total":2,"bots":1/)
const today = () => new Date().toISOString().slice(0, 10)

it('visits shows a link’s visits as the API does', async () => {
  await waitForVisits()
  const { status, text } = await run('visits', path)
  const report = (await (await service.ask(`/link/${path}/visits`)).json()) as object
  expect([status, JSON.parse(text)]).toEqual([0, { path, ...report }])
  const before = await run('visits', path, '--from', '2026-01-01', '--to', '2026-01-31')
  expect(JSON.parse(before.text)).toMatchObject({ visits: { total: 2, days: [] } })
  expect(await run('visits', 'nowherenowh')).toMatchObject({
    status: 1,
    error: expect.stringContaining('No link has the path') as string,
  })
})

it('visits shows stored counts even if counting is off', async () => {
  const hour = toHour(Date.now())
  const days = [40, 100].map((ago) => startOfDay(hour - ago * spans.day))
  const linkPath = await service.create(everywhere)
  const link = (await service.store.findLink(linkPath))?.id ?? 0
  const row = (span: Span, start: number) => ({ link, span, start, counts: countNames.map(() => 1) })
  await service.store.visits.put([
    ...days.map((start) => row(spans.day, start)),
    ...[0, 1, 2].map((ago) => row(spans.hour, hour - ago)),
  ])
  const readReport = async (retention: object) => {
    const variables = { DATABASE_URL: `sqlite://${service.file}`, ...retention }
    const { status, text, error } = await runAdminInProcess(
      variables,
      'visits',
      linkPath,
      '--from',
      formatDay(days[1] ?? 0),
    )
    const { visits } = (status === 0 ? JSON.parse(text) : {}) as Partial<VisitsResponse>
    return visits ? [visits.days.length, visits.hours.length] : [status, error]
  }
  expect(await readReport({})).toEqual([2, 3])
  // The hour may end meanwhile, which deletes the oldest of those that are kept.
  const counts = await readReport({ KEEP_VISIT_MONTHS: '2', KEEP_VISIT_HOURS: '2', COUNT_VISITS: '0' })
  expect([1, 2]).toContain(counts[1])
  expect(counts[0]).toBe(1)
  expect((await readReport({ KEEP_VISIT_MONTHS: 'forever' }))[1]).toMatch(/^KEEP_VISIT_MONTHS/)
})

it('visits export prints a line for each link and day', async () => {
  await waitForVisits()
  await service.create(everywhere)
  const { status, text } = await run('visits', 'export', '--to', today())
  expect([status, text.split('\n')]).toEqual([
    0,
    [
      'day,path,project,environment,ios,android,desktop,other,redirect,preview,landing,inactive,bots,cards,tests,bots_preview,bots_search,bots_ai,bots_monitor,bots_script,bots_other',
      `${today()},${path},${service.project},production,1,1,0,0,2,0,0,0,1,1,0,1,0,0,0,0,0`,
      '',
    ],
  ])
  const { lines } = await run('visits', 'export', '--to', today(), '--json')
  expect(lines).toMatchObject([
    {
      day: today(),
      path,
      project: service.project,
      environment: 'production',
      ios: 1,
      redirect: 2,
      tests: 0,
    },
  ])
  expect(
    (await run('visits', 'export', '--from', '2026-01-01', '--to', '2026-01-31')).text.split('\n'),
  ).toHaveLength(2)
})

it.each([
  ['visits', 'export', '--from', '2026-02-30'],
  ['visits', 'export', '--from', 'yesterday'],
  ['visits', 'export', '--from', '2026-02-02', '--to', '2026-02-01'],
  ['visits'],
])('the wrong command %s %s %s prints its usage', async (...args) => {
  expect((await run(...args)).status).toBe(2)
})
