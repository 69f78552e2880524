import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readError, startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

describe('body too large, not JSON, not an object', () => {
  const postForError = async (body: string | Uint8Array) => {
    const { status, code, error } = await readError(await service.post(body))
    return { status, code, error }
  }
  it('a body over 64 KiB gets 413, however it is sent, and one of 64 KiB does not', async () => {
    const bodyOfSize = (size: number) => `{"title":"x"}${' '.repeat(size - 13)}`
    expect((await service.post(bodyOfSize(65_536))).status).toBe(200)
    expect(await postForError(bodyOfSize(65_537))).toMatchObject({ status: 413, code: 'too_large' })
    const chunk = `${(33_000).toString(16)}\r\n${' '.repeat(33_000)}\r\n`
    const answer = await service.raw(
      `POST /api/v1/sdk/generate_link HTTP/1.1\r\nHost: x\r\nPROJECT-KEY: ${service.key}\r\nENVIRONMENT: production\r\n` +
        `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  })

  it.each([
    ['', 'line 1, column 1'],
    ['{"title":"x",\n "subtitle" "y"}', 'line 2, column 13'],
    ['{"title":"x"} {}', 'line 1, column 15'],
    ["{'title':'x'}", 'line 1, column 2'],
  ])('the JSON error in %j gets 400 malformed_json with its position', async (body, position) => {
    const error = await postForError(body)
    expect(error).toMatchObject({ status: 400, code: 'malformed_json' })
    expect(error.error).toContain(position)
  })

  it.each(['[]', '"x"', '1', 'null'])('a body that is %s gets 400', async (body) => {
    expect(await postForError(body)).toMatchObject({ status: 400 })
  })

  it('a duplicate JSON key gets 400, because one of the two values would be lost', async () => {
    const error = await postForError('{"title":"a","subtitle":"b","title":"c"}')
    expect(error).toMatchObject({ status: 400, code: 'malformed_json' })
    expect(error.error).toContain('"title" appears twice')
    expect(error.error).toContain('line 1, column 29')
    const inner = '{"ios_custom_redirect":{"url":"https://a.example/","url":"https://b.example/"}}'
    expect(await postForError(inner)).toMatchObject({ status: 400, code: 'malformed_json' })
  })

  it('a body that is not UTF-8 gets 400', async () => {
    const bytes = Uint8Array.from([...Buffer.from('{"title":"'), 0xff, ...Buffer.from('"}')])
    expect(await postForError(bytes)).toMatchObject({ status: 400, code: 'malformed_json' })
  })

  it('a body nested to exhaust the parser gets 400', async () => {
    const deep = '['.repeat(30_000) + ']'.repeat(30_000)
    expect(await postForError(`{"title":${deep}}`)).toMatchObject({ status: 400, code: 'malformed_json' })
  })

  it('the service keeps the connection after a refused body', async () => {
    const request = `POST /api/v1/sdk/generate_link HTTP/1.1\r\nHost: x\r\nPROJECT-KEY: ${service.key}\r\nENVIRONMENT: production\r\nContent-Type: application/json\r\nContent-Length: 1\r\n`
    const answer = await service.raw(`${request}\r\n{${request}Connection: close\r\n\r\n{`)
    expect(answer.match(/HTTP\/1\.1 400 /g)).toHaveLength(2)
  })
})
