import { Button } from '@mantine/core'
import { Callout } from '../../ui/Callout.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useCallMutation } from '../../api/useCall.ts'
import { SmallButton } from '../../ui/variants.ts'

interface RemoveKeyProps {
  profile: { id: string; name: string }
  done: () => void
}

/** Asks before removing a key, because a profile without its key can neither create nor look up links. */
export function RemoveKey({ profile, done }: RemoveKeyProps) {
  const remove = useCallMutation('keys.remove')
  return (
    <Callout
      tone="warn"
      role="alert"
      title={`Remove the key of “${profile.name}” from this computer?`}
      actions={
        <>
          <Button
            size="xs"
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate({ profileId: profile.id }, { onSuccess: done })}
          >
            Remove the key
          </Button>
          <SmallButton onClick={done}>Keep it</SmallButton>
        </>
      }
    >
      <p>
        You can’t create or look up links with this profile until you enter a key again. The key itself stays
        valid: anyone who has a copy can still use it.
      </p>
      {remove.error && <ProblemView problem={remove.error.problem} />}
    </Callout>
  )
}
