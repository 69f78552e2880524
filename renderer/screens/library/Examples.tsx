import { Button, Group } from '@mantine/core'
import { useCallMutation } from '../../api/useCall.ts'
import { useSession } from '../../session/Session.tsx'
import { formatCount } from '../../ui/formatCount.ts'
import { showToast } from '../../ui/toast.ts'
import { showProblem } from '../../api/offerUndo.ts'

/** Offers ten example links, only at the service on this computer and in development. */
export function AddExamples() {
  const { profile, environment } = useSession().current
  const add = useCallMutation('embedded.addExamples')
  if (profile.kind !== 'embedded' || environment !== 'development') return null
  return (
    <Button
      variant="default"
      loading={add.isPending}
      onClick={() => add.mutate({}, { onError: showProblem })}
    >
      Add ten example links
    </Button>
  )
}

/** Says that some links are examples, and erases them with one press. */
export function EraseExamples() {
  const { examples } = useSession().state
  const erase = useCallMutation('embedded.eraseExamples', {
    // Passed to the mutation itself, because this is gone when the list is empty.
    onSuccess: () =>
      showToast({
        role: 'status',
        message: 'The examples are erased, also at the service on this computer.',
      }),
  })
  if (examples === 0) return null
  return (
    <Group gap={4} fz="sm" c="dimmed">
      {formatCount(examples, 'example')}
      <Button
        size="compact-xs"
        variant="subtle"
        loading={erase.isPending}
        onClick={() => erase.mutate({}, { onError: showProblem })}
      >
        Erase them
      </Button>
    </Group>
  )
}
