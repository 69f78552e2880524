import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assembleChangelog, listChangeFiles } from '../../../scripts/package/changelog.ts'

const root = join(import.meta.dirname, '..', '..', '..')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-changelog-'))
  mkdirSync(join(folder, 'changes'))
  writeFileSync(join(folder, 'changes', 'README.md'), '# How to add a change\n')
  writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\nPreamble.\n')
})
afterEach(() => rmSync(folder, { recursive: true }))

const addChange = (slug: string, text: string) => writeFileSync(join(folder, 'changes', `${slug}.md`), text)

describe('the changelog', () => {
  it('has every file in changes/ under its section, and links that start in the repository’s root', () => {
    addChange('service', 'The service\n\n- Answers.\n')
    addChange('a-paste', 'The app: Bulk\n- Pastes [tables](../docs/using/bulk.md).\n')
    addChange('b-undo', 'The app: Bulk\n\n- Undoes.\n- Redoes.\n')
    addChange('find', 'The app: Find\n\n- Finds.\n')
    expect(assembleChangelog(folder, '1.2.0')).toBe(
      `# Changelog

Preamble.

## 1.2.0

### The app

**Find**

- Finds.

**Bulk**

- Pastes [tables](docs/using/bulk.md).
- Undoes.
- Redoes.

### The service

- Answers.
`,
    )
  })

  it('lists earlier releases after the new one', () => {
    writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## 1.0.0\n\n### The app\n\n- First.\n')
    addChange('service', 'The service\n\n- Answers.\n')
    expect(assembleChangelog(folder, '1.1.0')).toBe(
      '# Changelog\n\n## 1.1.0\n\n### The service\n\n- Answers.\n\n## 1.0.0\n\n### The app\n\n- First.\n',
    )
  })

  it('is the file as it is without changes', () =>
    expect(assembleChangelog(folder, '1.1.0')).toBe('# Changelog\n\nPreamble.\n'))

  it.each([
    ['an unknown section', 'The ap: Bulk\n\n- Pastes.\n'],
    ['no bullet', 'The app: Bulk\n\nPastes.\n'],
  ])('a file with %s is refused by name', (_what, text) => {
    addChange('slug', text)
    expect(() => assembleChangelog(folder, '1.1.0')).toThrow(/changes.slug\.md/)
  })

  it('can be assembled from the changes of this repository', () => {
    const changelog = assembleChangelog(root, '9.9.9')
    for (const file of listChangeFiles(root)) {
      const bullets = readFileSync(join(root, file), 'utf8').split('\n').slice(1).join('\n').trim()
      expect(changelog).toContain(bullets.replaceAll('](../', ']('))
    }
  })
})
