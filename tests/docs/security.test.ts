import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codeSpans, readDocument, tableRows, findSection } from './markdown.ts'

const root = join(import.meta.dirname, '../..')
const text = readDocument('docs/security.md').replaceAll('\\|', '|')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** What the document says is somewhere: a file, and a name or the title of a test in it. */
interface Claim {
  file: string
  name: string | null
}

const file = String.raw`(?:[\w-]+/)*[\w-]+(?:\.test)?\.(?:ts|tsx|yml|json)`

function findClaims(within: string): Claim[] {
  const found = within.matchAll(new RegExp(`\`(${file})\`(?: \`([^\`]+)\`| _([^_]+)_)?`, 'g'))
  return [...found].map(([, path = '', name, title]) => ({ file: path, name: name ?? unwrapTitle(title) }))
}

const unwrapTitle = (title: string | undefined) => title?.replace(/\s+/g, ' ') ?? null

function isClaimTrue({ file: path, name }: Claim): boolean {
  return existsSync(join(root, path)) && (name === null || read(path).includes(name))
}

const findProofs = (cell: string) => findClaims(cell).filter(({ file: path }) => path.includes('.test.ts'))

describe('docs/security.md', () => {
  it('names files, functions and tests that are there', () => {
    expect(findClaims(text).length).toBeGreaterThan(60)
    expect(findClaims(text).filter((claim) => !isClaimTrue(claim))).toEqual([])
  })

  it('has a proof for whatever stops somebody', () => {
    const threats = tableRows(findSection(text, '## Who could do harm'))
    expect(threats.length).toBeGreaterThan(10)
    expect(threats.filter((row) => findProofs(row.at(-1) ?? '').length === 0)).toEqual([])
  })

  it("has each item of Electron's checklist, the place that fulfils it and the proof", () => {
    const items = tableRows(findSection(text, "## Electron's checklist"))
    expect(items.map(([number]) => Number(number))).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    expect(items.filter(([, , how = '']) => findClaims(how).every(({ name }) => name === null))).toEqual([])
    expect(items.filter((row) => findProofs(row.at(-1) ?? '').length === 0)).toEqual([])
  })

  it('tells the version of Electron that is installed', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { electron: string } }
    const row = tableRows(findSection(text, "## Electron's checklist")).find(([number]) => number === '16')
    expect(row?.[2]).toContain(`${devDependencies.electron}, pinned`)
  })

  it('names an attack for each row of what was tried', () => {
    const tests = tableRows(findSection(text, '## What was tried')).map((row) => codeSpans(row.at(-1) ?? ''))
    expect(tests.length).toBeGreaterThan(10)
    for (const names of tests) expect(names).not.toEqual([])
    const paths = tests.flat().map((name) => (name.includes('/') ? name : `tests/attack/${name}`))
    const isThere = (path: string) => ['', '.test.ts'].some((end) => existsSync(join(root, path + end)))
    expect(paths.filter((path) => !isThere(path))).toEqual([])
  })
})
