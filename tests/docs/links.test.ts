import { existsSync, globSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readDocument } from './markdown.ts'

const root = join(import.meta.dirname, '../..')
const documents = globSync(['*.md', 'docs/**/*.md', 'bench/*.md', 'changes/*.md'], { cwd: root }).map(
  (file) => file.replaceAll('\\', '/'),
)

/** Returns the paths that the links of a document lead to within this repository, from its root. */
function findTargets(file: string): string[] {
  return [...readDocument(file).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map(([, target = '']) =>
    target.startsWith('#') ? file + target : posix.join(posix.dirname(file), target),
  )
}

/** Returns the anchors that repository viewers create for a document's headings. */
function findAnchors(file: string): Set<string> {
  const headings = readDocument(file).matchAll(/^#+ (.*)$/gm)
  const anchor = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
  return new Set([...headings].map(([, heading = '']) => anchor(heading)))
}

describe('links in documents', () => {
  it.each(documents)('the links in %s lead to existing files and headings', (file) => {
    const brokenTargets = findTargets(file).filter((target) => {
      const [path = '', anchor] = target.split('#')
      if (!existsSync(join(root, path))) return true
      return anchor !== undefined && !findAnchors(path).has(anchor)
    })
    expect(brokenTargets).toEqual([])
  })

  it('links are found in documents', () => expect(findTargets('README.md').length).toBeGreaterThan(10))
})
