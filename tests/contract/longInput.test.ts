import { describe, expect, it } from 'vitest'
import { readBaseUrl } from '../../contract/service/address/baseUrl.ts'
import { readJson, readTags } from '../../contract/service/json/json.ts'
import { byName, trackingNames } from '../../contract/service/link/fields.ts'
import { projectKey } from '../../contract/app/profile/keyStore.ts'
import { findLinkPath } from '../../contract/service/path/linkPath.ts'
import { findLinks } from '../../contract/service/address/pastedLinks.ts'
import { toAsciiUrl } from '../../contract/service/redirect/address.ts'
import { passQuery } from '../../contract/service/redirect/query.ts'
import { addTracking } from '../../contract/service/redirect/tracking.ts'
import { trimPathTail } from '../../contract/service/address/urlBoundary.ts'
import { findProgram } from '../../contract/service/redirect/programs.ts'
import { parseUserAgent } from '../../contract/service/redirect/visitor.ts'
import { compileRequest } from './app/runs/template/compileRequest.ts'
import { rowFieldNames } from '../../contract/app/runs/mapping/mapping.ts'
import type { Mapping } from '../../contract/app/runs/mapping/mapping.ts'
import { parseTags } from '../../contract/app/link/tagList.ts'
import { targetError } from '../../contract/service/link/target.ts'
import { effort } from '../effort.ts'

const compileWith = (template: Mapping['template']) =>
  compileRequest(['A'], { columns: [{ to: 'nothing' }], template }, ['x'])

const tracking = byName(trackingNames, (name) => name)

const readers: Record<string, (text: string) => unknown> = {
  asciiUrl: toAsciiUrl,
  linkPathIn: findLinkPath,
  linksIn: findLinks,
  readBaseUrl,
  readJson,
  readTags,
  cells: (text) =>
    rowFieldNames.map((field) =>
      compileRequest(['A'], { columns: [{ to: 'field', field }], template: {} }, [text]),
    ),
  tagsIn: parseTags,
  targetProblem: targetError,
  templates: (text) => rowFieldNames.map((field) => compileWith({ [field]: `{{A}}${text}{{A}}` })),
  visitorOf: parseUserAgent,
  programOf: findProgram,
  withoutTail: trimPathTail,
  withQuery: (text) => passQuery('https://a.example/', text),
  withTracking: (text) => addTracking(`https://a.example/${text}`, tracking),
  projectKey: (text) => projectKey.safeParse(text),
}

/**
 * Long runs that make a backtracking expression quadratic or worse: with this many characters, it would take minutes.
 */
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

describe.each(Object.keys(readers))('%s with long input', (name) => {
  const read = readers[name] as (text: string) => unknown

  it.each(runs)('no parser is slow with a long run of %j', (piece) => {
    const run = piece.repeat(effort(200_000) / piece.length)
    for (const text of [run, `${run}x`, `x${run}`, `https://a.example${run}x`, `"${run}`, `a${run} b`]) {
      expect(() => read(text)).not.toThrow()
    }
  })
})
