import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { readError, startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

const readStatusAndCode = async (response: Response) => {
  const { status, code } = await readError(response)
  return [status, code]
}

describe('order of checks', () => {
  const tooLarge = `{"title":"${'x'.repeat(70_000)}"}`
  const wrongHeaders = { 'PROJECT-KEY': 'wrong', ENVIRONMENT: 'wrong', 'Content-Type': 'text/plain' }
  const steps: [string, object, string, [number, string]][] = [
    ['the key before everything', wrongHeaders, tooLarge, [401, 'invalid_project_key']],
    [
      'the environment before the media type',
      { ...wrongHeaders, 'PROJECT-KEY': '' },
      tooLarge,
      [400, 'invalid_environment'],
    ],
    [
      'the media type before the size',
      { ...wrongHeaders, 'PROJECT-KEY': '', ENVIRONMENT: 'production' },
      tooLarge,
      [415, 'unsupported_media_type'],
    ],
    ['the size before the JSON', {}, tooLarge.slice(0, -1), [413, 'too_large']],
    ['the JSON before the fields', {}, '{"title":1', [400, 'malformed_json']],
    ['the fields last', {}, '{"title":1}', [422, 'invalid_field']],
  ]
  it.each(steps)('the service checks in the documented order: %s', async (_name, headers, body, expected) => {
    const allHeaders = { ...headers } as Record<string, string>
    if (allHeaders['PROJECT-KEY'] === '') allHeaders['PROJECT-KEY'] = service.key
    expect(await readStatusAndCode(await service.post(body, allHeaders))).toEqual(expected)
  })

  it('the service checks the route and the method before the key', async () => {
    const withoutKey = { 'PROJECT-KEY': undefined }
    expect(await readStatusAndCode(await service.ask('/generate_links', { headers: withoutKey }))).toEqual([
      404,
      'not_found',
    ])
    const response = await service.ask('/generate_link', { headers: withoutKey })
    expect(response.headers.get('allow')).toBe('POST')
    expect(await readStatusAndCode(response)).toEqual([405, 'method_not_allowed'])
  })
})

describe('missing or wrong PROJECT-KEY', () => {
  it.each([
    ['none', undefined, 'missing_project_key'],
    ['empty', '', 'missing_project_key'],
    ['another text', 'hello', 'invalid_project_key'],
    ['unknown but well-formed', `lwk_${'a'.repeat(40)}`, 'invalid_project_key'],
  ])('a PROJECT-KEY that is %s gets 401', async (_name, key, code) => {
    expect(await readStatusAndCode(await service.post({}, { 'PROJECT-KEY': key }))).toEqual([401, code])
    expect(
      await readStatusAndCode(await service.ask('/link/none', { headers: { 'PROJECT-KEY': key } })),
    ).toEqual([401, code])
  })

  it('a key that is sent twice gets 401', async () => {
    const answer = await service.raw(
      `GET /api/v1/sdk/link/x HTTP/1.1\r\nHost: x\r\nPROJECT-KEY: ${service.key}\r\nPROJECT-KEY: ${service.key}\r\n` +
        'ENVIRONMENT: production\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  })
})

describe('missing or wrong ENVIRONMENT', () => {
  it.each([undefined, '', 'test', 'Production', 'production, development'])(
    'the ENVIRONMENT %j gets 400',
    async (environment) => {
      const headers = { ENVIRONMENT: environment }
      expect(await readStatusAndCode(await service.post({}, headers))).toEqual([400, 'invalid_environment'])
      expect(await readStatusAndCode(await service.ask('/link/none', { headers }))).toEqual([
        400,
        'invalid_environment',
      ])
    },
  )

  it.each(['production', 'development'])('the ENVIRONMENT %s is accepted', async (environment) => {
    expect((await service.post({}, { ENVIRONMENT: environment })).status).toBe(200)
  })
})

describe('Content-Type', () => {
  it.each([undefined, '', 'text/plain', 'application/jsonx', 'application/x-www-form-urlencoded', 'json'])(
    'the Content-Type %j gets 415, even for GET',
    async (type) => {
      const headers = { 'Content-Type': type }
      const bytes = new TextEncoder().encode('{}')
      expect(await readStatusAndCode(await service.post(bytes, headers))).toEqual([
        415,
        'unsupported_media_type',
      ])
      expect(await readStatusAndCode(await service.ask('/link/none', { headers }))).toEqual([
        415,
        'unsupported_media_type',
      ])
    },
  )

  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json;charset=utf-8',
    'application/json ; charset="UTF-8"',
    'application/json;',
    'application/json; version',
  ])('the Content-Type %j is accepted', async (type) => {
    expect((await service.post({}, { 'Content-Type': type })).status).toBe(200)
  })
})

describe('unknown path, or a path of another project or environment', () => {
  it('an unknown path and one of another project or environment get the same 404', async () => {
    const path = await service.create({ title: 'Mine' })
    const other = await createProject(service.store, 'Other')
    const answers = await Promise.all([
      service.ask('/link/nonexistent'),
      service.ask(`/link/${path}`, { headers: { 'PROJECT-KEY': other.key } }),
      service.ask(`/link/${path}`, { headers: { ENVIRONMENT: 'development' } }),
      service.ask(`/link/${'x'.repeat(5_000)}`),
      service.ask('/link/%E2%82%AC%00'),
    ])
    const bodies = await Promise.all(answers.map(readError))
    const errors = bodies.map((body) => ({ ...body, request_id: '' }))
    expect(new Set(errors.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(errors[0]).toMatchObject({ status: 404, code: 'link_not_found' })
    expect((await service.ask(`/link/${path}`)).status).toBe(200)
  })
})

describe('CORS', () => {
  it('CORS allows no origin and answers no preflight', async () => {
    const response = await service.ask('/generate_link', {
      method: 'OPTIONS',
      headers: { Origin: 'https://example.com', 'Access-Control-Request-Method': 'POST' },
    })
    expect(response.status).toBe(405)
    const create = await service.post({}, { Origin: 'https://example.com' })
    for (const { headers } of [response, create]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})
