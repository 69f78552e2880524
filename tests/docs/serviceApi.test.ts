import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateRequest } from '../../contract/service/link/generate.ts'
import { changeableFields, fieldsOf, linkFields } from '../../contract/service/link/fields.ts'
import { link } from '../../contract/service/link/link.ts'
import { limits } from '../../contract/service/api/limits.ts'
import { trackingRules } from '../../contract/service/rules/trackingRules.ts'
import { writeSharedFile } from '../../contract/service/rules/writeSharedFile.ts'
import { serviceErrors } from '../../contract/service/api/serviceError.ts'
import { refusedSchemes } from '../../contract/service/link/target.ts'
import { formatCount } from '../../contract/service/text/text.ts'
import { visitLimits } from '../../contract/service/link/visits.ts'
import { invite } from '../../service/keys/invite.ts'
import { newProjectKey } from '../../service/projectKey.ts'
import { version } from '../../service/version.ts'
import { startTestService } from '../service/testService.ts'
import type { TestService } from '../service/testService.ts'
import { compactJson, parseExamples, parseMessage, Placeholders } from './examples.ts'
import type { Message } from './examples.ts'
import { codeSpans, readDocument, tableRows, findSection } from './markdown.ts'

const text = readDocument('docs/service-api.md')
/** The fields of the specification, which our service extends. */
const specifiedFields = changeableFields.filter((name) => name !== 'image')
const linkOrigin = 'https://links.example.com'

describe('the examples, one after the other on one service', () => {
  const examples = parseExamples(text)
  let service: TestService
  let placeholders: Placeholders
  beforeAll(async () => {
    service = await startTestService({ linkOrigin })
    const terms = { name: 'anna', environment: 'development', scope: 'full' } as const
    const INVITATION = await invite(service.store, service.project, terms, Date.now() + 3_600_000)
    await service.store.allowKeys(service.project, 'default', { mayInvite: true })
    const [NEW_KEY, OTHER_KEY] = [newProjectKey(), newProjectKey()]
    const rules = { source: { lowerCase: true, values: ['newsletter', 'twitter'] } }
    const content = writeSharedFile({ profile: 'Shop', rules: trackingRules.parse(rules) })
    await service.store.rules.put({ project: service.project, content, setAt: Date.now() })
    placeholders = new Placeholders({ PROJECT_KEY: service.key, version, INVITATION, NEW_KEY, OTHER_KEY })
  })
  afterAll(() => service.stop())

  it('the examples of docs/service-api.md pair requests and answers of both operations and the link host', () => {
    for (const { request, answer } of examples) {
      expect(request.start).toMatch(/^(GET|POST|PUT|PATCH) \/\S* HTTP\/1\.1$/)
      expect(answer.start).toMatch(/^HTTP\/1\.1 \d{3} [A-Z]/)
    }
    const pairs = examples.map(({ request, answer }) => `${request.start} ${answer.start}`)
    for (const pattern of [
      /POST \S+\/generate_link .* 200/,
      /GET \S+\/link\/.* 200/,
      /GET \/<link_path>.* 302/,
    ]) {
      expect(pairs.some((pair) => pattern.test(pair))).toBe(true)
    }
  })

  it('the examples of docs/service-api.md begin with a request that has every field', () => {
    expect(Object.keys(JSON.parse(examples[0]?.request.body ?? '{}') as object)).toEqual(specifiedFields)
  })

  it.each(examples)(
    'the example in line $request.line of docs/service-api.md returns its documented answer: $request.start',
    async ({ request, answer }) => {
      const actual = parseMessage(utf8(await service.raw(toRequestBytes(request, placeholders))))
      placeholders.forget('request_id')
      const headers = new Map(actual.headers)
      expect(actual.start).toBe(answer.start)
      for (const [name, value] of answer.headers) {
        const received = headers.get(name) ?? ''
        expect(`${name}: ${received}`).toBe(`${name}: ${placeholders.expected(value, received)}`)
      }
      if (answer.body) {
        const received = withoutStored(compactJson(actual.body))
        expect(received).toBe(placeholders.expected(compactJson(answer.body), received))
      }
      // Headers that the document describes for every response, and so doesn't repeat.
      expect(headers.get('link-service')).toBe(
        `linkwright/${version}; visits; lookup; created; enroll; changes; rules; paths; list; invite; image`,
      )
      expect(headers.get('x-request-id')).toBe(
        placeholders.expected('<request_id>', headers.get('x-request-id') ?? ''),
      )
    },
  )
})

/** Returns a request as sent over the network. The document leaves out its length and that the connection is closed. */
function toRequestBytes({ start, headers, body }: Message, placeholders: Placeholders): Uint8Array {
  const content = new TextEncoder().encode(placeholders.fill(body))
  const lines = [
    start,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body ? [`content-length: ${content.length}`] : []),
    'connection: close',
  ]
  const head = new TextEncoder().encode(`${placeholders.fill(lines.join('\r\n'))}\r\n\r\n`)
  return Buffer.concat([head, content])
}

/** The document leaves this field out of its examples. */
function withoutStored(body: string): string {
  return body.replace(/,"stored":"(?:no|unknown)"/, '')
}

function utf8(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8')
}

describe('the tables', () => {
  const fields = (heading: string) =>
    tableRows(findSection(text, heading)).map(([name = '', type = '']) => [codeSpans(name)[0], type])

  it('the table in section 2.1 has the fields of a link in the order of an answer', () => {
    expect(fields('### 2.1 ').map(([name]) => name)).toEqual(Object.keys(link.shape))
    for (const [name = '', type] of fields('### 2.1 ')) {
      expect([name, type]).toEqual([name, describeType(link.shape[name as keyof typeof link.shape])])
    }
  })

  it('the table in section 4.1 has the fields of a request', () => {
    expect(fields('### 4.1 ').map(([name]) => name)).toEqual(specifiedFields)
    for (const [name = '', type] of fields('### 4.1 ')) {
      const field = generateRequest.shape[name as keyof typeof generateRequest.shape]
      expect([name, type]).toEqual([name, describeType(field.unwrap())])
    }
  })

  it('the table in section 7 has every error code with its status', () => {
    const documented = tableRows(findSection(text, '## 7. '))
      .filter(([status = '']) => /^\d/.test(status))
      .flatMap(([status = '', code = '']) =>
        codeSpans(code).map((name) => [name, Number(status.slice(0, 3))]),
      )
    expect(Object.fromEntries(documented)).toEqual(serviceErrors)
    expect(documented.length).toBe(Object.keys(serviceErrors).length)
  })

  it('the table in section 8 has every limit', () => {
    const formatKib = (bytes: number) => `${bytes / 1_024} KiB`
    const documented = Object.fromEntries(
      tableRows(findSection(text, '## 8. ')).map(([what = '', limit = '']) => [what, limit]),
    )
    expect(documented).toMatchObject({
      ...Object.fromEntries(
        fieldsOf('text').map((name) => [`\`${name}\``, `${formatCount(linkFields[name].limit)} characters`]),
      ),
      'each `tracking_…`': `${limits.tracking} characters`,
      'each `url`': `${formatCount(limits.url)} characters`,
      '`data`': `${formatKib(limits.dataBytes)}, ${limits.dataDepth} levels`,
      '`tags`': `${limits.tags} tags of 1 to ${limits.tagLength} characters`,
      '`Idempotency-Key`': `1 to ${limits.idempotencyKey} bytes`,
      '`paths`': `${visitLimits.paths} paths`,
      '`from` to `to`': `${visitLimits.days} days`,
      'body of a request': `${formatKib(limits.bodyBytes)}, ${formatCount(limits.bodyValues)} values`,
    })
  })

  it('section 2.4 names every refused scheme', () => {
    const documentedSchemes = codeSpans(findSection(text, '### 2.4 ')).filter((code) =>
      refusedSchemes.has(code),
    )
    expect(new Set(documentedSchemes)).toEqual(new Set(refusedSchemes))
  })
})

/** Returns a schema's type in the words of the document. */
function describeType(schema: { toJSONSchema: () => object }): string {
  const { type } = schema.toJSONSchema() as { type: string | string[] }
  return [type].flat().join(' or ')
}

describe('comments', () => {
  it('comments cite only sections that the document has', () => {
    const headings = new Set([...text.matchAll(/^##+ (\d+(?:\.\d+)?)/gm)].map(([, number]) => number))
    const root = new URL('../../', import.meta.url)
    const files = globSync(
      '{contract,core,service,renderer,electron,loopback,bench,tests,scripts}/**/*.{ts,tsx}',
      {
        cwd: root,
      },
    )
    const citations = files.flatMap((file) => {
      const source = readFileSync(new URL(file, root), 'utf8')
      return [
        ...source.matchAll(/\b[Ss]pecification,? (?:parts? )?([\d.]+\d|\d)((?: and [\d.]*\d)*)/g),
      ].flatMap(([, first = '', more = '']) =>
        [first, ...(more.match(/[\d.]*\d/g) ?? [])].map((number) => `${number} ${file}`),
      )
    })
    expect(citations.length).toBeGreaterThan(10)
    expect(citations.filter((citation) => !headings.has(citation.split(' ')[0]))).toEqual([])
  })
})
