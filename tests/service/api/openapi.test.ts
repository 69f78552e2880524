import SwaggerParser from '@apidevtools/swagger-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeableFields, fieldNames } from '../../../contract/service/link/fields.ts'
import { link } from '../../../contract/service/link/link.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'

interface Content {
  content: { 'application/json': { schema: { properties: Record<string, { properties?: object }> } } }
}
interface Operation {
  description?: string
  parameters: { name: string }[]
  requestBody: Content & { content: { 'application/merge-patch+json'?: unknown } }
  responses: Record<string, Content>
}
interface Document {
  openapi: string
  paths: {
    '/api/v1/sdk/generate_link': { post: Operation }
    '/api/v1/sdk/link/{link_path}': { get: Operation; patch: Operation }
  }
}

describe('extension: GET /api/v1/sdk/openapi.json', () => {
  let service: TestService
  let document: Document
  beforeAll(async () => {
    service = await startTestService()
    const response = await fetch(`${service.origin}/api/v1/sdk/openapi.json`)
    expect(response.status).toBe(200)
    document = (await response.json()) as Document
  })
  afterAll(() => service.stop())

  const fieldsOf = ({ content }: Content) => content['application/json'].schema.properties
  const names = ({ parameters }: Operation) => parameters.map(({ name }) => name).sort()

  it('GET /api/v1/sdk/openapi.json is valid OpenAPI 3.1 and describes only the operations', async () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    await expect(SwaggerParser.validate(structuredClone(document) as never)).resolves.toBeDefined()
    expect(Object.entries(document.paths).map(([path, methods]) => [path, Object.keys(methods)])).toEqual([
      ['/api/v1/sdk/generate_link', ['post']],
      ['/api/v1/sdk/link/{link_path}', ['get', 'patch']],
      ['/api/v1/sdk/links/lookup', ['post']],
      ['/api/v1/sdk/link/{link_path}/history', ['get']],
      ['/api/v1/sdk/links/history', ['post']],
      ['/api/v1/sdk/links', ['get']],
      ['/api/v1/sdk/invitations', ['post']],
      ['/api/v1/sdk/rules', ['get']],
      ['/api/v1/sdk/paths/check', ['post']],
      ['/api/v1/sdk/link/{link_path}/visits', ['get']],
      ['/api/v1/sdk/visits', ['post']],
      ['/api/v1/sdk/enroll', ['post']],
    ])
  })

  it('GET /api/v1/sdk/openapi.json has every field, header and status of "Generate a link"', () => {
    const { post } = document.paths['/api/v1/sdk/generate_link']
    expect(Object.keys(fieldsOf(post.requestBody))).toEqual(fieldNames)
    expect(names(post)).toEqual(['ENVIRONMENT', 'Idempotency-Key'])
    const statuses = [
      '200',
      '400',
      '401',
      '403',
      '408',
      '409',
      '413',
      '415',
      '422',
      '429',
      '431',
      '500',
      '503',
    ]
    expect(Object.keys(post.responses)).toEqual(statuses)
  })

  it('GET /api/v1/sdk/openapi.json describes the header that a generated client must set itself', () => {
    const { get } = document.paths['/api/v1/sdk/link/{link_path}']
    expect(get.description).toMatch(/^Needs Content-Type: application\/json .*default header of the client/s)
  })

  it('GET /api/v1/sdk/openapi.json has every field, header and status of "Retrieve a link"', () => {
    const { get } = document.paths['/api/v1/sdk/link/{link_path}']
    expect(names(get)).toEqual(['ENVIRONMENT', 'include', 'link_path'])
    const statuses = ['200', '400', '401', '403', '404', '408', '415', '422', '429', '431', '500', '503']
    expect(Object.keys(get.responses)).toEqual(statuses)
    const answer = get.responses['200']
    expect(answer && Object.keys(fieldsOf(answer)['link']?.properties ?? {})).toEqual([
      ...Object.keys(link.shape),
      'created_at',
      'active_until',
      'pass_query',
    ])
  })

  it('GET /api/v1/sdk/openapi.json has every field, header and status of "Change a link"', () => {
    const { patch } = document.paths['/api/v1/sdk/link/{link_path}']
    expect(Object.keys(patch.requestBody.content)).toEqual([
      'application/merge-patch+json',
      'application/json',
    ])
    expect(Object.keys(fieldsOf(patch.requestBody))).toEqual([
      ...changeableFields,
      'active',
      'active_until',
      'pass_query',
    ])
    expect(names(patch)).toEqual(['ENVIRONMENT', 'Idempotency-Key', 'If-Match', 'link_path'])
    expect(Object.keys(patch.responses)).toEqual(expect.arrayContaining(['200', '404', '412', '422', '428']))
  })
})
