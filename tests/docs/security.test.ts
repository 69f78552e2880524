import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
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

const claim = new RegExp(`\`(${file})\`(?:\\s+\`([^\`]+)\`|\\s+_([^_]+)_)?`, 'g')

function findClaims(section: string): Claim[] {
  return [...section.matchAll(claim)].map(([, path = '', name, title]) => ({
    file: path,
    name: name ?? unwrapTitle(title),
  }))
}

const unwrapTitle = (title: string | undefined) => title?.replace(/\s+/g, ' ') ?? null

function isClaimTrue({ file: path, name }: Claim): boolean {
  return existsSync(join(root, path)) && (name === null || read(path).includes(name))
}

const isTest = ({ file: path }: Claim) => /\.test\.tsx?$/.test(path)
const namesTest = (item: string) => findClaims(item).some(isTest)
const namesCode = (item: string) => findClaims(item).some((found) => !isTest(found) && found.name !== null)

/** Returns what an item such as `- **threat**: sentence. file` says between the threat and the first file. */
function findSentence(item: string): string {
  const [, afterTitle = ''] = item.split('**', 3).slice(1)
  return afterTitle.slice(0, afterTitle.search(claim)).split(/:\s+/)[1] ?? ''
}

const electronChecklist = "## Electron's checklist"

/** Returns the tests in the parentheses at the end of an attack's item. */
const findAttackTests = (item: string) => codeSpans(/\(([^()]*)\)\s*$/.exec(item)?.[1] ?? '')

describe('docs/security-evidence.md', () => {
  it('docs/security-evidence.md names only files, functions and tests that exist', () => {
    expect(findClaims(text).length).toBeGreaterThan(60)
    expect(findClaims(text).filter((claim) => !isClaimTrue(claim))).toEqual([])
  })

  it('docs/security-evidence.md lists what stops each threat, its code and a test', () => {
    const threats = listItems(findSection(text, '## Threats'))
    expect(threats.length).toBeGreaterThan(10)
    expect(threats.filter((item) => !/\w/.test(findSentence(item)))).toEqual([])
    expect(threats.filter((item) => !namesCode(item))).toEqual([])
    expect(threats.filter((item) => !namesTest(item))).toEqual([])
  })

  it("docs/security-evidence.md names the code and a test for each item of Electron's checklist", () => {
    const items = listItems(findSection(text, electronChecklist))
    expect(items.map((item) => Number.parseInt(item, 10))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
    expect(items.filter((item) => !namesCode(item))).toEqual([])
    expect(items.filter((item) => !namesTest(item))).toEqual([])
  })

  it('docs/security-evidence.md names the installed version of Electron', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { electron: string } }
    const item = listItems(findSection(text, electronChecklist)).find((candidate) =>
      candidate.startsWith('16.'),
    )
    expect(item).toContain(`${devDependencies.electron}, pinned`)
  })

  it('docs/security-evidence.md names an existing test for each attack that was tried, and every long attack', () => {
    const attacks = listItems(findSection(text, '## What was tried'))
    const tests = attacks.map((item) => findAttackTests(item))
    expect(tests.length).toBeGreaterThan(10)
    for (const names of tests) expect(names).not.toEqual([])
    const paths = tests.flat().map((name) => (name.includes('/') ? name : `tests/attack/${name}`))
    const testExists = (path: string) => ['', '.test.ts'].some((end) => existsSync(join(root, path + end)))
    expect(paths.filter((path) => !testExists(path))).toEqual([])
    const attackTests = globSync('tests/attack/*.test.ts', { cwd: root }).map((path) =>
      basename(path, '.test.ts'),
    )
    expect(attackTests.filter((name) => !tests.flat().includes(name))).toEqual([])
  })
})
