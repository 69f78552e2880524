import type { LookupContext } from '../../contract/app/window/windowPath.ts'
import { useSwitchProfile } from '../api/profiles.ts'
import { useSession } from '../session/Session.tsx'
import { environmentLabels } from '../ui/environments.ts'
import { replaceToast } from '../ui/ActionToast.tsx'
import { showToast } from '../ui/toast.ts'
import type { FormValues } from './form.ts'
import { useStartDraft, type FirstField } from './useStartDraft.ts'

/** Where the last copy was started that switched the profile or the environment; `null` once a link was created. */
let startedIn: LookupContext | null = null

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
      startedIn = { profileId: current.profile.id, environment: current.environment }
      startDraft(values, first)
      const message = `Switched to ${profile.name} · ${environmentLabels[environment]}.`
      showToast({ role: 'status', message })
    }
    switchTo({ id: profile.id, environment }, { onSuccess: announce })
  }
}

/** Returns a function that offers to switch back after a copied link was created in another profile or environment. */
export function useOfferReturn(): () => void {
  const { mutate: switchTo } = useSwitchProfile()
  const { state, current } = useSession()
  return () => {
    const { profileId, environment } = startedIn ?? {}
    startedIn = null
    const profile = state.profiles.find(({ id }) => id === profileId)
    const isOther = profile?.id !== current.profile.id
    if (!profile || !environment || (!isOther && environment === current.environment)) return
    const label = environmentLabels[environment]
    replaceToast({
      id: 'switch-back',
      message: `You’re still in ${current.profile.name} · ${environmentLabels[current.environment]}.`,
      actions: [
        {
          label: `Back to ${isOther ? `${profile.name} · ${label}` : label}`,
          run: () => switchTo({ id: profile.id, environment }),
        },
      ],
    })
  }
}
