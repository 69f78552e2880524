import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRowCompiler } from '../../../contract/app/runs/template/compile.ts'
import { guessMapping } from '../../../contract/app/runs/mapping/guess.ts'
import { runWords } from '../../../core/library/runs/sheets/source.ts'
import { isTypical } from '../../../core/tables/fit.ts'
import { openShaped } from '../../../core/tables/openShaped.ts'
import type { SheetRow, TableInput } from '../../../core/tables/table.ts'
import { openHere } from '../harness/openHere.ts'
import { sheetMutations, textMutations, unwritten, writeJson, writeSheet, writeText } from './mutations.ts'
import type { Mutation, Random } from './mutations.ts'
import { tableShapes } from './tableShapes.ts'
import type { TableShape } from './tableShapes.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'mutations-'))))
afterAll(() => rmSync(folder, { recursive: true }))

/** A generator of numbers (Numerical Recipes), so that a failure can be repeated. */
function createRandom(seed: number): Random {
  let state = seed >>> 0
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * max)
  }
}

interface Outcome {
  /** The requests of rows without any mark. */
  unmarked: string[]
  /** Number of rows with an error or a warning. */
  marked: number
  /** Whether the screen shows that the encoding or the header is a guess. */
  isGuess: boolean
}

async function readOutcome(input: TableInput): Promise<Outcome> {
  const table = await openShaped(input, { open: openHere, words: runWords, choice: {}, remembered: [] })
  const rows: SheetRow[] = []
  for (let next = await table.next(); next; next = await table.next()) rows.push(...next)
  const first = rows
    .filter(isTypical)
    .slice(0, 20)
    .map(({ cells }) => cells)
  const compile = createRowCompiler(table.names, guessMapping(table.names, first))
  const outcome: Outcome = {
    unmarked: [],
    marked: 0,
    isGuess: table.reading.isEncodingGuess || table.reading.isHeaderGuess,
  }
  for (const { cells, notes = [] } of rows) {
    const { request, errors, warnings } = compile(cells)
    if (notes.length + errors.length + warnings.length > 0) outcome.marked++
    else outcome.unmarked.push(JSON.stringify(request))
  }
  return outcome
}

function expectedRequests(shape: TableShape, rows: readonly string[][]): string[] {
  const header = shape.header ?? rows[0]?.map((_, index) => `Column ${index}`) ?? []
  const compile = createRowCompiler(header, guessMapping(header, shape.rows))
  return rows.map((cells) => JSON.stringify(compile(cells).request))
}

/** Returns how a mutated table was read: right, marked, asked about, or wrong without a word. */
function judge(
  expected: string[],
  { unmarked, marked, isGuess }: Outcome,
): 'right' | 'marked' | 'guess' | 'silent' {
  const missing = [...expected]
  const wrong = unmarked.filter((request) => {
    const index = missing.indexOf(request)
    if (index >= 0) missing.splice(index, 1)
    return index < 0
  })
  if (wrong.length === 0 && missing.length === 0) return 'right'
  if (wrong.length === 0 && marked > 0) return 'marked'
  return isGuess ? 'guess' : 'silent'
}

function mutate(shape: TableShape, random: Random): { kind: string; mutation: Mutation } {
  const pick = <T>(all: Record<string, T>): [string, T] => {
    const entries = Object.entries(all)
    return entries[random(entries.length)] as [string, T]
  }
  if (shape.format === 'xlsx') {
    const [kind, change] = pick(sheetMutations)
    const types = bookTypes.filter((type) => !unwritten[kind]?.includes(type))
    const bookType = types[random(types.length)] ?? 'xlsx'
    return { kind: `${kind} (${bookType})`, mutation: writeSheet(shape, change, { random, bookType }) }
  }
  const [kind, change] = pick(textMutations)
  const written = change(shape, random)
  const { rows, lines } = written
  if (shape.format === 'paste')
    return { kind, mutation: { rows, content: { text: lines.join('\n'), html: '' } } }
  if (shape.format === 'json') return { kind: 'a JSON list', mutation: writeJson(shape, random) }
  return { kind, mutation: writeText(shape, written, random) }
}

const bookTypes = ['xlsx', 'biff8', 'xlml', 'ods', 'fods', 'html'] as const

/** Mutations that may leave no trace in the file: a cut within the last cell, or at the end of a line. */
const untraceable = ['a file that is cut off']

/** The whole number of cases in the long suite, and few enough elsewhere to take a second or two. */
const cases = process.env['LINKWRIGHT_TEST_FULL'] === undefined ? 96 : 2_040

it('a mutated table is read right, or its rows are marked', async () => {
  const silent: string[] = []
  const counts = { right: 0, marked: 0, guess: 0, silent: 0 }
  for (let seed = 0; seed < cases; seed++) {
    const random = createRandom(seed * 7_919 + 1)
    const shape = tableShapes[seed % tableShapes.length] as TableShape
    const { kind, mutation } = mutate(shape, random)
    const { content, rows } = mutation
    const file = join(folder, 'table')
    if (Buffer.isBuffer(content)) writeFileSync(file, content)
    const outcome = await readOutcome(Buffer.isBuffer(content) ? { file } : content)
    const verdict = judge(expectedRequests(shape, rows), outcome)
    counts[verdict]++
    if (verdict === 'silent' && !untraceable.includes(kind)) silent.push(`${seed}: ${kind} of ${shape.name}`)
  }
  expect(silent).toEqual([])
  // Most mutations are understood or marked at their row, without a question about the whole table.
  expect(counts.guess).toBeLessThan(cases / 20)
  expect(counts.right).toBeGreaterThan(cases / 3)
})
