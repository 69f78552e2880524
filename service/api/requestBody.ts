import { isUtf8 } from 'node:buffer'
import type { z } from 'zod'
import { fieldErrorsOf } from '../../contract/fieldErrors.ts'
import { generateRequestWith } from '../../contract/generate.ts'
import { readObject } from '../../contract/json.ts'
import { limits } from '../../contract/limits.ts'
import { webHost } from '../../contract/target.ts'
import { ApiError } from '../http/apiError.ts'

/**
 * Reads a body as a JSON object without changing anything on the way: no replacement characters for bytes that are not
 * UTF-8, and no key twice, of which `JSON.parse` would silently drop one.
 */
export function parseBody(bytes: Buffer | undefined): Record<string, unknown> {
  if (bytes && !isUtf8(bytes)) throw new ApiError('malformed_json', 'The body is not UTF-8.')
  const read = readObject(bytes?.toString('utf8') ?? '', 'body', limits.bodyValues)
  if (read.ok) return read.value
  const { message, line, column } = read.fault
  throw new ApiError('malformed_json', `${message} (line ${line}, column ${column})`)
}

/** The contract's shape, and no redirect to one of our own link hosts: visitors would go round in circles. */
export function createGenerateSchema(
  isOurs: (host: string) => boolean,
): ReturnType<typeof generateRequestWith> {
  return generateRequestWith((target) => {
    const host = webHost(target)
    if (host === null || !isOurs(host)) return null
    return 'Leads to the link host itself, so visitors would go round in circles.'
  })
}

/** Fastify's way to ask a zod schema. The faults of all fields come at once. */
export function createValidator({ schema }: { schema: z.ZodType }) {
  return (value: unknown): { value: unknown } | { error: Error } => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return { value: parsed.data }
    return {
      error: new ApiError('invalid_field', 'Some fields are not valid.', {
        fields: fieldErrorsOf(parsed.error),
      }),
    }
  }
}
