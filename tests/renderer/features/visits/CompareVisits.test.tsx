import { useQueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CompareVisits } from '../../../../renderer/features/visits/CompareVisits.tsx'
import type { ComparedLink } from '../../../../renderer/features/visits/comparedRows.ts'
import { findAxeViolations } from '../../axe.ts'
import { show } from '../../show.tsx'
import { createVisits } from './visits.ts'

const createLine = (perDay: number) => ({
  line: Array.from({ length: 14 }, () => perDay),
  ...{ total: perDay * 20, bots: 1, cards: 0, tests: 0, since: '2020-01-01' },
})

const createLink = (name: string, channel: string | null): ComparedLink => ({
  ...{ id: name, name, channel, environment: 'production' },
})

async function showComparison(links: ComparedLink[], perDay: readonly number[]) {
  const lines = Object.fromEntries(links.map(({ id }, index) => [id, createLine(perDay[index] ?? 0)]))
  await show(<CompareVisits links={links} opened close={() => undefined} />, {
    'visits.ofLinks': () => ({ ok: true, value: { lines, problem: null } }),
  })
}

test('the comparison stays if it can’t be updated, with the reason', async () => {
  const visits = { ok: true, value: { lines: { Post: createLine(2), Mail: createLine(3) }, problem: null } }
  const answers: unknown[] = [visits]
  const update = { run: () => Promise.resolve() }
  function Update() {
    const client = useQueryClient()
    update.run = () => client.invalidateQueries({ queryKey: ['visits.ofLinks'] })
    return null
  }
  const links = [createLink('Post', null), createLink('Mail', null)]
  await show(
    <>
      <CompareVisits links={links} opened close={() => undefined} />
      <Update />
    </>,
    { 'visits.ofLinks': () => answers.shift() ?? { ok: false, problem: { code: 'connection_refused' } } },
  )
  const row = page.getByRole('row', { name: /Mail/ })
  await expect.element(row).toBeVisible()
  await update.run()
  await expect.element(page.getByText('The visits couldn’t be updated.')).toBeVisible()
  await expect.element(row).toBeVisible()
})

const readTable = () =>
  page
    .getByRole('row')
    .elements()
    .map((row) => [...row.children].map((cell) => cell.textContent.trim()))

test('links are compared one by one, and added up by channel', async () => {
  await showComparison(
    [
      createLink('Post', 'Organic Social'),
      createLink('Mail', 'Email'),
      createLink('Story', 'Organic Social'),
      createLink('App', null),
    ],
    [2, 3, 4, 1],
  )
  await expect
    .poll(() => readTable().map(([name]) => name?.split(' ')[0]))
    .toEqual(['Link', 'Story', 'Mail', 'Post', 'App'])
  expect(page.getByText(/Google’s rules as of/).query()).toBeNull()
  await page.getByText('Channels in Google Analytics').click()
  await expect.element(page.getByText(/Google’s rules as of .*, and its sources as of/)).toBeVisible()
  await expect
    .poll(() => readTable().map(([name, , , total]) => `${name} ${total}`))
    .toEqual([
      'Channel Total',
      expect.stringMatching(/^Organic Social.* 120$/),
      expect.stringMatching(/^Email.* 60$/),
      expect.stringMatching(/^No channel.* 20$/),
    ])
  await expect
    .element(page.getByRole('img', { name: 'Visits of each channel in the last 14 days' }))
    .toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('90 days are read for each link, and added up by channel', async () => {
  const links = [createLink('Post', 'Organic Social'), createLink('Story', 'Organic Social')]
  const lines = Object.fromEntries(links.map(({ id }) => [id, createLine(1)]))
  const read: unknown[] = []
  await show(<CompareVisits links={links} opened close={() => undefined} />, {
    'visits.ofLinks': () => ({ ok: true, value: { lines, problem: null } }),
    'visits.ofLink': ({ id }: { id: string }) => {
      read.push(id)
      return { ok: true, value: createVisits(90, Date.now()) }
    },
  })
  await page.getByText('Channels in Google Analytics').click()
  await page.getByText('90 days').click()
  await expect
    .element(page.getByRole('img', { name: 'Visits of each channel in the last 90 days' }))
    .toBeVisible()
  expect(read).toEqual(['Post', 'Story'])
})

test('a service that can’t be reached is not shown as reporting no visits, and can be tried again', async () => {
  let problem: { code: string } | null = { code: 'connection_refused' }
  await show(<CompareVisits links={[createLink('Post', null)]} opened close={() => undefined} />, {
    'visits.ofLinks': () => ({ ok: true, value: { lines: problem ? {} : { Post: createLine(2) }, problem } }),
  })
  await expect.element(page.getByText('The visits couldn’t be loaded.')).toBeVisible()
  expect(page.getByRole('table').query()).toBeNull()
  expect(page.getByText(/not in the table/).query()).toBeNull()
  problem = null
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('table')).toBeVisible()
})

test('a link whose 90 days can’t be loaded has no line instead of one without visits', async () => {
  const lines = { Post: createLine(2), Mail: createLine(3) }
  await show(
    <CompareVisits
      links={[createLink('Post', null), createLink('Mail', null)]}
      opened
      close={() => undefined}
    />,
    {
      'visits.ofLinks': () => ({ ok: true, value: { lines, problem: null } }),
      'visits.ofLink': ({ id }: { id: string }) =>
        id === 'Post'
          ? { ok: true, value: createVisits(90, Date.now()) }
          : { ok: false, problem: { code: 'connection_refused' } },
    },
  )
  await page.getByText('90 days').click()
  await expect.element(page.getByText(/^The chart lacks 1 link/)).toBeVisible()
  const chart = page.getByRole('img', { name: 'Visits of each link in the last 90 days' })
  await expect.element(chart.getByText('Post')).toBeVisible()
  expect(chart.getByText('Mail').query()).toBeNull()
})

test('links whose visits couldn’t be requested are counted separately', async () => {
  const problem = { code: 'connection_refused' }
  await show(
    <CompareVisits
      links={[createLink('Post', null), createLink('Mail', null)]}
      opened
      close={() => undefined}
    />,
    {
      'visits.ofLinks': () => ({ ok: true, value: { lines: { Post: createLine(2) }, problem } }),
    },
  )
  await expect
    .element(page.getByText(/^One of the links is not in the table: their visits couldn’t be loaded/))
    .toBeVisible()
  expect(readTable()).toHaveLength(2)
})

test('links without any channel can’t be compared by channel', async () => {
  await showComparison([createLink('A', null), createLink('B', null)], [1, 2])
  await expect.poll(() => readTable().length).toBe(3)
  expect(page.getByText('Channels in Google Analytics').elements()).toEqual([])
})
