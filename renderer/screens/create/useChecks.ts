import { useMemo } from 'react'
import type { FormRules } from '../../link/formRules.ts'
import type { SubmissionState } from '../../link/submission.ts'
import { useSession } from '../../session/Session.tsx'
import { findRefusal } from './useSubmit.ts'

/** Returns what a new link's form is checked against. `attempted`: whether the user has tried to create it. */
export function useChecks(attempted: boolean, attempt: SubmissionState, rules: FormRules | null) {
  const { defaults, linkHosts } = useSession().current.profile
  return useMemo(
    () => ({ ownService: defaults === 'ours', attempted, linkHosts, refused: findRefusal(attempt), rules }),
    [defaults, attempted, attempt, linkHosts, rules],
  )
}
