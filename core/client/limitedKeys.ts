import { headers } from '../../contract/service/api/headers.ts'
import { parseJsonObject } from './response.ts'
import type { Exchange } from './sender.ts'

/**
 * The keys that a service refused for a request because of their scope, until the app closes. Such a key may only create
 * links or only read them, so it can't change any.
 */
export type LimitedKeys = ReturnType<typeof createLimitedKeys>

export function createLimitedKeys() {
  const limited = new Set<string>()
  return {
    learn: ({ outgoing, sent }: Pick<Exchange, 'outgoing' | 'sent'>) => {
      const key = outgoing.headers[headers.projectKey]
      if (key === undefined || !sent.ok) return
      // Whether a key may list links or invite others says nothing about changes.
      if (['list', 'invite'].includes(outgoing.about.operation)) return
      const { status } = sent.response
      if (status === 403 && parseJsonObject(sent.response)?.['code'] === 'key_scope') limited.add(key)
      // The operator has widened its scope.
      else if (status < 300 && outgoing.about.operation === 'change') limited.delete(key)
    },
    has: (key: string) => limited.has(key),
  }
}
