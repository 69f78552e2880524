import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codeSpans, findSection, listItems, readDocument } from './markdown.ts'

const root = join(import.meta.dirname, '../..')
const text = readDocument('docs/security-evidence.md')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** A file named in the document, and a function or test title in it. */
interface Claim {
  file: string
  name: string | null
}

const file = String.raw`(?:[\w-]+/)*[\w-]+(?:\.long)?(?:\.test)?\.(?:ts|tsx|yml|json)`

function findClaims(section: string): Claim[] {
  const matches = section.matchAll(new RegExp(`\`(${file})\`(?: \`([^\`]+)\`| _([^_]+)_)?`, 'g'))
  return [...matches].map(([, path = '', name, title]) => ({ file: path, name: name ?? unwrapTitle(title) }))
}

const unwrapTitle = (title: string | undefined) => title?.replace(/\s+/g, ' ') ?? null

function isClaimTrue({ file: path, name }: Claim): boolean {
  return existsSync(join(root, path)) && (name === null || read(path).includes(name))
}

const findProofs = (cell: string) => findClaims(cell).filter(({ file: path }) => path.includes('.test.ts'))

const electronChecklist = "## Electron's checklist"

/** Returns the lines of an item that start with this label, such as `- Proof:`. */
const findLabelled = (item: string, label: string) => item.split(`- ${label}:`)[1]?.split(/\n\s+- /)[0] ?? ''

describe('docs/security-evidence.md', () => {
  it('docs/security-evidence.md names only files, functions and tests that exist', () => {
    expect(findClaims(text).length).toBeGreaterThan(60)
    expect(findClaims(text).filter((claim) => !isClaimTrue(claim))).toEqual([])
  })

  it('docs/security-evidence.md lists what stops each threat, and a test for it', () => {
    const threats = listItems(findSection(text, '## Threats'))
    expect(threats.length).toBeGreaterThan(10)
    expect(threats.filter((item) => findLabelled(item, 'Stopped by').trim() === '')).toEqual([])
    expect(threats.filter((item) => findProofs(findLabelled(item, 'Proof')).length === 0)).toEqual([])
  })

  it("docs/security-evidence.md names the code and a test for each item of Electron's checklist", () => {
    const items = listItems(findSection(text, electronChecklist))
    expect(items.map((item) => Number.parseInt(item, 10))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
    const withoutCode = items.filter((item) =>
      findClaims(item.split('- Proof:')[0] ?? '').every(({ name }) => name === null),
    )
    expect(withoutCode).toEqual([])
    expect(items.filter((item) => findProofs(findLabelled(item, 'Proof')).length === 0)).toEqual([])
  })

  it('docs/security-evidence.md names the installed version of Electron', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { electron: string } }
    const item = listItems(findSection(text, electronChecklist)).find((candidate) =>
      candidate.startsWith('16.'),
    )
    expect(item).toContain(`${devDependencies.electron}, pinned`)
  })

  it('docs/security-evidence.md names an existing test for each attack that was tried', () => {
    const attacks = listItems(findSection(text, '## What was tried'))
    const tests = attacks.map((item) => codeSpans(findLabelled(item, 'Test')))
    expect(tests.length).toBeGreaterThan(10)
    for (const names of tests) expect(names).not.toEqual([])
    const paths = tests.flat().map((name) => (name.includes('/') ? name : `tests/attack/${name}`))
    const testExists = (path: string) => ['', '.test.ts'].some((end) => existsSync(join(root, path + end)))
    expect(paths.filter((path) => !testExists(path))).toEqual([])
  })
})
