import { expect, test } from 'vitest'
import { countCombinations, listValues, readLists } from '../../../../renderer/screens/runs/create/lists.ts'
import type { TypedLists } from '../../../../renderer/screens/runs/create/lists.ts'
import { catalogue } from '../../../../contract/app/problems/problemCatalogue.ts'
import { formatTimeLeft, isWaiting, waitText } from '../../../../renderer/screens/runs/shared/progressText.ts'
import { parseCells } from '../../../../contract/app/tables/csvReader.ts'
import { currentStep, openingStep } from '../../../../renderer/screens/runs/head/steps.ts'

test.each([
  ['a', [['a']]],
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\t\n\tb',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['"two\nlines"\t"a ""quote"""\n', [['two\nlines', 'a "quote"']]],
  ['"not quoted" at all', [['"not quoted" at all']]],
  ['', []],
])('copied cells are parsed: %j', (text, cells) => {
  expect(parseCells(text, '\t')).toEqual(cells)
})

test('copied cells are parsed if one is as long as the clipboard allows', () => {
  const long = 'x'.repeat(20_000_000)
  expect(parseCells(`"${long}"\ta`, '\t')).toEqual([[long, 'a']])
  expect(parseCells(`"${long}\ta`, '\t')).toEqual([[`"${long}`, 'a']])
})

test('the values of a list can be pasted from a row or a column of a spreadsheet', () => {
  expect(listValues('a, b\r\n"two\nlines"\r\na, b\n5" disc\n')).toEqual(['a, b', 'two\nlines', '5" disc'])
  expect(listValues('de\tfr\t\n')).toEqual(['de', 'fr'])
})

test('the links of combined lists are counted, and too many are refused', () => {
  const createList = (name: string, count: number) => ({
    name,
    text: Array.from({ length: count }, (_, index) => `${name}${index}`).join('\n'),
  })
  const count = (...lists: TypedLists['lists']) => countCombinations(readLists({ address: '', lists }))
  const blank = { name: 'Creative', text: ' \n' }
  expect(count(createList('Channel', 6), createList('Language', 4), blank)).toEqual({
    links: 24,
    sentence: '6 × 4 = 24 links',
  })
  expect(count()).toEqual({ links: 0, sentence: '0 links' })
  expect(count(createList('a', 500), createList('b', 500)).sentence).toContain('One run makes up to 50,000.')
})

test.each([
  [1_000, 'about 5 s'],
  [42_000, 'about 45 s'],
  [61_000, 'about 1 minute'],
  [600_000, 'about 10 minutes'],
  [7_300_000, 'about 2 hours'],
])('a remaining time of %i ms is shown as “%s”', (ms, expected) => {
  expect(formatTimeLeft(ms)).toBe(expected)
})

test('a step can be opened by its address until something was sent', () => {
  expect(currentStep({ state: 'preparing' }, 'check', 'columns')).toBe('check')
  expect(currentStep({ state: 'preparing' }, 'else', 'columns')).toBe('columns')
  expect(currentStep({ state: 'running' }, 'check', 'columns')).toBe('create')
})

test('without a step in the address, a run opens at its rows if they are checked', () => {
  expect(currentStep({ state: 'preparing' }, null, openingStep({ checked: true }))).toBe('check')
  expect(currentStep({ state: 'preparing' }, null, openingStep({ checked: false }))).toBe('columns')
})

test.each([
  [4_999, 0, ''],
  [12_400, 0, 'The service hasn’t answered for 10 s.'],
  [12_400, 3_000, 'Waiting for the service. The next try is in 3 s.'],
])('a run without an answer for %i ms says so, unless it waits for %i ms', (quietMs, heldMs, sentence) => {
  const throughput = { perSecond: 1, leftMs: null, heldMs, heldBy: null, quietMs }
  expect(waitText({ state: 'running', comparing: false }, throughput)).toBe(sentence)
})

test('a run that waits says why, also while other links are created', () => {
  const heldBy = { code: 'throttled' } as const
  const throughput = { perSecond: 20, leftMs: null, heldMs: 900, heldBy, quietMs: 0 }
  expect(waitText({ state: 'running', comparing: false }, throughput)).toBe(
    `${catalogue.throttled.title}. The next try is in 1 s.`,
  )
})

test.each([
  [{ state: 'running' }, { heldBy: { code: 'connection_refused' }, heldMs: 9_000 }, true],
  [{ state: 'running' }, { heldBy: { code: 'throttled' }, heldMs: 900, perSecond: 20 }, false],
  [{ state: 'running' }, { quietMs: 6_000 }, true],
  [{ state: 'paused' }, { heldBy: { code: 'connection_refused' }, heldMs: 9_000 }, false],
] as const)('a run waits if its service fails or is quiet: %j, %j: %s', (run, part, waits) => {
  const throughput = { perSecond: 0, leftMs: null, heldMs: 0, heldBy: null, quietMs: 0, ...part }
  expect(isWaiting(run, throughput)).toBe(waits)
})

test('a run without open requests that was resumed only says that it starts', () => {
  expect(waitText({ state: 'queued', comparing: false }, null)).toBe('Starting.')
  expect(waitText({ state: 'queued', comparing: false }, null, true)).toBe(
    'Another run at this service goes first. This one starts automatically.',
  )
})

test('a run that was resumed at an unresponsive service says how long it has been waiting', () => {
  const throughput = { perSecond: 0, leftMs: null, heldMs: 0, heldBy: null, quietMs: 12_400 }
  expect(waitText({ state: 'queued', comparing: false }, throughput)).toBe(
    'Starts once the current requests have finished. The service hasn’t answered for 10 s.',
  )
  expect(waitText({ state: 'queued', comparing: false }, { ...throughput, quietMs: 4_000 })).toBe(
    'Starts once the current requests have finished.',
  )
})
