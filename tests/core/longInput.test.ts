import { describe, expect, it } from 'vitest'
import { isHtml } from '../../core/client/response.ts'
import type { HttpResponse } from '../../core/client/response.ts'
import { toProblem } from '../../core/client/problems.ts'
import { parseAuthorities } from '../../core/policy/authorities.ts'
import { createRedactor } from '../../core/redactor.ts'
import { findUnsafeNumbers } from '../../renderer/features/jsonEditor/unsafeNumbers.ts'
import { effort } from '../effort.ts'

const redactor = createRedactor()
const answer = (text: string, headers: HttpResponse['headers'] = {}): HttpResponse => ({
  status: 200,
  headers,
  text,
  bytes: text.length,
})

const readers: Record<string, (text: string) => unknown> = {
  isHtml: (text) => isHtml(answer(text)),
  problemOf: (text) => toProblem(answer(text), redactor),
  'problemOf a page': (text) => toProblem(answer(text, { 'content-type': 'text/html' }), redactor),
  'problemOf a redirect': (text) => toProblem({ ...answer('', { location: text }), status: 302 }, redactor),
  'problemOf a refusal': (text) =>
    toProblem({ ...answer(JSON.stringify({ error: text })), status: 400 }, redactor),
  authoritiesIn: parseAuthorities,
  unsafeNumbersIn: findUnsafeNumbers,
}

/** Long runs that make a backtracking expression quadratic: with this many characters, it would take minutes. */
const runs = [
  '<title',
  '<title ',
  '<',
  ' ',
  '\n',
  '?',
  '#',
  'project',
  'project ',
  'environment',
  '-----BEGIN CERTIFICATE-----',
  '-----BEGIN CERTIFICATE-----a',
  '\\"',
  '"',
  '1',
  '1.',
]

describe.each(Object.entries(readers))('%s', (_, read) => {
  it.each(runs)('no parser hangs on a long run of %j', (run) => {
    const text = run.repeat(Math.ceil(effort(1_000_000) / run.length))
    expect(() => [text, `"${text}`].map(read)).not.toThrow()
  })
})
