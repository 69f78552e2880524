import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateRequest } from '../../../contract/service/link/generate.ts'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import { readObject } from '../../../contract/service/json/json.ts'
import { byName, fieldsOf } from '../../../contract/service/link/fields.ts'
import { lookupResponse } from '../../../contract/service/link/link.ts'
import { foldPath } from '../../../contract/service/path/ownPath.ts'
import { readError, startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { acceptedBody, anyBody, withoutPath } from './values.ts'
import { effort } from '../../effort.ts'

describe('generated requests', () => {
  let service: TestService
  beforeAll(async () => void (service = await startTestService()))
  afterAll(() => service.stop())

  let linkCount = 0
  /** The id of the last link that was counted. The next count continues after it. */
  let lastId = -1
  const count = async () => {
    const links = await service.store.scanLinks(lastId, 1_000)
    lastId = links.at(-1)?.id ?? lastId
    linkCount += links.length
    return linkCount
  }

  it('generated requests are accepted exactly when the contract says so; a refusal names its fields and stores nothing', async () => {
    const takenPaths = new Set<string>()
    await fc.assert(
      fc.asyncProperty(anyBody, async (body) => {
        const before = await count()
        const response = await service.post(body)
        const expected = expectedOutcome(body, takenPaths)
        if (expected === 'accepted') {
          expect(response.status).toBe(200)
          await response.body?.cancel()
          expect(await count()).toBe(before + 1)
        } else {
          expect(await readError(response)).toMatchObject(expected)
          expect(await count()).toBe(before)
        }
      }),
      { numRuns: effort(2_000) },
    )
  })

  it('generated requests are returned exactly as they were sent', async () => {
    await fc.assert(
      fc.asyncProperty(acceptedBody.map(withoutPath), async (body) => {
        const path = await service.create(body)
        const answer = await (await service.ask(`/link/${path}`)).text()
        const { link } = JSON.parse(answer) as { link: object }
        // JavaScript reads a number such as 1e400 as Infinity, which JSON can't express. The text is compared below.
        expect(lookupResponse.safeParse({ link: { ...link, data: {} } }).error).toBeUndefined()
        expect(link).toMatchObject(sentFields(body))
        const data = body.data ?? '{}'
        expect(answer).toContain(`"generated_from_platform":"API","data":${data},"sdk_generated":true`)
      }),
      { numRuns: effort(500) },
    )
  })

  it('generated requests never cross environments, and invalid headers are never accepted', async () => {
    const path = await service.create({ title: 'Mine' })
    const header = fc.oneof(
      fc.string({ unit: 'grapheme-ascii', maxLength: 80 }),
      fc.constantFrom('production', 'application/json'),
    )
    await fc.assert(
      fc.asyncProperty(header, header, header, async (key, environment, type) => {
        const headers = { 'PROJECT-KEY': key, ENVIRONMENT: environment, 'Content-Type': type }
        const { status } = await readError(await service.ask(`/link/${path}`, { headers }))
        expect(status).toBe(401)
        const withKey = { ...headers, 'PROJECT-KEY': service.key }
        const response = await service.ask(`/link/${path}`, { headers: withKey })
        const isAccepted =
          environment.trim() === 'production' && /^application\/json\s*(;|$)/i.test(type.trim())
        expect(response.status === 200).toBe(isAccepted)
        expect([200, 400, 415]).toContain(response.status)
      }),
      { numRuns: effort(500) },
    )
  })
})

/** Returns the result that specification 7 requires for a body. The contract's shapes and the earlier paths decide. */
function expectedOutcome(
  body: string,
  takenPaths: Set<string>,
): 'accepted' | { status: number; code: string } {
  const text = body.toWellFormed()
  if (Buffer.byteLength(text) > 65_536) return { status: 413, code: 'too_large' }
  const read = readObject(text, 'body')
  if (!read.ok) return { status: 400, code: 'malformed_json' }
  const { success, data } = generateRequest.safeParse(read.value)
  if (!success) return { status: 422, code: 'invalid_field' }
  const path = data.path && foldPath(data.path)
  if (path && takenPaths.has(path)) return { status: 409, code: 'path_taken' }
  if (path) takenPaths.add(path)
  return 'accepted'
}

/** Returns the fields of the answer that repeat the request; `data` is compared as text. */
function sentFields(body: GenerateRequest): object {
  const app = (redirect: GenerateRequest['ios_custom_redirect']) =>
    redirect ? { open_app_if_installed: true, ...redirect } : {}
  return {
    ...byName(fieldsOf('text'), (name) => body[name] ?? ''),
    tags: [...new Set(JSON.parse(body.tags ?? '[]') as string[])],
    ...byName(fieldsOf('tracking'), (name) => body[name] ?? null),
    show_preview: [body.show_preview_ios, body.show_preview_android].includes(true),
    ios_custom_redirect: app(body.ios_custom_redirect),
    android_custom_redirect: app(body.android_custom_redirect),
    desktop_custom_redirect: body.desktop_custom_redirect
      ? { ...body.desktop_custom_redirect, open_app_if_installed: false }
      : {},
  }
}
