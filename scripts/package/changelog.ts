import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The sections of a release in their order. A part after a colon is a subsection. */
export const sections = [
  'Upgrading',
  'The app: Create',
  'The app: Links',
  'The app: Find',
  'The app: Bulk',
  'The app: Import',
  'The app: Tracking',
  'The app: Phones',
  'The app: Visits',
  'The app: Profiles',
  'The app: Window',
  'The app: Settings',
  'Desktop',
  'The service',
  'Deployment',
]

/** What one file in `changes/` says: its section and its bullets, as Markdown. */
interface Change {
  section: string
  bullets: string
}

/** Returns the changelog with the files in `changes/` as its first release. Without any, it is `CHANGELOG.md` as it is. */
export function assembleChangelog(root: string, version: string): string {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const changes = readChanges(root)
  if (changes.length === 0) return changelog
  const release = `## ${version}\n\n${formatSections(changes)}`
  const previous = changelog.search(/^## /m)
  if (previous === -1) return `${changelog.trimEnd()}\n\n${release}`
  return `${changelog.slice(0, previous)}${release}\n${changelog.slice(previous)}`
}

/** Lists the files in `changes/`, by name. */
export function listChangeFiles(root: string): string[] {
  return readdirSync(join(root, 'changes'))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((name) => join('changes', name))
}

function readChanges(root: string): Change[] {
  return listChangeFiles(root).map((file) => {
    const [section = '', ...rest] = readFileSync(join(root, file), 'utf8').trim().split('\n')
    if (!sections.includes(section))
      throw new Error(`${file}: the first line must be a section: ${sections.join(', ')}`)
    // Links start in `changes/`, so that they work there, too.
    const bullets = rest.join('\n').trim().replaceAll('](../', '](')
    if (!bullets.startsWith('- ')) throw new Error(`${file}: after its section, list the changes with "- "`)
    return { section, bullets }
  })
}

function formatSections(changes: readonly Change[]): string {
  let text = ''
  let openHeading = ''
  for (const section of sections) {
    const bullets = changes.filter((change) => change.section === section).map((change) => change.bullets)
    if (bullets.length === 0) continue
    const [heading = '', part] = section.split(': ')
    if (heading !== openHeading) text += `### ${heading}\n\n`
    openHeading = heading
    text += `${part === undefined ? '' : `**${part}**\n\n`}${bullets.join('\n')}\n\n`
  }
  return `${text.trimEnd()}\n`
}
