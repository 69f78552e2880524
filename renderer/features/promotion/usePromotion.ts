import { useSubmission } from '../../link/useSubmission.ts'
import type { SubmissionControls } from '../../link/useSubmission.ts'
import type { Promotable } from './promotion.ts'

export interface Promotion extends Pick<SubmissionControls, 'standing' | 'look' | 'giveUp'> {
  promote: (profileId: string) => void
}

/** Makes the same link in production. Each profile has an intent of its own: what was sent to one says nothing of another. */
export function usePromotion({ id: promotedFrom, request }: Promotable): Promotion {
  const { standing, send, look, giveUp } = useSubmission()
  const promote = (profileId: string) =>
    send(profileId, { profileId, environment: 'production', request, promotedFrom })
  return { standing, promote, look, giveUp }
}
