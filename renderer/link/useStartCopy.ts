import type { LookupContext } from '../../contract/app/window/windowPath.ts'
import { useSwitchProfile } from '../api/profiles.ts'
import { useSession } from '../session/Session.tsx'
import { environmentLabels } from '../ui/environments.ts'
import { showProblemToast } from '../ui/problem/showProblem.tsx'
import { showToast } from '../ui/toast.ts'
import type { FormValues } from './form.ts'
import { useStartDraft, type FirstField } from './useStartDraft.ts'

/**
 * Returns a function that opens a new draft in a profile and environment, such as those of the copied link. Says so if
 * they weren't active. If the profile was deleted, the active one stays.
 */
export function useStartCopy(): (context: LookupContext, values: FormValues, first?: FirstField) => void {
  const startDraft = useStartDraft()
  const { mutate: switchTo } = useSwitchProfile()
  const { state, current } = useSession()
  return ({ profileId, environment }, values, first) => {
    const profile = state.profiles.find(({ id }) => id === profileId)
    const isActive = profileId === current.profile.id && environment === current.environment
    if (!profile || isActive) {
      startDraft(values, first)
      return
    }
    const announce = () => {
      startDraft(values, first)
      const message = `Switched to ${profile.name} · ${environmentLabels[environment]}.`
      showToast({ role: 'status', message })
    }
    switchTo(
      { id: profile.id, environment },
      { onSuccess: announce, onError: (error) => showProblemToast(error.problem) },
    )
  }
}
