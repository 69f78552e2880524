import { expect, test } from 'vitest'
import { createSections } from '../../../../renderer/screens/library/sheet/sheetSections.ts'
import { sheetCells, sheetFileName } from '../../../../renderer/screens/library/sheet/sheetCells.ts'
import { libraryView } from '../../../../contract/library/view.ts'
import type { LibraryRow } from '../../../../contract/library/row.ts'

const row: LibraryRow = {
  ...{ id: 'a', state: 'created', environment: 'production', profileId: 'p', profileName: 'Acme' },
  ...{ title: 'Sale', destination: 'https://shop.example/', moreDestinations: 0, campaign: 'spring' },
  ...{ source: 'newsletter', medium: 'email', reportChannel: 'Email', tags: [], path: 'a' },
  ...{ link: 'https://l.example/a', createdAt: '', knownCreatedAt: null, checkedAt: null, note: null },
  ...{ starred: false, archived: false, added: false, damaged: false, differs: false, lastCheck: null },
}

test('a saved sheet has a line per link with its channel, visits and their time, and marks unknown values', () => {
  const line = { total: 7, bots: 1, cards: 0, tests: 0, since: null, line: [1, 2] }
  const sections = createSections(
    [row, { ...row, id: 'b', environment: 'development' }, { ...row, id: 'c', state: 'reference' }],
    { a: line },
  )
  const [header, ...lines] = sheetCells(sections, '2026-11-25T10:00:00.000Z')
  const pickCells = (cells: string[]) => [cells[0], cells[1], cells[2], ...cells.slice(-3)]
  expect(pickCells(header ?? [])).toEqual([
    'Environment',
    'Channel',
    'Title',
    'Visits',
    'Last 14 days',
    'Visits as of',
  ])
  expect(lines.map(pickCells)).toEqual([
    ['Production', 'Email', 'Sale', '7', '3', '2026-11-25T10:00:00.000Z'],
    ['Development', 'Email', 'Sale', 'Unknown', 'Unknown', '2026-11-25T10:00:00.000Z'],
    ['Other services', 'Email', 'Sale', 'Unknown', 'Unknown', '2026-11-25T10:00:00.000Z'],
  ])
})

test('the file of a sheet is named by its campaign, valid on every system', () => {
  const fileName = (campaign: string[]) => sheetFileName(libraryView.parse({ campaign }))
  expect(fileName(['Spring: Sale/2026'])).toBe('campaign-spring-sale-2026')
  expect(fileName([])).toBe('campaign')
})
