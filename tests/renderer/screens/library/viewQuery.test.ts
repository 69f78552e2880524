import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyView } from '../../../../contract/app/library/emptyView.ts'
import { checkOutcomes } from '../../../../contract/app/link/check.ts'
import { sortNames } from '../../../../contract/app/library/columns/columnLists.ts'
import { libraryView } from '../../../../contract/app/library/view.ts'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import { recordState } from '../../../../contract/app/link/record.ts'
import { parseColumns, toQuery, parseView } from '../../../../renderer/screens/library/view/viewQuery.ts'
import { anyText } from '../../../anyText.ts'

const text = anyText({ maxLength: 20 })
const values = fc.uniqueArray(text, { maxLength: 4 })
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const views: fc.Arbitrary<LibraryView> = fc.record(
  {
    search: text,
    profileId: text,
    environment: fc.constantFrom('production' as const, 'development' as const),
    states: fc.uniqueArray(fc.constantFrom(...recordState.options)),
    checks: fc.uniqueArray(fc.constantFrom(...checkOutcomes)),
    tags: fc.record({ any: values, all: values, none: values }),
    campaign: values,
    source: values,
    medium: values,
    reportChannel: values,
    parameter: values,
    domain: values,
    author: values,
    from: day,
    to: day,
    createdFrom: day,
    createdTo: day,
    starred: fc.constant(true as const),
    breaksRules: fc.constant(true as const),
    archived: fc.constantFrom('no' as const, 'only' as const, 'all' as const),
    sort: fc.constantFrom(...sortNames),
  },
  {
    requiredKeys: [
      ...([
        'search',
        'states',
        'checks',
        'tags',
        'campaign',
        'source',
        'medium',
        'reportChannel',
        'parameter',
        'domain',
        'author',
      ] as const),
      ...(['archived', 'sort'] as const),
    ],
  },
)

test('a URL preserves every view', () => {
  fc.assert(
    fc.property(views, (view) => {
      const query = toQuery(view)
      expect(parseView(query)).toEqual(view)
      // The characters that a fragment may contain.
      const address = new URL('http://app.example/')
      address.hash = `/links?${query}`
      expect(parseView(address.hash.split('?')[1] ?? '')).toEqual(view)
    }),
  )
})

test('the default view has no parameters', () => {
  expect(toQuery(emptyView)).toBe('')
  expect(parseView('')).toEqual(emptyView)
})

test('any text parses to a valid view', () => {
  const parameter = fc
    .tuple(
      fc.constantFrom('q', 'state', 'check', 'tag', 'from', 'sort', 'environment', 'starred', 'domain', 'x'),
      text,
    )
    .map(([name, value]) => `${name}=${value}`)
  const query = fc.oneof(
    text,
    fc.array(parameter, { maxLength: 6 }).map((parts) => parts.join('&')),
  )
  fc.assert(
    fc.property(query, (broken) => {
      const view = parseView(broken)
      expect(libraryView.parse(view)).toEqual(view)
    }),
  )
})

test('unknown or invalid parameters are ignored, and the others are kept', () => {
  const query =
    'q=shoes&state=created&state=lost&sort=sideways&from=2026-02-31&to=2026-03-01&environment=moon&x=1'
  expect(parseView(query)).toEqual({ ...emptyView, search: 'shoes', states: ['created'], to: '2026-03-01' })
  expect(parseView(`q=${'x'.repeat(5_000)}`).search).toHaveLength(1_000)
  expect(
    parseView(Array.from({ length: 300 }, (_, index) => `tag=${index}`).join('&')).tags.any,
  ).toHaveLength(100)
  expect(parseView('%E0%A4%A&q=%')).toEqual({ ...emptyView, search: '%' })
})

test('columns in a URL keep their order, without unknown and repeated ones', () => {
  expect(parseColumns('q=a')).toBeNull()
  expect(parseColumns('columns=')).toEqual([])
  expect(parseColumns('columns=note.lost.tags.note')).toEqual(['note', 'tags'])
  expect(toQuery(emptyView, ['note', 'tags'])).toBe('columns=note.tags')
  expect(parseColumns(toQuery(emptyView, []))).toEqual([])
})
