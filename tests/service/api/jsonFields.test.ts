import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { postInvalidBody } from './fieldErrors.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

const errorsOf = (body: unknown) => postInvalidBody(service, body)
const accepted = async (body: object) => await service.lookup(await service.create(body))

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
      expect(await errorsOf({ data })).toHaveProperty('data')
    }
    expect((await errorsOf({ data: '{"a":1,\n"a":2}' }))['data']).toContain('line 2, column 1')
  })

  it('data may be nested 32 levels deep and have 32 KiB', async () => {
    const deep = (levels: number) => '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1)
    const large = (bytes: number) => `{"a":"${'é'.repeat((bytes - 8) / 2)}"}`
    await accepted({ data: deep(32) })
    await accepted({ data: large(32 * 1_024) })
    expect(await errorsOf({ data: deep(33) })).toHaveProperty('data')
    expect(await errorsOf({ data: large(32 * 1_024 + 2) })).toHaveProperty('data')
  })
})

describe('tags', () => {
  it('tags keep their order and lose exact repeats', async () => {
    const found = await accepted({ tags: '["b","a","b","B","\\u0061",""]'.replace(',""', '') })
    expect(found['tags']).toEqual(['b', 'a', 'B'])
  })

  it('tags are refused when they are not the text of a JSON array of texts within the limits', async () => {
    const list = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => `t${index}`))
    await accepted({ tags: list(100) })
    await accepted({ tags: JSON.stringify(['🍂'.repeat(100)]) })
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
      expect(await errorsOf({ tags })).toHaveProperty('tags')
    }
  })
})
