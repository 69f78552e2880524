import { describe, expect, it } from 'vitest'
import { readBaseUrl } from '../../contract/baseUrl.ts'
import { readJson, readTags } from '../../contract/json.ts'
import { byName, trackingNames } from '../../contract/link/fields.ts'
import { projectKey } from '../../contract/keyStore.ts'
import { linkPathIn } from '../../contract/linkPath.ts'
import { linksIn } from '../../contract/pastedLinks.ts'
import { asciiUrl, withTracking } from '../../contract/redirect/tracking.ts'
import { visitorOf } from '../../contract/redirect/visitor.ts'
import { requestOf } from '../../contract/runs/compile.ts'
import { rowFieldNames } from '../../contract/runs/mapping.ts'
import type { Mapping } from '../../contract/runs/mapping.ts'
import { tagsIn } from '../../contract/tagList.ts'
import { targetFault } from '../../contract/target.ts'

const compiledBy = (template: Mapping['template']) =>
  requestOf(['A'], { columns: [{ to: 'nothing' }], template }, ['x'])

const tracking = byName(trackingNames, (name) => name)

const readers: Record<string, (text: string) => unknown> = {
  asciiUrl,
  linkPathIn,
  linksIn,
  readBaseUrl,
  readJson,
  readTags,
  cells: (text) =>
    rowFieldNames.map((field) =>
      requestOf(['A'], { columns: [{ to: 'field', field }], template: {} }, [text]),
    ),
  tagsIn,
  targetFault,
  templates: (text) => rowFieldNames.map((field) => compiledBy({ [field]: `{{A}}${text}{{A}}` })),
  visitorOf,
  withTracking: (text) => withTracking(`https://a.example/${text}`, tracking),
  projectKey: (text) => projectKey.safeParse(text),
}

/** Runs that send a backtracking expression into quadratic time or worse: this many characters would take minutes. */
const runs = [
  '/',
  ')',
  '(',
  '.',
  ' ',
  '"',
  '`',
  '[',
  'a.',
  'a',
  ':',
  '?',
  '#',
  '&',
  '\\',
  '\t',
  '%',
  'http://',
  'a:',
  '💥',
  '\u200b',
]

describe.each(Object.keys(readers))('%s comes to an end for', (name) => {
  const read = readers[name] as (text: string) => unknown

  it.each(runs)('200,000 characters of %j', (piece) => {
    const run = piece.repeat(200_000 / piece.length)
    for (const text of [run, `${run}x`, `x${run}`, `https://a.example${run}x`, `"${run}`, `a${run} b`]) {
      expect(() => read(text)).not.toThrow()
    }
  })
})
