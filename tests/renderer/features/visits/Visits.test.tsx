import { useQueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { toUtcDay } from '../../../../contract/app/text/utcDay.ts'
import { Visits } from '../../../../renderer/features/visits/Visits.tsx'
import { Toaster } from '../../../../renderer/ui/Toaster.tsx'
import { findAxeViolations } from '../../axe.ts'
import { show } from '../../show.tsx'
import { createVisits } from './visits.ts'

const id = '00000000-0000-4000-8000-000000000001'
const ok = (value: unknown) => ({ ok: true, value })
const showVisits = async (answer: unknown) =>
  await show(<Visits id={id} title="Spring: sale!" />, { 'visits.ofLink': () => answer })

/** Returns the files the page offered as downloads, by name. */
function captureSavedFiles(): Map<string, Blob> {
  const files = new Map<string, Blob>()
  const blobs = new Map<string, Blob>()
  const create = URL.createObjectURL.bind(URL)
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const address = create(blob)
    blobs.set(address, blob as Blob)
    return address
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href)
    if (blob) files.set(this.download, blob)
  })
  return files
}
afterEach(() => void vi.restoreAllMocks())

test('visits stay if they can’t be updated, with the reason', async () => {
  const answers: unknown[] = [ok(createVisits(30, Date.now()))]
  function Update() {
    const client = useQueryClient()
    return <button onClick={() => void client.invalidateQueries()}>Update</button>
  }
  await show(
    <>
      <Visits id={id} title="Sale" />
      <Update />
    </>,
    { 'visits.ofLink': () => answers.shift() ?? { ok: false, problem: { code: 'connection_refused' } } },
  )
  const chart = page.getByRole('img', { name: 'Visits of the last 30 days, by device' })
  await expect.element(chart).toBeVisible()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect.element(page.getByText('The visits couldn’t be updated.')).toBeVisible()
  await expect.element(chart).toBeVisible()
})

test('visits are shown with their total, last visit and sources, as a chart and a table', async () => {
  const now = Date.now()
  const visits = createVisits(30, now)
  await showVisits(ok(visits))
  await expect
    .element(page.getByText(`${visits.total.toLocaleString()} visits`, { exact: true }))
    .toBeVisible()
  await expect.element(page.getByText(/since yesterday\. The last visit was .*between/)).toBeVisible()
  await expect.element(page.getByRole('img', { name: 'Visits of the last 30 days, by device' })).toBeVisible()
  await expect.element(page.getByText('news.example.org')).toBeVisible()
  const sources = page.getByRole('region', { name: 'Where people came from' })
  await expect.element(sources.getByText('Direct or unknown')).toBeVisible()
  await page.getByText('The numbers').click()
  const rows = page.getByRole('table').getByRole('row')
  await expect.poll(() => rows.elements().length).toBe(31)
  expect(rows.elements()[1]?.textContent).toMatch(/^.+1$/)
  expect(await findAxeViolations()).toEqual([])
})

test('visits of another time are never shown as those of the chosen one while it loads', async () => {
  let answer: unknown = ok(createVisits(30, Date.now()))
  await show(<Visits id={id} title="Spring" />, { 'visits.ofLink': () => answer })
  const chart = page.getByRole('img', { name: /^Visits of the last/ })
  await expect.element(chart).toBeVisible()
  answer = new Promise(() => undefined)
  await page.getByText('90 days').click()
  await expect.element(page.getByText('Loading the visits')).toBeVisible()
  expect(chart.query()).toBeNull()
  await expect.element(page.getByRole('radio', { name: '90 days' })).toBeChecked()
  answer = ok(createVisits(90, Date.now()))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('img', { name: /^Visits of the last 90 days/ })).toBeVisible()
})

test('a request for visits can be cancelled and repeated', async () => {
  const never = new Promise(() => undefined)
  let answer: unknown = never
  await show(<Visits id={id} title="Spring" />, { 'visits.ofLink': () => answer })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText(/^Loading was cancelled\./)).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  answer = ok(createVisits(30, Date.now()))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('img', { name: 'Visits of the last 30 days, by device' })).toBeVisible()
})

test('hours, outcomes and bots are shown on request', async () => {
  const calls = await showVisits(ok(createVisits(30, Date.now())))
  await page.getByText('Hours', { exact: true }).click()
  await expect.element(page.getByText(/: 7 in the last 12 hours/)).toBeVisible()
  await page.getByText('Outcome').click()
  const chart = page.getByRole('img', { name: 'Visits of the last 12 hours, by outcome' })
  await expect.element(chart).toBeVisible()
  await expect.element(chart.getByText('Sent on')).toBeVisible()
  await expect.element(chart.getByText('Bots')).not.toBeInTheDocument()
  await page.getByLabelText('Bots').click()
  await expect.element(chart.getByText('Bots')).toBeVisible()
  await expect
    .element(page.getByText(/^Bots: \d+ search engines, \d+ AI services, \d+ of unknown kind\.$/))
    .toBeVisible()
  expect(calls.at(-1)).toMatchObject(['visits.ofLink', { id }])
})

test('a picture that can’t be created says so and what to do instead', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new DOMException('', 'EncodingError'))
  await show(
    <>
      <Visits id={id} title="Sale" />
      <Toaster />
    </>,
    { 'visits.ofLink': () => ok(createVisits(30, Date.now())) },
  )
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('menuitem', { name: /PNG/ }).click()
  await expect.element(page.getByText(/picture couldn’t be created\. Save it as SVG/)).toBeVisible()
})

test('the chart is saved as a self-contained image, its numbers as a spreadsheet', async () => {
  await showVisits(ok(createVisits(30, Date.now())))
  const files = captureSavedFiles()
  for (const kind of [/CSV/, /SVG/, /PNG/]) {
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('menuitem', { name: kind }).click()
  }
  await expect
    .poll(() => [...files.keys()])
    .toEqual(['visits-spring-sale.csv', 'visits-spring-sale.svg', 'visits-spring-sale.png'])
  const csv = await files.get('visits-spring-sale.csv')?.text()
  expect(csv?.split('\r\n')).toHaveLength(32)
  const svg = (await files.get('visits-spring-sale.svg')?.text()) ?? ''
  expect(new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')).toBeNull()
  expect(svg).not.toMatch(/class=|var\(/)
  // The first colour of the light or dark theme.
  expect(svg).toMatch(/fill="rgb\((0, 114, 178|86, 180, 233)\)"/)
  const png = await createImageBitmap(files.get('visits-spring-sale.png') ?? new Blob())
  expect(png.height).toBe(440)
})

test('large numbers and their axis fit into a saved picture', async () => {
  const visits = createVisits(30, Date.now())
  const days = visits.days.map((day) => ({ ...day, platforms: { ...day.platforms, other: 1_250_000 } }))
  await showVisits(ok({ ...visits, days }))
  const chart = page.getByRole('img', { name: /^Visits of the last/ })
  await expect.element(chart.getByText('1.4M')).toBeVisible()
  const lefts = [...chart.element().querySelectorAll('text')].map((text) => text.getBoundingClientRect().left)
  expect(Math.min(...lefts)).toBeGreaterThanOrEqual(chart.element().getBoundingClientRect().left)
})

test.each([
  ['reports none', ok(null), 'This service doesn’t report visits.'],
  [
    'has counted none',
    ok({ ...createVisits(0, Date.now()), bots: 0, tests: 0 }),
    /^No one has opened this link/,
  ],
  ['does not answer', { ok: false, problem: { code: 'key_missing' } }, /This profile has no project key/],
])('a note is shown for a service that %s', async (_, answer, text) => {
  await showVisits(answer)
  await expect.element(page.getByText(text).first()).toBeVisible()
})

test('visits that couldn’t be loaded are loaded by *Try again*', async () => {
  let isReachable = false
  const visits = { ...createVisits(0, Date.now()), bots: 0, tests: 0 }
  const failed = { ok: false, problem: { code: 'connection_refused' } }
  await show(<Visits id={id} title="Sale" />, { 'visits.ofLink': () => (isReachable ? ok(visits) : failed) })
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect.element(retry).toBeVisible()
  isReachable = true
  await retry.click()
  await expect.element(page.getByText(/^No one has opened this link/)).toBeVisible()
})

test('the chart says so if all visits are in the displayed period', async () => {
  const now = Date.now()
  const { hours, ...visits } = createVisits(30, now)
  const hourlyTotal = hours.reduce((sum, { total }) => sum + total, 0)
  await showVisits(ok({ ...visits, hours, total: hourlyTotal, since: toUtcDay(now) }))
  await expect.element(page.getByText(/, all in the last \d+ hours/)).toBeVisible()
  expect(page.getByText('Days are in UTC.').elements()).toEqual([])
  await page.getByText('30 days', { exact: true }).click()
  await expect.element(page.getByText(/ in the last 30 days/)).toBeVisible()
  await expect.element(page.getByText('Days are in UTC.')).toBeVisible()
  expect(page.getByText(/, all in the last 30/).elements()).toEqual([])
})
