import { useRef, useState } from 'react'
import type { Problem } from '../../../contract/problem.ts'
import type { LinkRecord } from '../../../contract/record.ts'
import { useCreateLink, useSettleLink } from '../../api/links.ts'
import type { Promotable } from './promotion.ts'

/**
 * How a promotion stands. `stopped`: nothing was made. `unknown`: it may have been; its problem is what stood in the way of
 * finding out.
 */
export type Promotion =
  | { state: 'asked' | 'sending' }
  | { state: 'stopped'; problem: Problem }
  | { state: 'unknown'; record: LinkRecord; problem: Problem | null }
  | { state: 'done'; record: LinkRecord }

/**
 * Makes the same link in production, at most once per intent. The intent stays the same until it is known to have failed or
 * is given up, so that pressing again asks what came of it and makes nothing new.
 */
export function usePromotion({ id: promotedFrom, request }: Promotable) {
  const [promotion, setPromotion] = useState<Promotion>({ state: 'asked' })
  const create = useCreateLink()
  const settleLink = useSettleLink()
  // One for each profile: what was sent to one says nothing of another.
  const intents = useRef(new Map<string, string>())
  const busy = useRef(false)

  const settle = (record: LinkRecord) => {
    if (record.state === 'created') {
      setPromotion({ state: 'done', record })
    } else if (record.state === 'failed') {
      intents.current.delete(record.profileId)
      setPromotion({ state: 'stopped', problem: record.problem ?? { code: 'bug' } })
    } else {
      setPromotion({ state: 'unknown', record, problem: null })
    }
  }
  const once = () => {
    if (busy.current) return false
    busy.current = true
    return true
  }
  const onSettled = () => {
    busy.current = false
  }
  const promote = (profileId: string) => {
    if (!once()) return
    setPromotion({ state: 'sending' })
    const id = intents.current.get(profileId) ?? crypto.randomUUID()
    intents.current.set(profileId, id)
    create.mutate(
      { id, profileId, environment: 'production', request, promotedFrom },
      {
        onSuccess: settle,
        // The call itself failed, so what became of it is not known: the intent stays.
        onError: ({ problem }) => setPromotion({ state: 'stopped', problem }),
        onSettled,
      },
    )
  }
  const lookForIt = () => {
    if (promotion.state !== 'unknown' || !once()) return
    settleLink.mutate(promotion.record.id, {
      onSuccess: settle,
      onError: ({ problem }) => setPromotion({ ...promotion, problem }),
      onSettled,
    })
  }
  const startAnew = () => {
    intents.current.clear()
    setPromotion({ state: 'asked' })
  }
  return { promotion, promote, lookForIt, looking: settleLink.isPending, startAnew }
}
