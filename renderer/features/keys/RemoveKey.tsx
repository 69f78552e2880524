import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { Question } from '../../ui/Question.tsx'
import { useCallMutation } from '../../api/useCall.ts'

interface RemoveKeyProps {
  profile: { id: string; name: string }
  done: () => void
}

/** Asks before removing a key, because a profile without its key can neither create nor look up links. */
export function RemoveKey({ profile, done }: RemoveKeyProps) {
  const remove = useCallMutation('keys.remove')
  const choose = () => remove.mutate({ profileId: profile.id }, { onSuccess: done })
  return (
    <Question
      title={`Remove the key of “${profile.name}” from this computer?`}
      close={done}
      main={{ label: 'Remove the key', isRed: true, isPending: remove.isPending, choose }}
      other={{ label: 'Keep it' }}
    >
      You can’t create or look up links with this profile until you enter a key again. The key itself stays
      valid: anyone who has a copy can still use it.
      {remove.error && <ProblemView problem={remove.error.problem} />}
    </Question>
  )
}
