import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { postInvalidBody } from './fieldErrors.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

const postForErrors = (body: unknown) => postInvalidBody(service, body)
const createAndRead = async (body: object) => await service.lookup(await service.create(body))

describe('data', () => {
  it.each([
    '{}',
    ' {\n\t"a" : 1 } ',
    '{"n":12345678901234567890,"m":1.10,"e":1E400,"z":-0}',
    '{"__proto__":{"a":1},"constructor":"x","":0}',
    '{"esc":"\\u0041\\/\\n\\ud83c\\udf42","emoji":"🍂","sep":"\u2028"}',
  ])('data is returned byte for byte: %j', async (data) => {
    const path = await service.create({ data })
    const text = await (await service.ask(`/link/${path}`)).text()
    expect(text).toContain(`"data":${data},"sdk_generated"`)
  })

  it('data is refused when it is not the text of a JSON object, with line and column', async () => {
    for (const data of ['', '[]', '"x"', 'null', '{"a":}', '{"a":1,"a":2}']) {
      expect(await postForErrors({ data })).toHaveProperty('data')
    }
    expect((await postForErrors({ data: '{"a":1,\n"a":2}' }))['data']).toContain('line 2, column 1')
  })

  it('data may be nested 32 levels deep and have 32 KiB', async () => {
    const nested = (levels: number) => '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1)
    const large = (bytes: number) => `{"a":"${'é'.repeat((bytes - 8) / 2)}"}`
    await createAndRead({ data: nested(32) })
    await createAndRead({ data: large(32 * 1_024) })
    expect(await postForErrors({ data: nested(33) })).toHaveProperty('data')
    expect(await postForErrors({ data: large(32 * 1_024 + 2) })).toHaveProperty('data')
  })
})

describe('tags', () => {
  it('tags keep their order and lose exact repeats', async () => {
    const link = await createAndRead({ tags: '["b","a","b","B","\\u0061",""]'.replace(',""', '') })
    expect(link['tags']).toEqual(['b', 'a', 'B'])
  })

  it('tags are refused when they are not the text of a JSON array of texts within the limits', async () => {
    const list = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => `t${index}`))
    await createAndRead({ tags: list(100) })
    await createAndRead({ tags: JSON.stringify(['🍂'.repeat(100)]) })
    for (const tags of [
      list(101),
      JSON.stringify(['x'.repeat(101)]),
      '[""]',
      '[1]',
      '{}',
      '"a"',
      '[null]',
      '["a"',
      '["\\u0000"]',
    ]) {
      expect(await postForErrors({ tags })).toHaveProperty('tags')
    }
  })
})
