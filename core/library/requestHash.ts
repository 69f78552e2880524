import { hash } from 'node:crypto'
import { isObject, readJson } from '../../contract/service/json/json.ts'
import { fieldNames } from '../../contract/service/link/fields.ts'

interface Target {
  profile_id: string
  environment: string
}

/** The hash of a link without a request, or with a damaged one, which equals no other. */
export const noRequest = 0

/**
 * Returns a hash that equal links have in common: those with the same request, profile and environment. It is a safe
 * integer, so that its index stays small. Links with the same hash still have to be compared (decision 34).
 */
export function requestHash({
  profile_id: profileId,
  environment,
  request,
}: Target & { request: unknown }): number {
  const key = typeof request === 'object' ? toKey(request) : requestKey(request)
  if (key === null) return noRequest
  return hashText([profileId, environment, key])
}

/** Returns a hash of 52 bits. */
export function hashText(value: unknown): number {
  return Number.parseInt(hash('sha1', JSON.stringify(value), 'hex').slice(0, 13), 16)
}

/** Returns what makes a stored request equal to another, independent of its spelling; `null` if missing or damaged. */
export function requestKey(text: unknown): string | null {
  const parsed = typeof text === 'string' ? readJson(text) : null
  return parsed?.ok ? toKey(parsed.value) : null
}

function toKey(request: unknown): string | null {
  if (!isObject(request)) return null
  return JSON.stringify(
    fieldNames.map((name) => {
      const value = request[name] ?? null
      return isObject(value) ? [value['url'], value['open_app_if_installed'] ?? true] : value
    }),
  )
}
