import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Problem } from '../../contract/problem.ts'
import type { LinkRecord } from '../../contract/record.ts'
import { useCreateLink } from '../queries/links.ts'
import type { Promotable } from './promotion.ts'

/** How a promotion stands. `stopped`: nothing was made. `unknown`: it may have been. */
export type Promotion =
  | { state: 'asked' | 'sending' }
  | { state: 'stopped'; problem: Problem }
  | { state: 'unknown'; record: LinkRecord }
  | { state: 'done'; record: LinkRecord }

/**
 * Makes the same link in production, at most once per intent. The intent stays the same until it is known to have failed or
 * is given up, so that pressing again asks what came of it and makes nothing new.
 */
export function usePromotion({ request }: Promotable) {
  const [promotion, setPromotion] = useState<Promotion>({ state: 'asked' })
  const client = useQueryClient()
  const create = useCreateLink()
  const intent = useRef<string | null>(null)
  const busy = useRef(false)

  const settle = (record: LinkRecord) => {
    if (record.state === 'created') setPromotion({ state: 'done', record })
    else if (record.state === 'failed') stop(record.problem ?? { code: 'bug' })
    else setPromotion({ state: 'unknown', record })
  }
  const stop = (problem: Problem) => {
    intent.current = null
    setPromotion({ state: 'stopped', problem })
  }
  const promote = (profileId: string) => {
    if (busy.current) return
    busy.current = true
    setPromotion({ state: 'sending' })
    const id = (intent.current ??= crypto.randomUUID())
    create.mutate(
      { id, profileId, environment: 'production', request },
      {
        onSuccess: settle,
        // The call itself failed, so what became of it is not known: the intent stays.
        onError: ({ problem }) => setPromotion({ state: 'stopped', problem }),
        onSettled: () => {
          busy.current = false
          // Whoever compares again must see the link that there is now.
          void client.invalidateQueries({ queryKey: ['suggestions.similar'] })
        },
      },
    )
  }
  const startAnew = () => {
    intent.current = null
    setPromotion({ state: 'asked' })
  }
  return { promotion, promote, startAnew }
}
