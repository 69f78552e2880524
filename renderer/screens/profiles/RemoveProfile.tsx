import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { Question } from '../../ui/Question.tsx'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { removeDraft } from '../../api/drafts.ts'
import { rulesDraftId } from '../../api/rulesDraft.ts'
import { useCall, useCallMutation } from '../../api/useCall.ts'

interface RemoveProfileProps {
  profile: SavedProfile
  close: () => void
  /** Called when the profile was removed, before its page is left. */
  removed: () => void
}

/** Asks before removing a profile. Removing it deletes its key and keeps its links. */
export function RemoveProfile({ profile, close, removed }: RemoveProfileProps) {
  const remove = useCallMutation('profiles.remove')
  const usage = useCall('profiles.usage', { id: profile.id }, { staleTime: 0 })
  const [, go] = useLocation()
  const client = useQueryClient()
  const leave = () => {
    void removeDraft(client, rulesDraftId(profile.id))
    removed()
    go('/profiles')
  }
  const choose = () => remove.mutate({ id: profile.id }, { onSuccess: leave })
  return (
    <Question
      title={`Remove “${profile.name}”?`}
      close={close}
      main={{ label: 'Remove profile and key', isRed: true, isPending: remove.isPending, choose }}
      other={{ label: 'Keep it' }}
    >
      <p>Its project key is deleted from this computer.</p>
      <p>{usage.data && remainingLinksText(usage.data.links)}</p>
      {remove.error && <ProblemView problem={remove.error.problem} />}
    </Question>
  )
}

function remainingLinksText(links: number): string {
  if (links === 0) return 'No link in your library was created with it.'
  const linksStay =
    links === 1 ? 'The one link created with it stays' : `The ${links} links created with it stay`
  return `${linksStay} in Links and at the service, and ${links === 1 ? 'keeps' : 'keep'} working. To look ${
    links === 1 ? 'it' : 'them'
  } up again, you need another profile with a key of the same project.`
}
