import { expect } from 'vitest'
import { readError } from '../testService.ts'
import type { TestService } from '../testService.ts'

/** Returns the field errors of a refused body, after checking that nothing was stored. */
export async function postInvalidBody(service: TestService, body: unknown): Promise<Record<string, string>> {
  const before = await service.store.scanLinks(-1, 10_000)
  const { status, code, fields } = await readError(await service.post(body))
  expect([status, code]).toEqual([422, 'invalid_field'])
  expect(await service.store.scanLinks(-1, 10_000)).toHaveLength(before.length)
  return fields ?? {}
}
