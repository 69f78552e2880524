import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { LinkRecord } from '../../../../contract/record.ts'
import { LinksTable } from '../../../../renderer/screens/library/LinksTable.tsx'
import { axeFaults } from '../../axe.ts'
import { inSession } from '../../session.tsx'
import { show } from '../../show.tsx'

const link = 'https://links.example.com/nRVNDfzQPVk'
const title = 'Summer sale: 30 % off everything'
const record: LinkRecord = {
  id: '4d9f3c52-6c0e-4d0c-9d0f-7a8f0d6d3c11',
  state: 'created',
  profileId: 'acme',
  profileName: 'Acme, the whole of Europe',
  environment: 'development',
  request: { title, tracking_source: 'newsletter', tracking_medium: 'email' },
  promotedFrom: null,
  link,
  path: 'nRVNDfzQPVk',
  problem: null,
  answer: null,
  stored: null,
  differences: [],
  checkedAt: null,
  createdAt: '2026-11-22T12:10:00.000Z',
}

/** The table as wide as the window leaves it. */
async function inAWindowOf(width: number, navigation: number) {
  await page.viewport(width, 800)
  await show(
    inSession(
      <div style={{ width: width - navigation }}>
        <LinksTable records={[record]} />
      </div>,
    ),
  )
}

const isCut = (element: Element) =>
  element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight

test.each([
  [1280, 240],
  [900, 125],
])(
  'a link is told from others by its title and its last part, in a window of %i',
  async (width, navigation) => {
    await inAWindowOf(width, navigation)
    const seen = page.getByRole('link', { name: title })
    await expect.element(seen).toBeVisible()
    expect(isCut(seen.element())).toBe(false)
    const lastPart = page.getByText('nRVNDfzQPVk', { exact: true })
    await expect.element(lastPart).toBeVisible()
    const end = lastPart.element().getBoundingClientRect().right
    expect(end).toBeLessThanOrEqual(lastPart.element().closest('td')?.getBoundingClientRect().right ?? 0)
    expect(await axeFaults()).toEqual([])
  },
)

test('the profile stands with the environment, also in a narrow window', async () => {
  await inAWindowOf(900, 125)
  await expect.element(page.getByText('Acme, the whole of Europe')).toBeVisible()
  await expect.element(page.getByText('Development')).toBeVisible()
})
